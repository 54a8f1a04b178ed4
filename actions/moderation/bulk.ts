import { AppError } from "#core/errors/errors.ts";
import { type BulkAction, bulkClient } from "#domain/listings/bulk.ts";
import { inEnglish, t } from "#languages/words.ts";
import type { BulkChange, BulkOutcome, BulkRow } from "#store/repos/listings/bulk.ts";
import type { Tx } from "#store/store.ts";
import { auditing } from "../site/audited-store.ts";
import { type Acting, actOn, auditActionOf, type BulkDeps, markOf, takeBack } from "./bulk-acts.ts";
import { tellOwners } from "./edit-as-team.ts";

export const BULK_CHANGE = "bulk-change";
export type BulkPayload = { id: number };
/** Listings in one change of the database. */
const SLICE = 100;

/** Changes listings: the first of them at once, the rest by a job. Returns the id. Call `wakeJobs` afterwards. */
export async function startBulk(
  tx: Tx,
  { action, ids, by }: { action: BulkAction; ids: readonly number[]; by: string },
  { began, ...deps }: BulkDeps & { began: (id: number) => void },
): Promise<number> {
  const id = await tx.bulk.add(action, ids, by, deps.now());
  began(id);
  if (await stepBulk(tx, id, deps)) await queue(tx, id, deps);
  return id;
}

/** Takes it back where nobody changed the listing since. False if it is not done, or undone. */
export async function undoBulk(tx: Tx, id: number, deps: BulkDeps): Promise<boolean> {
  if ((await tx.bulk.find(id))?.state !== "done") return false;
  await tx.bulk.setState(id, "undoing", null);
  if (await stepBulk(tx, id, deps)) await queue(tx, id, deps);
  return true;
}

const queue = (tx: Tx, id: number, { now, uuid }: BulkDeps): Promise<void> =>
  tx.jobs.add({
    id: `${BULK_CHANGE}:${id}:${uuid()}`,
    kind: BULK_CHANGE,
    payload: { id } satisfies BulkPayload,
    runAt: now(),
    createdAt: now(),
  });

/** Changes the next listings. Whether there are more. */
export async function stepBulk(tx: Tx, id: number, deps: BulkDeps): Promise<boolean> {
  const bulk = await tx.bulk.find(id);
  if (bulk?.state !== "running" && bulk?.state !== "undoing") return false;
  const isUndo = bulk.state === "undoing";
  const rows = await tx.bulk.rows(id, [isUndo ? "changed" : "waiting"], SLICE);
  for (const row of rows) await tx.bulk.settle(id, row.listingId, await changeOne(tx, bulk, row, deps));
  if (rows.length === SLICE) return true;
  await tx.bulk.setState(id, isUndo ? "undone" : "done", deps.now());
  return false;
}

async function changeOne(tx: Tx, bulk: BulkChange, row: BulkRow, deps: BulkDeps): Promise<BulkOutcome> {
  const { action, accountId, state } = bulk;
  const isUndo = state === "undoing";
  const listing = await tx.listings.find(row.listingId);
  const isThere = listing && (listing.status !== "removed" || (isUndo && action.do === "delete"));
  if (!isThere) return { result: isUndo ? "edited" : "refused", reason: inEnglish(t`The listing was deleted.`) };
  const { before: was, after: left } = row;
  const before = markOf(listing);
  const { statusBefore } = await tx.moderation.held(listing.id);
  if (isUndo && JSON.stringify(before) !== JSON.stringify(left)) return { result: "edited" };
  const acting: Acting = { ...deps, caller: { accountId, isTeam: true, client: isUndo ? null : bulkClient(bulk.id) } };
  const work = () => (isUndo && was ? takeBack(tx, listing, action, was, acting) : actOn(tx, listing, action, acting));
  const act = { action: auditActionOf(action), by: accountId, objectId: () => String(listing.id), now: deps.now };
  try {
    await auditing(tx, act, () => tellOwners(tx, listing.id, { by: accountId, now: deps.now }, work));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const reason = inEnglish(error.faults[0]?.detail ?? error.detail);
    return isUndo ? { result: "edited", reason } : { result: "refused", reason };
  }
  if (isUndo) return { result: "undone" };
  const after = markOf((await tx.listings.find(listing.id)) ?? listing);
  return JSON.stringify(after) === JSON.stringify(before)
    ? { result: "same" }
    : { result: "changed", before: { ...before, statusBefore }, after };
}
