import type { Stage } from "../tools/define.ts";

/** Clients wait anew after each message. */
const BEAT_MS = 1500;

type Progress = { progress: number; total?: number | undefined; message: string };

/**
 * Says how far a call is until `ended`. The figure rises each time, as the protocol asks, even if
 * nothing has happened.
 */
export async function tellProgress(
  stage: () => Stage,
  tell: (progress: Progress) => Promise<void>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
): Promise<void> {
  for (let told = 0; ; ) {
    await sleep(BEAT_MS, ended);
    if (ended.aborted) return;
    const { at = 0, of, message } = stage();
    told = Math.max(at, of === undefined ? told + 1 : told + (of - told) / 20);
    await tell({ progress: told, ...(of !== undefined && { total: of }), message });
  }
}
