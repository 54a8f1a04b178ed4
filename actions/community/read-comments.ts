import type { CommentSubject, Reaction } from "#domain/community/comment.ts";
import type { PublicPerson } from "#domain/profiles/profile.ts";
import type { Comment, SignedComment, Thread } from "#store/repos/community/comments.ts";
import type { Reads } from "#store/store.ts";

export type About = {
  people: ReadonlyMap<string, PublicPerson>;
  reactions: ReadonlyMap<string, ReadonlyMap<Reaction, number>>;
};
export type Talk = About & { threads: Thread[]; total: number; count: number };
export type OneThread = About & { head: SignedComment; replies: SignedComment[]; total: number };

type Wanted = { listingId: number; subject?: CommentSubject | undefined; page: number; perPage: number };

/** Threads on the listing page; the comments page has all. */
export const THREADS_OF_LISTING = 5;
/** Replies shown below each thread; the thread's page has all. */
const REPLIES = 2;

async function aboutOf(comments: readonly Comment[], store: Pick<Reads, "comments" | "profiles">): Promise<About> {
  const ids = comments.map(({ id }) => id);
  const counts = Map.groupBy(await store.comments.reactions(ids), ({ commentId }) => commentId);
  return {
    people: await store.profiles.people(comments.flatMap(({ accountId }) => accountId ?? [])),
    reactions: new Map([...counts].map(([id, all]) => [id, new Map(all.map(({ kind, count }) => [kind, count]))])),
  };
}

export const NO_TALK: Talk = { threads: [], total: 0, count: 0, people: new Map(), reactions: new Map() };

/** A page of threads. Most listings have none, which costs one query. */
export async function readTalk(
  { listingId, subject, page, perPage }: Wanted,
  store: Pick<Reads, "comments" | "profiles">,
): Promise<Talk> {
  const count = await store.comments.count(listingId);
  if (count === 0) return NO_TALK;
  const wanted = { listingId, ...(subject && { subject }) };
  const { items, total } = await store.comments.threads(wanted, { page, perPage, replies: REPLIES });
  const shown = items.flatMap(({ comment, replies }) => [comment, ...replies.map((reply) => reply.comment)]);
  return { threads: items, total, count, ...(await aboutOf(shown, store)) };
}

export async function readThread(
  head: SignedComment,
  request: { page: number; perPage: number },
  store: Pick<Reads, "comments" | "profiles">,
): Promise<OneThread> {
  const { items, total } = await store.comments.replies(head.comment.id, request);
  const shown = [head.comment, ...items.map(({ comment }) => comment)];
  return { head, replies: items, total, ...(await aboutOf(shown, store)) };
}

export type TalkReader = {
  accountId: string;
  isVerified: boolean;
  isOfTeam: boolean;
  isAdmin: boolean;
  reacted: ReadonlySet<string>;
  unseen: Comment[];
};

const UNSEEN = 20;

export async function readTalkReader(
  account: { id: string; emailVerifiedAt: Date | null; isAdmin: boolean },
  { listingId, ids, isOfTeam }: { listingId: number; ids: readonly string[]; isOfTeam: boolean },
  store: Pick<Reads, "comments">,
): Promise<TalkReader> {
  const mine = await store.comments.reactionsBy(account.id, ids);
  return {
    accountId: account.id,
    isVerified: account.emailVerifiedAt !== null,
    isAdmin: account.isAdmin,
    isOfTeam,
    reacted: new Set(mine.map(({ commentId, kind }) => `${commentId} ${kind}`)),
    unseen: await store.comments.unseenOf(account.id, listingId, UNSEEN),
  };
}

export const idsOf = (threads: readonly Thread[]): string[] =>
  threads.flatMap(({ comment, replies }) => [comment.id, ...replies.map((reply) => reply.comment.id)]);
