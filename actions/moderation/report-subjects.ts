import { createHash } from "node:crypto";
import { collectionPath } from "#domain/community/collection.ts";
import { SUBJECT_TITLES, type Subject, type SubjectType } from "#domain/moderation/report.ts";
import { profilePath } from "#domain/profiles/profile.ts";
import { inEnglish } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Reads, Tx } from "#store/store.ts";
import { announceComment, commentPath } from "../community/tell-comment.ts";
import type { Deps } from "../context.ts";
import { applyStep } from "./apply-step.ts";

export type FoundSubject = {
  subject: Subject;
  /** "Kelpline", "a review of Kelpline": never the author. */
  title: string;
  path: string;
  said: string;
  authors: Account[];
  isShown: boolean;
};
export type SubjectReads = {
  accounts: Pick<Reads["accounts"], "find">;
  listings: Pick<Reads["listings"], "find" | "findLive" | "findComing" | "team">;
  reviews: Pick<Reads["reviews"], "findById">;
  comments: Pick<Reads["comments"], "byId">;
  profiles: Pick<Reads["profiles"], "find" | "findPublic">;
  collections: Pick<Reads["collections"], "findByKey" | "findShown">;
};
type Ruling = { by: string; at: Date; reason: string };
type Parts = Pick<Deps, "now">;
type Found = Promise<FoundSubject | undefined>;
type Kind = {
  find(store: SubjectReads, address: string): Found;
  read(store: SubjectReads, id: string): Found;
  /** False if it is gone or already hidden. */
  hide(tx: Tx, id: string, ruling: Ruling, parts: Parts): Promise<boolean>;
  show(tx: Tx, id: string, ruling: Ruling, parts: Parts): Promise<boolean>;
  /** Publishes a held text or leaves it hidden. */
  release?(tx: Tx, id: string, passed: boolean, ruling: Ruling): Promise<unknown>;
};

const lines = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join("\n\n");
const numberOf = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);
async function peopleOf(store: SubjectReads, id: string | null): Promise<Account[]> {
  const account = id === null ? undefined : await store.accounts.find(id);
  return account && account.status !== "deleted" ? [account] : [];
}

const PUBLIC = ["live", "awaiting_badge", "scheduled"];

async function readListing(store: SubjectReads, id: number): Found {
  const found = await store.listings.find(id);
  if (!found) return undefined;
  const { name, tagline, url, slug, status, profile } = found;
  return {
    subject: { type: "listing", id: String(id) },
    ...{ title: name, path: `/listings/${slug}`, isShown: PUBLIC.includes(status) },
    said: lines(name, tagline, url, profile.summary, profile.description),
    authors: (await store.listings.team(id)).map(({ account }) => account),
  };
}

async function readReview(store: SubjectReads, id: number): Found {
  const found = await store.reviews.findById(id);
  if (!found) return undefined;
  const { review, listing } = found;
  const isLive = (await store.listings.find(review.listingId))?.status === "live";
  return {
    subject: { type: "review", id: String(id) },
    ...{ title: inEnglish(SUBJECT_TITLES.review(listing.name)), path: `/listings/${listing.slug}#review-${id}` },
    said: lines(`${review.rating} of 5`, review.title, review.body),
    authors: await peopleOf(store, review.accountId),
    isShown: isLive && review.status === "published",
  };
}

async function readComment(store: SubjectReads, id: string): Found {
  const found = await store.comments.byId(id);
  if (!found || found.comment.status === "deleted") return undefined;
  const { comment, listing } = found;
  return {
    subject: { type: "comment", id },
    ...{ title: inEnglish(SUBJECT_TITLES.comment(listing.name)), path: commentPath(listing.slug, comment) },
    said: comment.body,
    authors: await peopleOf(store, comment.accountId),
    isShown: PUBLIC.includes(listing.status) && comment.status === "published",
  };
}

async function readProfile(store: SubjectReads, accountId: string): Found {
  const found = await store.profiles.find(accountId);
  const [account] = await peopleOf(store, accountId);
  if (!found || !account) return undefined;
  const { handle, bio, links, isPublic, hiddenAt } = found;
  return {
    subject: { type: "profile", id: accountId },
    ...{ title: inEnglish(SUBJECT_TITLES.profile(handle)), path: profilePath(handle) },
    said: lines(account.name, bio, ...links),
    authors: [account],
    isShown: isPublic && hiddenAt === null && account.status === "active",
  };
}

