import type { Settings } from "../../core/settings/config.ts";
import { maskOf } from "../../core/settings/shown-settings.ts";
import { messageOf } from "../../domain/text/failure.ts";
import { DatabaseFault } from "../../store/database-fault.ts";

/**
 * The result of a check. If not `ok`, `cure` says what to do. `isChecked` is false if the check
 * could not run.
 */
export type Finding = { check: string; ok: boolean; isChecked: boolean; detail: string; cure: string | null };

/** Thrown by a check that failed, with the cure. */
export class Ill extends Error {
  readonly cure: string;
  constructor(detail: string, cure: string) {
    super(detail);
    this.cure = cure;
  }
}

/** Removes secrets from the settings that a library may have put into its message. */
export function masked<F extends Finding>(findings: readonly F[], settings: Settings): F[] {
  const mask = maskOf(settings);
  return findings.map((finding) => ({
    ...finding,
    detail: mask(finding.detail),
    cure: finding.cure && mask(finding.cure),
  }));
}

/** Thrown by a check that cannot run. */
export class Unchecked extends Error {}

export async function look(check: string, work: () => string | Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, isChecked: true, detail: await work(), cure: null };
  } catch (error) {
    const detail = messageOf(error);
    if (error instanceof DatabaseFault)
      return { check, ok: false, isChecked: true, detail: error.detail, cure: error.cure };
    if (error instanceof Unchecked) return { check, ok: true, isChecked: false, detail, cure: null };
    const cure = error instanceof Ill ? error.cure : "This is unexpected. See the log, and report it as a bug.";
    return { check, ok: false, isChecked: true, detail, cure };
  }
}
