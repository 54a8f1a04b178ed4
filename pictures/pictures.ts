import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PICTURE_SIZES, type PictureShape, pictureKey } from "./key.ts";
import { createResize } from "./resize.ts";

const DAY_MS = 24 * 3600_000;
/** A copy is fetched again after this time. */
const FRESH_MS = 30 * DAY_MS;
/** What was no picture, or did not answer, is asked for again after this time. */
const REFUSED_MS = DAY_MS;

const NAME = /^([\w-]{27})-(\d+)\.webp$/;

/** Our own copies of logos, portraits and pictures: files that can be fetched again, so no backup holds them. */
export type Pictures = {
  /** Whether there is nothing to fetch: a fresh copy, or a refusal of late. */
  isSettled(url: string): boolean;
  /** Makes copies in the sizes of a shape. Throws for what is no picture that can be shown. */
  keep(url: string, body: Uint8Array, shape: PictureShape): Promise<void>;
  refuse(url: string): void;
  /** A copy as WebP; undefined when there is none. */
  find(key: string, size: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

export function createPictures({ folder, now }: { folder: string; now: () => Date }): Pictures {
  mkdirSync(folder, { recursive: true });
  const keptAt = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const key = NAME.exec(name)?.[1];
    if (key && !keptAt.has(key)) keptAt.set(key, statSync(join(folder, name)).mtimeMs);
  }
  const { resize, close } = createResize();
  const fileOf = (key: string, size: number): string => join(folder, `${key}-${size}.webp`);
  const isWithin = (at: number | undefined, ms: number) => at !== undefined && now().getTime() - at < ms;

  return {
    isSettled(url) {
      const key = pictureKey(url);
      return isWithin(keptAt.get(key), FRESH_MS) || isWithin(refusedAt.get(key), REFUSED_MS);
    },
    async keep(url, body, shape) {
      const key = pictureKey(url);
      const sizes = PICTURE_SIZES[shape];
      const made = await resize(body, sizes);
      for (const [index, size] of sizes.entries()) {
        // Written aside and then renamed: a reader never sees half a picture.
        const file = fileOf(key, size);
        await writeFile(`${file}.new`, made[index]!);
        await rename(`${file}.new`, file);
      }
      keptAt.set(key, now().getTime());
    },
    refuse: (url) => void refusedAt.set(pictureKey(url), now().getTime()),
    find: async (key, size) => (keptAt.has(key) ? readFile(fileOf(key, size)).catch(() => undefined) : undefined),
    close,
  };
}
