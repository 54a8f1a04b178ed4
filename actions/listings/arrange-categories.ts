import { orderAfterMove, refiled } from "#domain/listings/arrange-categories.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { auditedStore } from "../site/audited-store.ts";
import { saveField } from "../site/own-fields.ts";

export const REMOVE_CATEGORY = "remove-category";
const AT_ONCE = 200;

export async function moveCategory(tx: Tx, slug: string, way: "up" | "down"): Promise<void> {
  const rows = await tx.reference.categories();
  const positions = new Map(rows.map((row) => [row.slug, row.position]));
  for (const [position, one] of orderAfterMove(rows, slug, way).entries())
    if (positions.get(one) !== position) await tx.categories.place(one, position);
}

export type Removal = { slug: string; into: string | null };

/** Moves some listings, and removes the category after the last. Returns whether more remain. */
async function removeCategory(tx: Tx, { slug, into }: Removal): Promise<boolean> {
  const category = await tx.reference.findCategory(slug);
  const target = into === null ? undefined : await tx.reference.findCategory(into);
  if (!category || (into !== null && !target)) return false;
  const filed = await tx.categories.listingsIn(slug, AT_ONCE);
  for (const { id, profile } of filed)
    await tx.categories.refile(
      { id },
      refiled(profile.categories, slug, target && { slug: target.slug, name: target.name }),
    );
  if (filed.length === AT_ONCE) return true;
  for (const field of await tx.fieldDefinitions.list())
    if (into !== null && field.categories?.includes(slug))
      await saveField(tx, {
        ...field,
        categories: [...new Set(field.categories.map((one) => (one === slug ? into : one)))],
      });
  const isBelow = into !== null && (await tx.reference.categoryAndBelow(slug)).includes(into);
  await tx.categories.remove(category, into, isBelow ? category.parentSlug : (into ?? category.parentSlug));
  return false;
}

/** As a job where many listings move, in changes that others do not wait for. */
export async function removeRest(
  { by, ...removal }: Removal & { by: string },
  { store, now }: Pick<Deps, "store" | "now">,
  signal: AbortSignal,
): Promise<void> {
  const objectId = () => removal.slug;
  const audited = auditedStore(store, { action: "category.remove", by, objectId, now });
  do signal.throwIfAborted();
  while (await audited.change((tx) => removeCategory(tx, removal)));
}

/** Returns whether a job does the rest. */
export async function startRemoval(tx: Tx, removal: Removal & { by: string }, at: Date): Promise<boolean> {
  if (!(await removeCategory(tx, removal))) return false;
  const id = `${REMOVE_CATEGORY}:${removal.slug}:${at.getTime()}`;
  await tx.jobs.add({ id, kind: REMOVE_CATEGORY, payload: removal, runAt: at, createdAt: at });
  return true;
}
