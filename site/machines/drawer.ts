import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError } from "#core/errors/errors.ts";
import { createThread } from "#core/runtime/thread.ts";
import type { Brand } from "#domain/site/brand.ts";
import { pictureKey } from "#pictures/key.ts";
import type { Pictures } from "#pictures/pictures.ts";
import type { ShareFormat } from "../kit/preview.ts";
import { type Card, picturesOn } from "./cards/card.ts";
import type { IconJob, Jobs } from "./preview-worker.ts";

const MOST_WAITING = 20;
const MOST_KEPT_BYTES = 24_000_000;

type Form = { format?: ShareFormat | undefined; width?: number | undefined };
export type Drawer = {
  /** A badge as PNG, twice as large. */
  badge(svg: string): Promise<Buffer>;
  /** A square of so many pixels with the logo of the site, as PNG or SVG. */
  icon(job: IconJob): Promise<Buffer>;
  /** `admit` may refuse to draw a card that is not kept. `width` makes it WebP of that width. */
  card(card: Card<string>, brand: Brand, admit: () => Promise<void>, as?: Form): Promise<Buffer>;
};

/**
 * Draws PNG in a thread that starts with the first picture, and keeps the latest by what they show:
 * a card that shows something else is another picture, so none is ever out of date.
 */
export function createDrawer(pictures: Pick<Pictures, "find">): Drawer {
  const thread = createThread<Jobs>("./site/machines/preview-worker.ts", { timeoutMs: 15_000, memoryMb: 256 });
  const kept = new LRUCache<string, Buffer>({ maxSize: MOST_KEPT_BYTES, sizeCalculation: (png) => png.length });
  const underway = new Map<string, Promise<Buffer>>();

  async function once(what: unknown, draw: () => Promise<Uint8Array>, admit: () => Promise<void>): Promise<Buffer> {
    const key = hash("sha256", JSON.stringify(what), "base64url");
    const known = kept.get(key) ?? underway.get(key);
    if (known) return known;
    await admit();
    if (underway.size >= MOST_WAITING)
      throw new AppError("service_unavailable", "Too many pictures are being drawn. Try again in a few seconds.", {
        retryAfter: 5,
      });
    const drawn = underway.get(key) ?? draw().then((png) => Buffer.from(png.buffer, png.byteOffset, png.length));
    underway.set(key, drawn);
    try {
      kept.set(key, await drawn);
      return await drawn;
    } finally {
      underway.delete(key);
    }
  }

  const free = async () => undefined;
  return {
    badge: (svg) => once(svg, () => thread.run("badge", svg), free),
    icon: (job) => once({ ...job, brand: keyOf(job.brand) }, () => thread.run("icon", job), free),
    async card(card, brand, admit, form = {}) {
      const copies = new Map<string, Uint8Array>();
      for (const { url, size } of picturesOn(card)) {
        const copy = await pictures.find(pictureKey(url), size);
        if (copy) copies.set(url, copy);
      }
      const lengths = Array.from(copies, ([url, copy]) => [url, copy.length]);
      const draw = () => thread.run("card", { card, brand, copies: [...copies], ...form });
      return once([card, keyOf(brand), lengths, form], draw, admit);
    },
  };
}

const keyOf = ({ siteName, design, logo }: Brand) => [siteName, design, logo && hash("sha256", logo, "base64url")];
