/**
 * Runs work on the same lane in order of arrival, and at most `most` at once. Work takes all its
 * lanes at once, which prevents deadlocks.
 */
export function createLanes(most: number) {
  const tails = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function withRoom<T>(work: () => Promise<T>): Promise<T> {
    if (running === most) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return function inLanes<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = names.map((name) => tails.get(name));
    const done = Promise.all(before).then(() => withRoom(work));
    const tail = done.then(
      () => undefined,
      () => undefined,
    );
    for (const name of names) tails.set(name, tail);
    void tail.then(() => {
      for (const name of names) if (tails.get(name) === tail) tails.delete(name);
    });
    return done;
  };
}
