import { z } from "zod";
import { COMMENT_MAX } from "#domain/community/comment.ts";
import type { Deps } from "../context.ts";

const MODEL = "Wanted";
const LIFETIME_MS = 60 * 60_000;

const Wanted = z.object({
  act: z.enum(["vote", "follow", "save", "comment", "follow-collection", "search"]),
  /** The slug or key of what it is done to, or the query of a search. */
  of: z.string().max(2000),
  /** Where on the site it was begun. */
  path: z.string(),
  body: z.string().max(COMMENT_MAX).default(""),
  answersId: z.string().nullable().default(null),
});
/** What a visitor began before signing in. */
export type Wanted = z.input<typeof Wanted>;

type Needs = Pick<Deps, "store" | "now">;

/** Keeps it for this browser, by the hash of its secret cookie. What it began before is forgotten. */
export async function keepWanted(sessionId: string, wanted: Wanted, { store, now }: Needs): Promise<void> {
  const [payload, createdAt] = [JSON.stringify(Wanted.parse(wanted)), now()];
  const nobody = { grantId: null, uid: null, accountId: null, clientId: null };
  const row = { model: MODEL, id: sessionId, payload, ...nobody, createdAt };
  await store.change(
    (tx) => tx.oauth.put({ ...row, expiresAt: new Date(createdAt.getTime() + LIFETIME_MS) }),
    [`session ${sessionId}`],
  );
}

export async function findWanted(
  sessionId: string,
  { store, now }: Needs,
): Promise<z.infer<typeof Wanted> | undefined> {
  const row = await store.oauth.find(MODEL, sessionId);
  return row?.expiresAt && row.expiresAt > now() ? Wanted.parse(JSON.parse(row.payload)) : undefined;
}

export const forgetWanted = (sessionId: string, { store }: Needs): Promise<void> =>
  store.change((tx) => tx.oauth.remove(MODEL, sessionId), [`session ${sessionId}`]);
