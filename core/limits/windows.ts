type Window = { count: number; endsAt: number };

/** Whole milliseconds, so the time left never exceeds the window. */
const wholeMs = (): number => Math.floor(performance.now());

export function createWindows(windowMs: number, nowMs: () => number = wholeMs) {
  // Two alternating maps, so windows need no timers.
  let recent = new Map<string, Window>();
  let earlier = new Map<string, Window>();
  let since = nowMs();

  function find(key: string, now: number): Window | undefined {
    if (now - since >= windowMs) {
      earlier = recent;
      recent = new Map();
      since = now;
    }
    const window = recent.get(key) ?? earlier.get(key);
    return window && window.endsAt > now ? window : undefined;
  }

  return {
    add(key: string, points: number): { count: number; leftMs: number } {
      const now = nowMs();
      let window = find(key, now);
      if (!window) {
        window = { count: 0, endsAt: now + windowMs };
        recent.set(key, window);
      }
      window.count = Math.max(0, window.count + points);
      return { count: window.count, leftMs: window.endsAt - now };
    },
    learn(key: string, { count, leftMs }: { count: number; leftMs: number }): void {
      const window = find(key, nowMs());
      if (!window || window.count >= count) return;
      window.count = count;
      window.endsAt = nowMs() + leftMs;
    },
    look(key: string): { count: number; leftMs: number } {
      const now = nowMs();
      const window = find(key, now);
      return window ? { count: window.count, leftMs: window.endsAt - now } : { count: 0, leftMs: 0 };
    },
  };
}
