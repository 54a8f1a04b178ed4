import { expect, it } from "vitest";
import { lazily } from "../../core/runtime/lazily.ts";
import { once } from "../../domain/text/once.ts";

it("a lazy function is created once, at its first call, and again after a failure", async () => {
  let tries = 0;
  const double = lazily(async () => {
    if (++tries === 1) throw new Error("no such module");
    return (number: number) => number * 2;
  });
  expect(tries).toBe(0);
  await expect(double(1)).rejects.toThrow("no such module");
  expect(await Promise.all([double(2), double(3)])).toEqual([4, 6]);
  expect(await double(4)).toBe(8);
  expect(tries).toBe(2);
});

it("a lazy value is created once, on first use", () => {
  let made = 0;
  const value = once(() => ++made);
  expect([made, value(), value(), made]).toEqual([0, 1, 1, 1]);
});
