import type { PictureShape } from "../../pictures/key.ts";
import type { Upload } from "../../pictures/uploads.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { dropUploadFiles } from "./drop-uploads.ts";

const LONGEST_NAME = 120;

type Given = { bytes: Uint8Array; name: string; shape: PictureShape; accountId: string };
type Kept = Pick<Upload, "id" | "width" | "height"> & { keep: (tx: Tx) => Promise<void> };

/**
 * Stores an upload. `keep` adds its row, in the change that uses it: files come first, so no page
 * shows a missing picture. Throws UnfitPicture with a message for people.
 */
export async function keepUpload(
  { bytes, name, shape, accountId }: Given,
  { uploads, now }: Pick<Deps, "uploads" | "now">,
): Promise<Kept> {
  const upload = await uploads.add(bytes, shape);
  const known = { accountId, name: name.slice(0, LONGEST_NAME) || "picture", at: now() };
  const row = { ...upload, shape, ...known, isForSite: true };
  return { ...upload, keep: (tx) => tx.uploads.add(row) };
}

/** Deletes a picture. Pages that use it show a gap. */
export async function dropUpload(
  id: string,
  deps: Pick<Deps, "store" | "uploads" | "pictures" | "settings">,
): Promise<void> {
  await deps.store.change((tx) => tx.uploads.remove(id));
  await dropUploadFiles([id], deps);
}
