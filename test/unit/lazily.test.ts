import { expect, it } from "vitest";
import { lazily } from "../../core/lazily.ts";
import { once } from "../../domain/once.ts";

it("a lazy function is made at its first call and once, and again after it could not be made", async () => {
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

it("a value is made when it is first asked for, and once", () => {
  let made = 0;
  const value = once(() => ++made);
  expect([made, value(), value(), made]).toEqual([0, 1, 1, 1]);
});
