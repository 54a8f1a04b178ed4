import type { OwnField } from "#domain/listings/own-fields.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

type Clock = Pick<Deps, "now" | "uuid">;
export const FILE_OWN_FIELDS = "file-own-fields";

/** Adds or replaces a field. At `place`, counted from 0, or where it is; a new one is last. */
export async function saveField(tx: Tx, field: OwnField, place?: number): Promise<void> {
  const before = await tx.fieldDefinitions.list();
  const others = before.filter(({ key }) => key !== field.key);
  const found = before.findIndex(({ key }) => key === field.key);
  const wanted = place ?? (found < 0 ? others.length : found);
  const at = Math.max(0, Math.min(others.length, Number.isInteger(wanted) ? wanted : others.length));
  const after = others.toSpliced(at, 0, field);
  for (const [position, one] of after.entries())
    if (one !== before[position] || one === field) await tx.fieldDefinitions.save(one, position);
}

/** Removes the definition. Values stay in the listings, unseen, and return with a field of the same key. */
export const removeField = (tx: Tx, key: string): Promise<void> => tx.fieldDefinitions.remove(key);

/** Lets a job file what waits for the change. Those who save and remove fields of an import ask it at the end. */
export async function fileSoon(tx: Tx, { now, uuid }: Clock): Promise<void> {
  const [id, at] = [`${FILE_OWN_FIELDS}:${uuid()}`, now()];
  if (tx.listings.isFilingOwn())
    await tx.jobs.add({ id, kind: FILE_OWN_FIELDS, payload: {}, runAt: at, createdAt: at });
}

export async function changeField(tx: Tx, field: OwnField, deps: Clock): Promise<void> {
  await saveField(tx, field);
  await fileSoon(tx, deps);
}

export async function dropField(tx: Tx, key: string, deps: Clock): Promise<void> {
  await removeField(tx, key);
  await fileSoon(tx, deps);
}
