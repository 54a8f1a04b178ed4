/** The value below which this share of the values lies; 0 of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** p50, p99 and the longest of some milliseconds. */
export const spread = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${quantile(times, 1).toFixed(0)} ms`;

/** Prints a Markdown table; the first row is the head. */
export function printTable([head, ...rows]: [string[], ...string[][]]): void {
  for (const line of [head, head.map((_, column) => (column ? "---:" : "---")), ...rows])
    console.log(`| ${line.join(" | ")} |`);
}
