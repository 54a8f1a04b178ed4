import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type DomainRatings, registrable } from "./rating.ts";

const SOURCE = "Tranco list";
/** The list has a million domains. */
const LONGEST = 1_000_000;

/** Logarithmic: rank 1 is 100, rank 10 is 83, rank 1,000,000 is 1. */
export const ratingOfRank = (rank: number): number =>
  Math.max(1, Math.round(100 * (1 - Math.log10(rank) / Math.log10(LONGEST))));

/** The offline list from tranco-list.eu, lines of `rank,domain`. Read on first use and after changes. */
export function trancoFile(file: string): DomainRatings {
  let ranks = new Map<string, number>();
  let readOf = "";

  async function load(): Promise<void> {
    const { mtimeMs, size } = await stat(file);
    const version = `${mtimeMs} ${size}`;
    if (version === readOf) return;
    const next = new Map<string, number>();
    for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
      const [, rank, domain] = /^(\d+),([^,\s]+)\s*$/.exec(line) ?? [];
      if (rank && domain && Number(rank) > 0) next.set(domain.toLowerCase(), Number(rank));
    }
    ranks = next;
    readOf = version;
  }

  return async (domain) => {
    await load();
    const rank = ranks.get(domain) ?? ranks.get(registrable(domain));
    return { value: rank === undefined ? null : ratingOfRank(rank), source: SOURCE };
  };
}
