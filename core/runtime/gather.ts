import { setImmediate as nextRound } from "node:timers/promises";

export async function gather(
  length: () => number,
  { most, quietRounds, mostMs }: { most: number; quietRounds: number; mostMs: number },
): Promise<void> {
  const until = performance.now() + mostMs;
  for (let quiet = 0; quiet < quietRounds && length() < most && performance.now() < until; quiet++) {
    const before = length();
    await nextRound();
    if (length() > before) quiet = -1;
  }
}
