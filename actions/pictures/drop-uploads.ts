import { keysOf } from "../../domain/text/keys.ts";
import { namedPath, PICTURE_SIZES } from "../../pictures/key.ts";
import type { Deps } from "../context.ts";

/** A daily job deletes what storage refuses to delete now. */
const later = () => undefined;

const SHAPES = keysOf(PICTURE_SIZES);

export async function dropUploadFiles(
  ids: readonly string[],
  { uploads, pictures, settings }: Pick<Deps, "uploads" | "pictures" | "settings">,
): Promise<void> {
  for (const id of ids) {
    for (const shape of SHAPES) await pictures.drop(settings.BASE_URL + namedPath({ id, shape })).catch(later);
    await uploads.remove(id).catch(later);
  }
}
