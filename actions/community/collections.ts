import { collectionKey, MOST_COLLECTIONS, MOST_SAVED, SAVED_TITLE } from "#domain/community/collection.ts";
import { SUBJECT_TITLES } from "#domain/moderation/report.ts";
import { inEnglish } from "#languages/words.ts";
import { collectionShownMessage } from "#mail/community-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { CollectionText } from "#store/repos/community/collections.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { isOwnCase } from "../moderation/decide-case.ts";
import { recordRefusal, standingRefusal, withdrawDecision } from "../moderation/record-refusal.ts";
import { readSubject } from "../moderation/report-subjects.ts";
import { notify } from "../notifications/notify.ts";
import { allWords, checkWords, tellOfItem } from "./collection-items.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid" | "random" | "settings" | "languages">;
type Own = { accountId: string; id: string };

/** Publishing needs a confirmed email address. */
const isConfirmed = async (tx: Tx, accountId: string): Promise<boolean> =>
  ((await tx.accounts.find(accountId))?.emailVerifiedAt ?? null) !== null;

export const createCollection = (
  { accountId, listingId, ...text }: CollectionText & { accountId: string; listingId?: number | undefined },
  { store, now, uuid, random, settings }: Needs,
): Promise<{ id: string } | "verify-first" | "too-many"> =>
  store.change(async (tx) => {
    if (text.isPublic && !(await isConfirmed(tx, accountId))) return "verify-first";
    const made = (await tx.collections.ofAccount(accountId)).filter(({ collection }) => collection.kind === "made");
    if (made.length >= MOST_COLLECTIONS) return "too-many";
    const [id, at] = [uuid(), now()];
    await tx.collections.add({
      ...{ id, accountId, kind: "made", key: collectionKey(random(12)), ...text },
      ...{ publishedAt: text.isPublic ? at : null, createdAt: at, updatedAt: at },
    });
    await checkWords(tx, { id, changed: [text.title, text.description] }, { now, settings });
    if (listingId !== undefined && (await tx.collections.addItem({ id, listingId }, at)))
      await tellOfItem(tx, { id, listingId }, { now });
    return { id };
  });

export const editCollection = (
  { accountId, id, ...text }: Own & CollectionText,
  { store, now, settings }: Pick<Needs, "store" | "now" | "settings">,
): Promise<"done" | "gone" | "verify-first"> =>
  store.change(async (tx) => {
    const found = await tx.collections.findOwn(accountId, id);
    if (found?.collection.kind !== "made") return "gone";
    if (text.isPublic && !(await isConfirmed(tx, accountId))) return "verify-first";
    const { title, description, isPublic } = found.collection;
    const isSame = title === text.title && description === text.description && isPublic === text.isPublic;
    if (isSame) return "done";
    await tx.collections.edit(id, text, now());
    const changed = isPublic ? [text.title, text.description] : await allWords(tx, id);
    await checkWords(tx, { id, changed }, { now, settings });
    if (isPublic || !text.isPublic) return "done";
    for (const listingId of await tx.collections.shownOrder(id)) await tellOfItem(tx, { id, listingId }, { now });
    return "done";
  });

export const deleteCollection = ({ accountId, id }: Own, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    const found = await tx.collections.findOwn(accountId, id);
    if (found?.collection.kind === "made") await tx.collections.remove(id);
  });

export const followCollection = (
  { accountId, key, isWanted }: { accountId: string; key: string; isWanted: boolean },
  { store, now }: Pick<Needs, "store" | "now">,
): Promise<"done" | "gone"> =>
  store.change(async (tx) => {
    const found = await tx.collections.findShown(key);
    if (!found) return "gone";
    const { id, accountId: owner } = found.collection;
    if (!isWanted) await tx.collections.unfollow(accountId, id);
    else if (owner !== accountId) await tx.collections.follow(accountId, id, now());
    return "done";
  });

type SaveListingNeeds = Pick<Deps, "store" | "now" | "uuid" | "random" | "languages">;
export type Saving = "done" | "full";

/** Adds a live listing to the person's private list or removes it. Idempotent. */
export const setSaved = (
  { accountId, listingId, isWanted }: { accountId: string; listingId: number; isWanted: boolean },
  deps: SaveListingNeeds,
): Promise<Saving> =>
  deps.store.change(async (tx) => {
    const saved = await tx.collections.saved(accountId);
    if (!isWanted) {
      if (saved) await tx.collections.removeItem({ id: saved.id, listingId });
      return "done";
    }
    const at = deps.now();
    const id = saved?.id ?? (await addSaved(tx, accountId, deps));
    const order = await tx.collections.order(id);
    if (order.includes(listingId)) return "done";
    if (order.length >= MOST_SAVED) return "full";
    await tx.collections.addItem({ id, listingId }, at, true);
    await tx.collections.touch(id, at);
    return "done";
  });

/** The list is created on first use. */
async function addSaved(
  tx: Tx,
  accountId: string,
  { now, uuid, random }: Omit<SaveListingNeeds, "store">,
): Promise<string> {
  const id = uuid();
  const at = now();
  await tx.collections.add({
    ...{ id, accountId, kind: "saved", key: collectionKey(random(12)), title: SAVED_TITLE, description: null },
    ...{ isPublic: false, publishedAt: null, createdAt: at, updatedAt: at },
  });
  return id;
}

type Decision = { id: string; reason: string | null; by: string; seenAt: Date };

/**
 * Hides a collection with a reason, or shows it; its owner can appeal. "gone" if missing, decided
 * or changed since `seenAt`; "own" if only another admin may show it. Call `wakeJobs` afterwards.
 */
export async function moderateCollection(
  tx: Tx,
  { id, reason, by, seenAt }: Decision,
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<"hidden" | "shown" | "gone" | "own"> {
  const collection = (await tx.collections.find(id))?.collection;
  if (!collection?.isPublic || collection.updatedAt.getTime() !== seenAt.getTime()) return "gone";
  const { title, key, accountId } = collection;
  const [wasHidden, wasHeld] = [collection.hiddenAt !== null, collection.heldAt !== null];
  if (reason === null ? !wasHidden && !wasHeld : wasHidden) return "gone";
  const at = parts.now();
  const found = await readSubject(tx, { type: "collection", id: key });
  const refusal = found && reason === null ? await standingRefusal(tx, found) : undefined;
  if (refusal && (await isOwnCase(tx, refusal, by))) return "own";
  await tx.collections.hide(id, reason === null ? null : { at, reason });
  await tx.collections.hold(id, null);
  await tx.writtenTexts.settle({ type: "collection", id: key }, { passed: reason === null, at });
  if (reason !== null) {
    const words = { ground: "terms", rule: null, statement: reason } as const;
    if (found) await recordRefusal(tx, found, { ...words, by }, parts);
    return "hidden";
  }
  const path = `/account/collections/${id}`;
  if (refusal) await withdrawDecision(tx, refusal, { by, path }, parts);
  const owner = await tx.accounts.find(accountId);
  if (owner?.status === "active") {
    const message = collectionShownMessage(parts.settings, { name: owner.name, title, id });
    await queueMail(tx, parts, message, owner.email);
    const news = {
      kind: "decision",
      key: `collection ${id}`,
      words: { about: inEnglish(SUBJECT_TITLES.ownCollection(title)) },
    } as const;
    await notify(tx, { ...news, accountId, path, at, by: null });
  }
  return "shown";
}
