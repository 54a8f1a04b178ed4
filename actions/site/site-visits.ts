import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { type Counted, isTyping, kindOfPage, pageOfPath, type VisitAbout } from "#domain/site/visit-figures.ts";
import type { Store } from "#store/store.ts";
import { createBatches } from "../batches.ts";

const WRITE_EVERY_MS = 10_000;
/** At this many names or visitors, figures are written early, to keep each change short. */
const MOST_WAITING = 2000;
const MOST_REMEMBERED = 20_000;
/** A search counts once nothing was typed for this long. */
const SETTLED_MS = 5000;

/** Someone on a day, without anything that tells who: hashes differ by kind of page and day. */
export type SiteVisitor = { hash: string; ofKind: string };
export type SiteView = {
  day: string;
  path: string;
  source: string;
  country: string | undefined;
  /** Undefined for browsers that ask not to be followed: their views count, and nothing else. */
  visitor: SiteVisitor | undefined;
};
export type SiteSearch = { day: string; text: string; total: number; at: number; hash: string | undefined };

/** Figures of the whole site, collected in memory and written in batches. A crash loses ten seconds of them. */
export type SiteVisits = {
  view(view: SiteView): void;
  search(search: SiteSearch): void;
  /** Writes what waits. On failure it is logged and dropped. */
  flush(): Promise<void>;
};

type Name = readonly [about: VisitAbout, name: string];

export function createSiteVisits({
  store,
  now,
  log,
}: {
  store: Store;
  now: () => Date;
  log: Pick<Logger, "warn">;
}): SiteVisits {
  const rows = new Map<string, Counted>();
  const newcomers = new Map<string, { day: string; names: readonly Name[] }>();
  const known = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  const typing = new Map<string, SiteSearch>();
  const batches = createBatches(write, WRITE_EVERY_MS);

  function add(day: string, [about, name]: Name, views: number, visitors: number, into = rows): void {
    const row = into.getOrInsertComputed(`${day} ${about} ${name}`, () => ({
      day,
      about,
      name,
      views: 0,
      visitors: 0,
    }));
    row.views += views;
    row.visitors += visitors;
  }

  function meet(hash: string, day: string, names: readonly Name[]): void {
    if (!known.has(hash) && !newcomers.has(hash)) newcomers.set(hash, { day, names });
  }

  const wait = (): void => batches.soon(rows.size + newcomers.size + typing.size >= MOST_WAITING);

  function settle({ day, text, total }: SiteSearch): void {
    add(day, ["search", text], 1, 0);
    if (total === 0) add(day, ["miss", text], 1, 0);
  }

  async function write(): Promise<void> {
    const before = now().getTime() - SETTLED_MS;
    for (const [hash, search] of typing)
      if (search.at <= before) {
        settle(search);
        typing.delete(hash);
      }
    if (typing.size > 0) wait();
    if (rows.size + newcomers.size === 0) return;
    const [counted, met] = [[...rows.entries()], [...newcomers]];
    rows.clear();
    newcomers.clear();
    try {
      await store.change(
        async (tx) => {
          const all = new Map(counted.map(([key, row]) => [key, { ...row }]));
          for (const [hash, { day, names }] of met)
            if (await tx.siteVisits.isNew(day, hash)) for (const name of names) add(day, name, 0, 1, all);
          await tx.siteVisits.add([...all.values()]);
        },
        ["visits"],
      );
      for (const [hash] of met) known.set(hash, true);
    } catch (error) {
      log.warn({ err: error, names: counted.length }, "visits of the site were not counted");
    }
  }

  return {
    view({ day, path, source, country, visitor }) {
      const kind = kindOfPage(path);
      add(day, ["all", ""], 1, 0);
      add(day, ["kind", kind], 1, 0);
      add(day, ["page", pageOfPath(path)], 1, 0);
      if (visitor) {
        meet(visitor.hash, day, [
          ["all", ""],
          ["source", source],
          ...(country ? ([["country", country]] as const) : []),
        ]);
        meet(visitor.ofKind, day, [["kind", kind]]);
      }
      wait();
    },
    search(search) {
      if (search.hash === undefined) settle(search);
      else {
        const before = typing.get(search.hash);
        if (before && !isTyping(before.text, search.text)) settle(before);
        typing.set(search.hash, search);
      }
      wait();
    },
    flush: batches.flush,
  };
}
