import type { Deps } from "#actions/context.ts";
import { type Patience, watch } from "#actions/job-ends.ts";
import type { AnyTool } from "./define.ts";

type Output = Record<string, unknown>;

/**
 * Waits until an output is final, for as long as the caller has patience; returns the last one.
 * `read` calls another tool, as a part of this call.
 */
export async function hold(
  { later }: Pick<AnyTool, "later">,
  first: Output,
  read: (tool: string, input: object) => Promise<Output>,
  patience: Patience,
  deps: Pick<Deps, "now" | "sleep" | "jobEnds">,
): Promise<Output> {
  const again = later?.again;
  if (!again || patience.ms <= 0) return first;
  let last = first;
  const watched = {
    read: async (before: Output) => {
      last = await read(again.tool, again.input(before));
      return last;
    },
    isDone: (output: Output) => later.isDone(output),
    jobOf: (output: Output) => again.job(output),
  };
  return watch(first, watched, patience, deps).catch(() => last);
}
