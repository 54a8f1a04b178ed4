type Timer = { ms: number; wake: () => void };

/** A `sleep` whose time passes when told. */
export function createTimers() {
  const timers = new Set<Timer>();
  return {
    sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const timer = {
          ms,
          wake() {
            timers.delete(timer);
            resolve();
          },
        };
        if (signal?.aborted) return resolve();
        timers.add(timer);
        signal?.addEventListener("abort", timer.wake, { once: true });
      }),
    asleep: () => timers.size,
    pass() {
      for (const { wake } of [...timers]) wake();
    },
  };
}