async function readCollection(store: SubjectReads, key: string): Found {
  const one = await store.collections.findByKey(key);
  if (!one) return undefined;
  return {
    subject: { type: "collection", id: key },
    ...{ title: inEnglish(SUBJECT_TITLES.collection(one.title)), path: collectionPath(one) },
    said: lines(one.title, one.description),
    authors: await peopleOf(store, one.accountId),
    isShown: (await store.collections.findShown(key)) !== undefined,
  };
}

const KINDS: Record<SubjectType, Kind> = {
  listing: {
    async find(store, slug) {
      const found = (await store.listings.findLive(slug)) ?? (await store.listings.findComing(slug));
      return found && readListing(store, found.id);
    },
    read: (store, id) => readListing(store, numberOf(id)),
    hide: (tx, id, { reason }, parts) => applyStep(tx, numberOf(id), { step: "suspend", reason }, parts),
    show: (tx, id, _ruling, parts) => applyStep(tx, numberOf(id), { step: "restore", reason: null }, parts),
  },
  review: {
    find: (store, id) => readReview(store, numberOf(id)),
    read: (store, id) => readReview(store, numberOf(id)),
    hide: (tx, id, ruling) => tx.reviews.setShown(numberOf(id), false, ruling),
    show: (tx, id, ruling) => tx.reviews.setShown(numberOf(id), true, ruling),
  },
  comment: {
    find: readComment,
    read: readComment,
    hide: (tx, id, ruling) => tx.shownComments.set(id, { from: "published", to: "rejected", ...ruling }),
    show: (tx, id, { by, at }) => tx.shownComments.set(id, { from: "rejected", to: "published", reason: null, by, at }),
    async release(tx, id, passed, { by, at, reason }) {
      const to = passed ? "published" : "rejected";
      const isDone = await tx.shownComments.set(id, { from: "pending", to, reason: passed ? null : reason, by, at });
      if (passed && isDone && (await tx.comments.byId(id))?.comment.toldTo === null) await announceComment(tx, id, at);
    },
  },
  profile: {
    async find(store, handle) {
      const found = await store.profiles.findPublic(handle);
      return found && readProfile(store, found.accountId);
    },
    read: readProfile,
    hide: (tx, id, { at }) => setProfileHidden(tx, id, at),
    show: (tx, id) => setProfileHidden(tx, id, null),
    release: async (tx, id, passed) => passed && setProfileHidden(tx, id, null),
  },
  collection: {
    find: readCollection,
    read: readCollection,
    hide: setCollectionHidden,
    show: (tx, key) => setCollectionHidden(tx, key, null),
    async release(tx, key, passed, { at, reason }) {
      const one = await tx.collections.findByKey(key);
      if (!one) return;
      await tx.collections.hold(one.id, null);
      if (!passed) await tx.collections.hide(one.id, { at, reason });
    },
  },
};

async function setProfileHidden(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const known = await tx.profiles.find(accountId);
  if (!known || (known.hiddenAt === null) === (at === null)) return false;
  await tx.profiles.setHidden(accountId, at);
  return true;
}

async function setCollectionHidden(tx: Tx, key: string, hidden: { at: Date; reason: string } | null): Promise<boolean> {
  const one = await tx.collections.findByKey(key);
  if (!one || (one.hiddenAt === null) === (hidden === null)) return false;
  await tx.collections.hide(one.id, hidden && { at: hidden.at, reason: hidden.reason });
  return true;
}

export async function findSubject(store: SubjectReads, { type, id }: Subject): Found {
  const found = await KINDS[type].find(store, id);
  return found?.isShown ? found : undefined;
}
export const readSubject = (store: SubjectReads, { type, id }: Subject): Found => KINDS[type].read(store, id);
export const hideSubject = (tx: Tx, { type, id }: Subject, ruling: Ruling, parts: Parts): Promise<boolean> =>
  KINDS[type].hide(tx, id, ruling, parts);
export const showSubject = (tx: Tx, { type, id }: Subject, ruling: Ruling, parts: Parts): Promise<boolean> =>
  KINDS[type].show(tx, id, ruling, parts);
export const releaseSubject = async (tx: Tx, { type, id }: Subject, passed: boolean, ruling: Ruling): Promise<void> =>
  void (await KINDS[type].release?.(tx, id, passed, ruling));

export const versionOf = ({ said }: Pick<FoundSubject, "said">): string =>
  createHash("sha256").update(said).digest("base64url").slice(0, 22);
