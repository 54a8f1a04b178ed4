import { namedPath, PICTURE_SIZES, type PictureShape } from "../../pictures/key.ts";
import type { Deps } from "../context.ts";

const SHAPES = Object.keys(PICTURE_SIZES) as PictureShape[];

/** Deletes the files of pictures whose rows are gone, and the copies that pages showed. */
export async function dropUploadFiles(
  ids: readonly string[],
  { uploads, pictures, settings }: Pick<Deps, "uploads" | "pictures" | "settings">,
): Promise<void> {
  for (const id of ids) {
    await uploads.remove(id);
    for (const shape of SHAPES) await pictures.drop(settings.BASE_URL + namedPath({ id, shape }));
  }
}
