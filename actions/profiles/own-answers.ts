import type { Founder } from "../../domain/profiles/founder.ts";
import { accountOfFounder } from "../../domain/profiles/founder-account.ts";
import type { Reads, Tx } from "../../store/store.ts";
import { hasImported } from "./interviews-of.ts";

export async function foundersBehind(
  { interview }: Pick<Reads, "interview">,
  accountId: string,
): Promise<Pick<Founder, "id" | "slug" | "interview">[]> {
  const near = await interview.foundersNear(accountId);
  const members = await interview.membersBehind(near.map(({ id }) => id));
  return near.filter(({ id, name }) => accountOfFounder(name, members.get(id) ?? []) === accountId);
}

/** A member's answers by question id: their own, or else imported with their founder pages. */
export async function ownAnswers(reads: Pick<Reads, "interview">, accountId: string): Promise<Map<number, string>> {
  const own = await reads.interview.answersOf(accountId);
  if (own.length) return new Map(own.map(({ questionId, answer }) => [questionId, answer]));
  const imported = (await foundersBehind(reads, accountId)).flatMap(({ interview }) => Object.entries(interview));
  return new Map(imported.map(([id, answer]) => [Number(id), answer]));
}

export async function adoptImported(tx: Pick<Tx, "interview">, accountId: string, at: Date): Promise<void> {
  const imported = (await foundersBehind(tx, accountId)).filter(hasImported);
  if (!imported.length) return;
  for (const [id, answer] of await ownAnswers(tx, accountId)) await tx.interview.answer(accountId, id, answer, at);
  await tx.interview.dropImported(imported.map(({ id }) => id));
}
