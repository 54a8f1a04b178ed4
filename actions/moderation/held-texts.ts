import type { Subject } from "#domain/moderation/report.ts";
import type { WrittenText } from "#store/repos/moderation/written-texts.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { type Refused, recordRefusal } from "./record-refusal.ts";
import { type FoundSubject, readSubject, releaseSubject, type SubjectReads } from "./report-subjects.ts";

export type HeldText = { text: WrittenText; found: FoundSubject };

export async function heldTexts(store: SubjectReads & Pick<Reads, "writtenTexts">): Promise<HeldText[]> {
  const all: HeldText[] = [];
  for (const text of await store.writtenTexts.held()) {
    const found = await readSubject(store, { type: text.subjectType, id: text.subjectId });
    if (found && !found.isShown) all.push({ text, found });
  }
  return all;
}

type Ruling = { by: string; seenAt: Date; refused: Refused | undefined };
type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;

/**
 * Publishes a held text, or rejects it and tells the author why. False if it was decided or changed
 * since `seenAt`. Call `wakeJobs` afterwards.
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
