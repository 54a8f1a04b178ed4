import { DatabaseFault } from "../../database-fault.ts";

/** One thing that was looked at. `cure` says what to do when it is not well. */
export type Finding = { check: string; ok: boolean; detail: string; cure: string | null };

/** What a check throws for something that is wrong and can be cured. */
export class Ill extends Error {
  readonly cure: string;
  constructor(detail: string, cure: string) {
    super(detail);
    this.cure = cure;
  }
}

/** Runs one check: what it returns is told as well, what it throws as wrong. */
export async function look(check: string, work: () => string | Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await work(), cure: null };
  } catch (error) {
    if (error instanceof DatabaseFault) return { check, ok: false, detail: error.detail, cure: error.cure };
    const cure = error instanceof Ill ? error.cure : "This is not foreseen: see the log, or tell us of it.";
    return { check, ok: false, detail: error instanceof Error ? error.message : String(error), cure };
  }
}
