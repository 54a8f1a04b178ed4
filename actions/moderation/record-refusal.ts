import type { Ground } from "../../domain/moderation/report.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { decisionPath, isOwnCase, tellAuthors, tellReporters } from "./decide-case.ts";
import { type FoundSubject, versionOf } from "./report-subjects.ts";

export type Refused = { ground: Ground; rule: string | null; statement: string };
type Parts = Pick<Deps, "now" | "uuid" | "settings">;

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
