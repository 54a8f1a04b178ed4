import type { Ground } from "../../domain/report.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { tellAuthors } from "./decide-case.ts";
import { type FoundSubject, versionOf } from "./subjects.ts";

export type Refused = { ground: Ground; rule: string | null; statement: string };
type Parts = Pick<Deps, "now" | "uuid" | "settings">;

/**
 * A decision of the team that nobody reported, with its statement of reasons unless its author was told. It can be appealed
 * as any other.
 */
export async function recordRefusal(
  tx: Tx,
  found: FoundSubject,
  { ground, rule, statement, by, isTold = false }: Refused & { by: string; isTold?: boolean },
  parts: Parts,
): Promise<void> {
  const { type: subjectType, id: subjectId } = found.subject;
  // What is reported already keeps its own case.
  if (await tx.reports.openCase(found.subject)) return;
  const at = parts.now();
  const { title, path, said } = found;
  const authorId = found.authors[0]?.id ?? null;
  const words = { title, path, said, version: versionOf(found) };
  const one = await tx.reports.open({ subjectType, subjectId, ...words, authorId, openedAt: at });
  await tx.reports.decide(one.id, { outcome: "hidden", ground, rule, statement, by, at });
  if (!isTold) await tellAuthors(tx, { ...one, outcome: "hidden", ground, rule, statement }, parts);
}
