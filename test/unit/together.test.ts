import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { together } from "../../core/runtime/together.ts";

/** Keeps calls until they are answered by hand. */
function asked(options: { most: number; keyOf?: (item: number) => string }) {
  const calls: {
    items: number[];
    answer: (values: (string | Promise<string>)[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const ask = together(
    (items: number[]) =>
      new Promise<(string | Promise<string>)[]>((answer, fail) => void calls.push({ items, answer, fail })),
    options,
  );
  const items = () => calls.map((call) => call.items);
  return { ask, calls, items };
}
const named = (items: number[]) => items.map((item) => `answer ${item}`);

it("questions that come during a call go together in the next, and each gets its own answer", async () => {
  const { ask, calls, items } = asked({ most: 3 });
  const answers = [1, 2, 3, 4, 5].map(ask);
  expect(items()).toEqual([[1]]);
  for (let call = 0; call < 3; call++) {
    await expect.poll(() => calls.length).toBe(call + 1);
    calls[call]!.answer(named(calls[call]!.items));
  }
  expect(await Promise.all(answers)).toEqual(named([1, 2, 3, 4, 5]));
  expect(items()).toEqual([[1], [2, 3, 4], [5]]);
});

it("of questions with the same key, a call has the first", async () => {
  const { ask, calls, items } = asked({ most: 9, keyOf: (item) => `${item % 2}` });
  const answers = [1, 3, 2, 5, 4].map(ask);
  for (let call = 0; call < 3; call++) {
    await expect.poll(() => calls.length).toBe(call + 1);
    calls[call]!.answer(named(calls[call]!.items));
  }
  expect(await Promise.all(answers)).toEqual(named([1, 3, 2, 5, 4]));
  expect(items()).toEqual([[1], [3, 2], [5, 4]]);
});

it("a failed call rejects everyone who shared it, and the next one proceeds", async () => {
  const { ask, calls } = asked({ most: 9 });
  const first = ask(1);
  const [second, third] = [ask(2), ask(3)];
  calls[0]!.answer([Promise.reject(new Error("of one"))]);
  await expect(first).rejects.toThrow("of one");
  await expect.poll(() => calls.length).toBe(2);
  const fourth = ask(4);
  calls[1]!.fail(new Error("of all"));
  await expect(second).rejects.toThrow("of all");
  await expect(third).rejects.toThrow("of all");
  await expect.poll(() => calls.length).toBe(3);
  calls[2]!.answer(["four"]);
  expect(await fourth).toBe("four");
});

it("questions do not wait for a call that hangs", async () => {
  const { ask, calls, items } = asked({ most: 9 });
  const hanging = ask(1);
  const answered = ask(2);
  await expect.poll(() => calls.length).toBe(2);
  calls[1]!.answer(["two"]);
  expect(await answered).toBe("two");
  expect(items()).toEqual([[1], [2]]);
  calls[0]!.answer(["one"]);
  expect(await hanging).toBe("one");
});

it("a call runs without a context, and each answer in its caller's", async () => {
  const who = new AsyncLocalStorage<string>();
  const ask = together(async (items: number[]) => items.map((item) => `${who.getStore()} ${item}`), { most: 9 });
  const heard = ["ann", "ben"].map((name, item) =>
    who.run(name, async () => `${await ask(item)} for ${who.getStore()}`),
  );
  expect(await Promise.all(heard)).toEqual(["undefined 0 for ann", "undefined 1 for ben"]);
});
