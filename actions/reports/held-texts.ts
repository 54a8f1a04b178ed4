import type { Ground, Subject } from "../../domain/report.ts";
import type { WrittenText } from "../../store/repos/written-texts.ts";
import type { Reads, Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { tellAuthors } from "./decide-case.ts";
import { type FoundSubject, readSubject, releaseSubject, type SubjectReads, versionOf } from "./subjects.ts";

export type HeldText = { text: WrittenText; found: FoundSubject };

/** Texts that wait for the team because of a rule, as they are now. */
export async function heldTexts(store: SubjectReads & Pick<Reads, "writtenTexts">): Promise<HeldText[]> {
  const all: HeldText[] = [];
  for (const text of await store.writtenTexts.held()) {
    const found = await readSubject(store, { type: text.subjectType, id: text.subjectId });
    if (found && !found.isShown) all.push({ text, found });
  }
  return all;
}

export type Refused = { ground: Ground; rule: string | null; statement: string };
type Ruling = { by: string; seenAt: Date; refused: Refused | undefined };
type Parts = Pick<Deps, "now" | "uuid" | "settings">;

/**
 * Publishes a held text, or refuses it and tells its writer why. False if it was decided or changed since `seenAt`. Call
 * `wakeJobs` afterwards.
 */
export async function decideHeld(
  tx: Tx,
  subject: Subject,
  { by, seenAt, refused }: Ruling,
  parts: Parts,
): Promise<boolean> {
  const [text, found] = [await tx.writtenTexts.find(subject), await readSubject(tx, subject)];
  if (!found || text?.at.getTime() !== seenAt.getTime()) return false;
  const at = parts.now();
  if (!(await tx.writtenTexts.settle(subject, { passed: !refused, at }))) return false;
  await releaseSubject(tx, subject, !refused, { by, at, reason: refused?.statement ?? "" });
  if (refused) await recordRefusal(tx, found, { ...refused, by }, parts);
  return true;
}

/** A decision of the team that nobody reported, with its statement of reasons. It can be appealed as any other. */
export async function recordRefusal(
  tx: Tx,
  found: FoundSubject,
  { ground, rule, statement, by }: Refused & { by: string },
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
  await tellAuthors(tx, { ...one, outcome: "hidden", ground, rule, statement }, parts);
}
