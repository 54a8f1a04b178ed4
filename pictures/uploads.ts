import { hash } from "node:crypto";
import type { Storage } from "#core/storage/storage.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Crop } from "./crop.ts";
import { PICTURE_LIMITS, PICTURE_SIZES, type PictureShape, UnfitPicture } from "./key.ts";
import type { Resizer } from "./resize.ts";

/** An uploaded picture: the size that it had, the id that names its copies, and what they are like. */
export type Upload = { id: string; width: number; height: number; bytes: number; hue: Hue | null };

/** `owner` is the account for whom it is: the same file of another account is another picture. */
export type UploadOptions = { owner?: string; crop?: Crop | undefined };

/** Pictures that people uploaded. Unlike copies of remote pictures, they cannot be fetched again. */
export type Uploads = {
  /**
   * Stores WebP copies in the sizes of a shape, with nothing else of the file: no metadata, no name.
   * The same file in the same shape has the same id. Throws UnfitPicture with a sentence for people.
   */
  add(body: Uint8Array, shape: PictureShape, options?: UploadOptions): Promise<Upload>;
  /** Stores copies that were made elsewhere, under the id that they had there. Those that are here stay. */
  bring(id: string, copies: ReadonlyMap<number, Uint8Array>): Promise<void>;
  /** A copy as WebP; undefined if there is none. Throws StorageFault if nobody can say. */
  find(id: string, size: number): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
  /** Other files beside them, by name. `sweep` spares them. */
  files: Pick<Storage, "get" | "put" | "delete">;
  /** Deletes files older than that which belong to none of these pictures: aborted uploads. */
  sweep(known: ReadonlySet<string>, before: Date): Promise<void>;
  close(): Promise<void>;
};

const SIZES = Object.values(PICTURE_SIZES).flat();
const MB = 1_000_000;

export function createUploads(storage: Storage, { resize, close }: Resizer): Uploads {
  const nameOf = (id: string, size: number): string => `${id}-${size}.webp`;

  return {
    async add(body, shape, { owner = "", crop } = {}) {
      if (body.length > PICTURE_LIMITS.bytes)
        throw new UnfitPicture(t`This picture is larger than ${PICTURE_LIMITS.bytes / MB} MB. Choose a smaller one.`);
      const what = Buffer.from(`${shape}${owner}${crop ? JSON.stringify(crop) : ""}`);
      const id = hash("sha256", Buffer.concat([what, body]), "base64url").slice(0, 27);
      const { made, hue, width, height } = await resize(body, PICTURE_SIZES[shape], { owner, crop });
      for (const [index, size] of PICTURE_SIZES[shape].entries())
        await storage.put(nameOf(id, size), given(made[index]));
      const bytes = made.reduce((sum, copy) => sum + copy.length, 0);
      return { id, width, height, bytes, hue: hue ?? null };
    },
    async bring(id, copies) {
      for (const [size, bytes] of copies) if (!(await this.find(id, size))) await storage.put(nameOf(id, size), bytes);
    },
    files: storage,
    find: (id, size) => storage.get(nameOf(id, size)),
    async remove(id) {
      for (const size of SIZES) await storage.delete(nameOf(id, size));
    },
    async sweep(known, before) {
      for await (const { name, at } of storage.list()) {
        const [, id = ""] = /^([\w-]{27})-\d+\.webp/.exec(name) ?? [];
        const isKnown = id === "" || (known.has(id) && name.endsWith(".webp"));
        if (!isKnown && at < before) await storage.delete(name);
      }
    },
    close,
  };
}
