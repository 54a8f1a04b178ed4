/** Since when the first of two was ahead for good, and how often the lead went from one to the other. */
export type Lead = { since: Date; changes: number };

/** Who was ahead when, from the times of all votes for each. Undefined if the first did not end ahead. */
export function leadOf(first: readonly Date[], second: readonly Date[]): Lead | undefined {
  const steps = [...first.map((at) => ({ at, by: 1 })), ...second.map((at) => ({ at, by: -1 }))].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  let ahead = 0;
  let leader = 0;
  let changes = 0;
  let since: Date | undefined;
  for (const { at, by } of steps) {
    if (ahead === 0 && by > 0) since = at;
    ahead += by;
    const now = Math.sign(ahead);
    if (now !== 0 && now !== leader) {
      if (leader !== 0) changes++;
      leader = now;
    }
  }
  return ahead > 0 && since ? { since, changes } : undefined;
}
