import { LRUCache } from "lru-cache";
import { AppError } from "../../core/errors.ts";
import { createThread } from "../../core/thread.ts";
import type { Jobs } from "./preview-worker.ts";

const MOST_WAITING = 20;
const MOST_KEPT = 300;

/** Draws SVG as PNG in a thread that starts with the first picture. Caches the latest pictures. */
export function createDrawer(): (svg: string) => Promise<Buffer> {
  const thread = createThread<Jobs>("./site/machines/preview-worker.ts", { timeoutMs: 10_000, memoryMb: 256 });
  const kept = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  let waiting = 0;

  async function draw(svg: string): Promise<Buffer> {
    if (waiting >= MOST_WAITING)
      throw new AppError("service_unavailable", "Too many pictures are being drawn. Try again in a few seconds.", {
        retryAfter: 5,
      });
    waiting++;
    try {
      return Buffer.from(await thread.run("draw", { svg }));
    } finally {
      waiting--;
    }
  }

  return (svg) => {
    const known = kept.get(svg);
    if (known) return known;
    const png = draw(svg);
    kept.set(svg, png);
    png.catch(() => kept.peek(svg) === png && kept.delete(svg));
    return png;
  };
}
