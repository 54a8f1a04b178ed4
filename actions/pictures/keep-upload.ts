import { keysOf } from "#domain/text/keys.ts";
import { namedPath, PICTURE_SIZES, type PictureShape } from "#pictures/key.ts";
import type { Upload } from "#pictures/uploads.ts";
import type { Tx } from "#store/store.ts";
import type { Deps, Member } from "../context.ts";

const LONGEST_NAME = 120;

/** `owner`: the account or guest draft that it is for; without one it is for the site. */
type Given = { bytes: Uint8Array; name: string; shape: PictureShape; accountId: string | null; owner?: string };
type Kept = Pick<Upload, "id" | "width" | "height"> & { keep: (tx: Tx) => Promise<void> };

/**
 * Stores an upload. `keep` adds its row, in the change that uses it: files come first, so no page
 * shows a missing picture. Throws UnfitPicture with a message for people.
 */
export async function keepUpload(
  { bytes, name, shape, accountId, owner }: Given,
  { uploads, now }: Pick<Deps, "uploads" | "now">,
): Promise<Kept> {
  const upload = await uploads.add(bytes, shape, owner === undefined ? {} : { owner });
  const known = { accountId, name: name.slice(0, LONGEST_NAME) || "picture", at: now() };
  const row = { ...upload, shape, ...known, isForSite: owner === undefined };
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

type Needs = Pick<Deps, "store" | "uploads" | "pictures" | "settings"> & { caller: Pick<Member, "accountId"> };

/**
 * Deletes the caller's picture unless a draft or listing shows it. Old versions of a listing lose
 * it.
 */
export async function dropOwnUpload(id: string, context: Needs): Promise<"dropped" | "used" | "missing"> {
  const outcome = await context.store.change(async (tx) => {
    const found = await tx.uploads.find(id);
    if (!found || found.isForSite || found.accountId !== context.caller.accountId) return "missing";
    if (await tx.uploads.isShown(id)) return "used";
    await tx.uploads.remove(id);
    return "dropped";
  });
  if (outcome === "dropped") await dropUploadFiles([id], context);
  return outcome;
}
