import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { createFloodLog } from "../../payments/flood-log.ts";

afterEach(() => void vi.useRealTimers());

it("the first warning of a kind is logged at once, and those of the next minute as one line with their number", () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const warn = createFloodLog(pino({}, { write: (line: string) => void lines.push(line) }));
  const times = () => lines.map((line) => [JSON.parse(line).n, JSON.parse(line).times]);

  for (let n = 1; n <= 3_000; n++) warn("refused", { n }, "refused");
  warn("other", { n: 0 }, "other");
  expect(times()).toEqual([
    [1, undefined],
    [0, undefined],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(times().slice(2)).toEqual([[3_000, 2_999]]);
  warn("refused", { n: 4_000 }, "refused");
  vi.advanceTimersByTime(120_000);
  expect(times().slice(3)).toEqual([[4_000, 1]]);
  warn("refused", { n: 5_000 }, "refused");
  expect(times().slice(4)).toEqual([[5_000, undefined]]);
});
