import { hash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import { PICTURE_LIMITS, PICTURE_SIZES, type PictureShape, UnfitPicture } from "./key.ts";
import { createResize } from "./resize.ts";

/** An uploaded picture: the size that it had, and the id that names its copies. */
export type Upload = { id: string; width: number; height: number };

/** Pictures that people uploaded. Unlike copies of remote pictures, they cannot be fetched again. */
export type Uploads = {
  /**
   * Stores WebP copies in the sizes of a shape, with nothing else of the file: no metadata, no name.
   * The same file in the same shape has the same id. Throws UnfitPicture with a sentence for people.
   */
  add(body: Uint8Array, shape: PictureShape): Promise<Upload>;
  /** A copy as WebP; undefined if there is none. */
  find(id: string, size: number): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};

const SIZES = Object.values(PICTURE_SIZES).flat();
const MB = 1_000_000;

/** The type and the size of a file by its content; its name and declared type say nothing. */
function measure(body: Uint8Array): { width: number; height: number } {
  if (body.length > PICTURE_LIMITS.bytes)
    throw new UnfitPicture(`The picture has more than ${PICTURE_LIMITS.bytes / MB} MB. Choose a smaller one.`);
  try {
    return imageSize(body);
  } catch {
    throw new UnfitPicture("This file is not a picture. Choose a PNG, JPEG, WebP, GIF or SVG.");
  }
}

export function createUploads(folder: string): Uploads {
  const { resize, close } = createResize();
  const fileOf = (id: string, size: number): string => join(folder, `${id}-${size}.webp`);
  const isThere = (file: string): Promise<boolean> =>
    access(file).then(
      () => true,
      () => false,
    );

  return {
    async add(body, shape) {
      const { width, height } = measure(body);
      const id = hash("sha256", Buffer.concat([Buffer.from(shape), body]), "base64url").slice(0, 27);
      const files = PICTURE_SIZES[shape].map((size) => fileOf(id, size));
      if ((await Promise.all(files.map(isThere))).every(Boolean)) return { id, width, height };
      const { made } = await resize(body, PICTURE_SIZES[shape]);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const [index, file] of files.entries()) {
        // Written to another file and renamed: neither a reader nor a backup sees half a picture.
        await writeFile(`${file}.new`, made[index]!, { flush: true });
        await rename(`${file}.new`, file);
      }
      return { id, width, height };
    },
    find: (id, size) => readFile(fileOf(id, size)).catch(() => undefined),
    async remove(id) {
      for (const size of SIZES) await rm(fileOf(id, size), { force: true });
    },
    close,
  };
}
