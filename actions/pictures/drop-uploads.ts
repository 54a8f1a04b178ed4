import { namedPath, PICTURE_SIZES, type PictureShape } from "../../pictures/key.ts";
import type { Deps } from "../context.ts";

/** The row is gone, so a daily job deletes what the storage refuses to delete now. */
const later = () => undefined;

const SHAPES = Object.keys(PICTURE_SIZES) as PictureShape[];

/** Deletes the files of pictures whose rows are gone, and the copies that pages showed. */
export async function dropUploadFiles(
  ids: readonly string[],
  { uploads, pictures, settings }: Pick<Deps, "uploads" | "pictures" | "settings">,
): Promise<void> {
  for (const id of ids) {
    for (const shape of SHAPES) await pictures.drop(settings.BASE_URL + namedPath({ id, shape })).catch(later);
    await uploads.remove(id).catch(later);
  }
}
