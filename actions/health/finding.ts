import { DatabaseFault } from "../../store/database-fault.ts";

/**
 * One thing that was looked at. `ok` is false for a fault, and `cure` then says what to do about it. `isChecked` is false when it could
 * not be looked at, which is no fault of this installation.
 */
export type Finding = { check: string; ok: boolean; isChecked: boolean; detail: string; cure: string | null };

/** What a check throws for something that is wrong and can be cured. */
export class Ill extends Error {
  readonly cure: string;
  constructor(detail: string, cure: string) {
    super(detail);
    this.cure = cure;
  }
}

/** What a check throws when it cannot look. */
export class Unchecked extends Error {}

/** Runs one check: what it returns is reported as well, what it throws as wrong. */
export async function look(check: string, work: () => string | Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, isChecked: true, detail: await work(), cure: null };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof DatabaseFault)
      return { check, ok: false, isChecked: true, detail: error.detail, cure: error.cure };
    if (error instanceof Unchecked) return { check, ok: true, isChecked: false, detail, cure: null };
    const cure = error instanceof Ill ? error.cure : "This is unexpected. Look into the log, and report it as a bug.";
    return { check, ok: false, isChecked: true, detail, cure };
  }
}
