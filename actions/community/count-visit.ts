import type { VisitKind } from "../../store/repos/engagement.ts";
import type { Deps } from "../context.ts";

const VIEW_KEY = "view-key";

/** The key that hashes a day's visitors. It is overwritten daily, so old hashes identify nobody. */
export async function keyOfDay(day: string, { store, random }: Pick<Deps, "store" | "random">): Promise<string> {
  const read = (kept: string | undefined) => (kept?.startsWith(`${day} `) ? kept : undefined);
  const known = read(await store.reference.findSecret(VIEW_KEY));
  if (known) return known;
  return store.change(async (tx) => {
    const made = read(await tx.reference.findSecret(VIEW_KEY));
    if (made) return made;
    const fresh = `${day} ${random(32).toString("base64url")}`;
    await tx.reference.saveSecret(VIEW_KEY, fresh);
    return fresh;
  });
}

export const countVisit = (
  kind: VisitKind,
  listingId: number,
  { day, hash }: { day: string; hash: string },
  { store }: Pick<Deps, "store">,
): Promise<void> => store.change((tx) => tx.engagement.visit(kind, listingId, day, hash));
