const MINUTE_MS = 60_000;

export function perMinute(count: number, now: () => Date): () => boolean {
  let minute = 0;
  let used = 0;
  return () => {
    const current = Math.floor(now().getTime() / MINUTE_MS);
    if (current !== minute) used = 0;
    minute = current;
    return used++ < count;
  };
}
