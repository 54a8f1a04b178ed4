import { uploadIdIn } from "../../domain/pictures/pictures.ts";
import type { Deps } from "../context.ts";
import { adoptUpload } from "../pictures/adopt-upload.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uploads" | "pictures">;

/** Sets or removes a profile's picture. False if the URL is not an upload of the account. */
export async function setAvatar(accountId: string, url: string | null, deps: Needs): Promise<boolean> {
  const { store, settings, now } = deps;
  const id = url === null ? undefined : uploadIdIn(url);
  if (url !== null && (id === undefined || new URL(url).origin !== new URL(settings.BASE_URL).origin)) return false;
  const isSet = await store.change(async (tx) => {
    const upload = id === undefined ? undefined : await tx.uploads.find(id);
    const isTheirs = url === null || (upload?.accountId === accountId && !upload.isForSite);
    if (!isTheirs || !(await tx.profiles.find(accountId))) return false;
    await tx.profiles.setAvatar(accountId, url, now());
    return true;
  });
  if (isSet && url !== null) await adoptUpload(url, "square", deps).catch(() => false);
  return isSet;
}
