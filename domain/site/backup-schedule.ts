const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LEAST_MS = 60_000;

/** "30m", "6h" or "1d" in milliseconds; undefined for other texts or under a minute. */
export function readInterval(text: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(text.trim()) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? 0);
  return ms >= LEAST_MS ? ms : undefined;
}

export type BackupKind = "db" | "dump";

/** debut-20261121T164500Z.db: names sort by time. */
export const backupName = (at: Date, kind: BackupKind = "db"): string =>
  `debut-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.${kind}`;

const NAME = /^debut-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.(db|dump)$/;

/** When a backup was made; undefined for other files, which Debut never touches. */
export function backedUpAt(name: string): Date | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export const tooOld = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(keep);
