import { AsyncLocalStorage } from "node:async_hooks";
import { gather } from "./gather.ts";

type Later<Answer> = Answer | Promise<Answer>;
type Waiting<Item, Answer> = {
  item: Item;
  key: string | undefined;
  resolve: (answer: Later<Answer>) => void;
  reject: (error: unknown) => void;
};

/** Later questions wait for others during some event loop rounds, but no longer than this. */
const [QUIET_ROUNDS, MOST_MS] = [4, 5];
/** After this time the next call starts, because a call may hang. */
const PATIENCE_MS = 250;

/**
 * Combines concurrent questions into one call: the first goes at once; those arriving meanwhile go
 * together afterwards. A call has one question per key.
 */
export function together<Item, Answer>(
  answerAll: (items: Item[]) => Promise<readonly Later<Answer>[]>,
  { most, keyOf }: { most: number; keyOf?: (item: Item) => string },
): (item: Item) => Promise<Answer> {
  let queue: Waiting<Item, Answer>[] = [];
  let isServing = false;

  function taken(): Waiting<Item, Answer>[] {
    const keys = new Set<string>();
    const first: typeof queue = [];
    const later: typeof queue = [];
    for (const waiting of queue) {
      const { key } = waiting;
      if (first.length === most || (key !== undefined && keys.has(key))) later.push(waiting);
      else first.push(waiting);
      if (key !== undefined) keys.add(key);
    }
    queue = later;
    return first;
  }

  async function answer(asked: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(asked.map(({ item }) => item));
      for (const [at, answer] of answers.entries()) asked[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  // Runs without a caller's context, because it serves several.
  const outside = AsyncLocalStorage.snapshot();
  async function serve(): Promise<void> {
    isServing = true;
    while (queue.length > 0) {
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(over.resolve, PATIENCE_MS).unref();
      await Promise.race([answer(taken()), over.promise]);
      clearTimeout(timer);
      if (queue.length > 0) await gather(() => queue.length, { most, quietRounds: QUIET_ROUNDS, mostMs: MOST_MS });
    }
    isServing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, key: keyOf?.(item), resolve, reject });
      if (!isServing) void outside(serve);
    });
}
