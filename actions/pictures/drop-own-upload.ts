import type { Deps, Member } from "../context.ts";
import { dropUploadFiles } from "./drop-uploads.ts";

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
