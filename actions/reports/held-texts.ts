import type { Subject } from "../../domain/report.ts";
import type { WrittenText } from "../../store/repos/written-texts.ts";
import type { Reads, Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { type FoundSubject, readSubject, type SubjectReads } from "./subjects.ts";

export type HeldText = { text: WrittenText; found: FoundSubject };

/** Texts that wait for the team because of a rule, as they are now. */
export async function heldTexts(store: SubjectReads & Pick<Reads, "writtenTexts">): Promise<HeldText[]> {
  const rows = await store.writtenTexts.held();
  const read = await Promise.all(
    rows.map(async (text) => ({ text, found: await readSubject(store, { type: text.subjectType, id: text.subjectId }) })),
  );
  return read.filter((one): one is HeldText => one.found !== undefined);
}

/** Notes that the team let a held text through, or not: a writer whose text passed is no longer new. */
export const settleHeld = (tx: Tx, subject: Subject, passed: boolean, { now }: Pick<Deps, "now">): Promise<boolean> =>
  tx.writtenTexts.settle(subject, { passed, at: now() });
