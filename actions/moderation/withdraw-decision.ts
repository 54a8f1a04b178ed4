import type { Case } from "../../store/repos/moderation/reports.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import { tellAppellant } from "./appeal.ts";
import { tellReporters } from "./decide-case.ts";
import { type FoundSubject, versionOf } from "./report-subjects.ts";

/** For people who were told that it is hidden. */
const AGAIN = "We reviewed it again and reversed our decision: it follows our terms of use.";

/** The standing decision to hide this text, unless it changed since. */
export async function standingRefusal(tx: Tx, found: FoundSubject): Promise<Case | undefined> {
  const one = await tx.reports.newestHidden(found.subject);
  return one?.version === versionOf(found) ? one : undefined;
}

/**
 * Reverses a decision whose text was republished without an appeal, and informs everyone involved.
 * A pending appeal is granted.
 */
export async function withdrawDecision(
  tx: Tx,
  one: Case,
  { by, path }: { by: string; path: string },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<void> {
  const at = parts.now();
  const answer = { isGranted: true, statement: AGAIN, by, at };
  const waiting = (await tx.reports.appealsOf(one.id)).filter(
    ({ reportId, decidedAt }) => reportId === null && decidedAt === null,
  );
  for (const appeal of waiting) {
    await tx.reports.decideAppeal(appeal.id, answer);
    await tellAppellant(tx, { appeal, case: one }, answer, parts);
  }
  const verdict = { outcome: "kept", ground: null, rule: null, statement: AGAIN } as const;
  await tx.reports.decide(one.id, { ...verdict, by, at });
  await tellReporters(tx, { ...one, ...verdict }, { isChanged: true }, parts);
  if (waiting.length > 0 || one.authorId === null) return;
  const news = { kind: "decision", key: `decision:${one.id}`, words: { about: one.title } } as const;
  await notify(tx, { ...news, accountId: one.authorId, path, at, by: null });
}
