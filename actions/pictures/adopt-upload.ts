import { uploadIdIn } from "#domain/pictures/pictures.ts";
import { PICTURE_SIZES, type PictureShape } from "#pictures/key.ts";
import type { Deps } from "../context.ts";

/**
 * Copies an upload into the picture cache, so that pages treat it like any picture. False if the
 * URL is not an upload of this site.
 */
export async function adoptUpload(
  url: string,
  shape: PictureShape,
  { uploads, pictures }: Pick<Deps, "uploads" | "pictures">,
): Promise<boolean> {
  const id = uploadIdIn(url);
  if (id === undefined) return false;
  const made = await Promise.all(PICTURE_SIZES[shape].map((size) => uploads.find(id, size)));
  const copies = made.filter((copy) => copy !== undefined);
  if (copies.length === made.length) await pictures.adopt(url, shape, copies);
  else {
    // It may have been uploaded in another shape, for example as a logo.
    const other = shape === "wide" ? PICTURE_SIZES.square : PICTURE_SIZES.wide;
    const largest = await uploads.find(id, other[1]);
    if (!largest) return false;
    await pictures.keep(url, largest, shape);
  }
  return true;
}
