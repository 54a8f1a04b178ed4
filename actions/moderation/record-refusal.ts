import { type Ground, STATEMENTS } from "#domain/moderation/report.ts";
import { inEnglish } from "#languages/words.ts";
import type { Case } from "#store/repos/moderation/reports.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import { tellAppellant } from "./appeal.ts";
import { decisionPath, isOwnCase, tellAuthors, tellReporters } from "./decide-case.ts";
import { type FoundSubject, versionOf } from "./report-subjects.ts";

export type Refused = { ground: Ground; rule: string | null; statement: string };
type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;

/**
 * Records the team's own decision and closes reports about it. It states its reasons unless the
 * author was told. Returns its URL, or nothing if only another admin may decide those reports.
 */
export async function recordRefusal(
  tx: Tx,
  found: FoundSubject,
  { ground, rule, statement, by, isTold = false }: Refused & { by: string; isTold?: boolean },
  parts: Parts,
): Promise<string | undefined> {
  const { type: subjectType, id: subjectId } = found.subject;
  const open = await tx.reports.openCase(found.subject);
  if (open && (await isOwnCase(tx, open, by))) return undefined;
  const at = parts.now();
  const { title, path, said } = found;
  const authorId = found.authors[0]?.id ?? null;
  const words = { title, path, said, version: versionOf(found) };
  const one = open ?? (await tx.reports.open({ subjectType, subjectId, ...words, authorId, openedAt: at }));
  const verdict = { outcome: "hidden", ground, rule, statement } as const;
  await tx.reports.decide(one.id, { ...verdict, by, at });
  if (open) await tellReporters(tx, { ...one, ...verdict }, { isChanged: false }, parts);
  if (!isTold) await tellAuthors(tx, { ...one, ...verdict }, parts);
  return parts.settings.BASE_URL + decisionPath(one.id);
}

/** For people who were told that it is hidden. */
const AGAIN = inEnglish(STATEMENTS.reversed());

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
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
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
