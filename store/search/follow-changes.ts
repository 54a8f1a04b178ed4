import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { PART_END } from "../../domain/search-text.ts";
import { knownSets, type SetKey, type SetLimits, STATUSES } from "./known-sets.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";

const AT_ONCE = 100;
/** After more changes than this, rereading everything is faster. */
const MAX_BEHIND = 10_000;

type Row = {
  status: string;
  stage: string | null;
  country: string | null;
  pricing_model: string | null;
  domain: string;
};

/**
 * Keeps the in-memory search data (vocabulary, sets) up to date from the database's list of
 * changes, by this process or others. After a restart it is read again.
 */
export function followChanges(client: Database.Database, limits?: Partial<SetLimits>) {
  let vocabulary: Vocabulary | undefined;
  let loading: Promise<Vocabulary> | undefined;
  let refreshing = false;
  let addedMeanwhile: string[] = [];
  let seen = 0;

  const newest = client.prepare<[], number>("select coalesce(max(seq), 0) from search_changes").pluck();
  const changes = client
    .prepare<[number, number], [seq: number, listingId: number]>(
      "select seq, listing_id from search_changes where seq > ? order by seq limit ?",
    )
    .raw();
  const rowOf = client.prepare<[number], Row>(
    "select status, stage, country, pricing_model, domain from listings where id = ?",
  );
  const categoriesOf = client
    .prepare<[number], string>("select category_slug from listing_categories where listing_id = ?")
    .pluck();
  const wordsOf = client.prepare<[number], string>("select words from listing_texts where listing_id = ?").pluck();

  const sets = knownSets(client, () => vocabulary!, limits);

  function apply(id: number): void {
    const row = rowOf.get(id);
    const text = wordsOf.get(id) ?? "";
    const list = text.split(/[ \u0001]+/).filter(Boolean);
    const words = new Set(list);
    const names = text.slice(0, Math.max(0, text.indexOf(PART_END))).split(" ");
    const categories = new Set(categoriesOf.all(id));
    vocabulary?.add(words);
    if (refreshing) addedMeanwhile.push(...list);
    sets.apply(id, (key: SetKey) => {
      if (!row) return false;
      const colon = key.indexOf(":");
      const value = key.slice(colon + 1);
      switch (key.slice(0, colon)) {
        case "status":
          return STATUSES[value]!.includes(row.status);
        case "stage":
          return row.stage === value;
        case "country":
          return row.country === value;
        case "pricing":
          return row.pricing_model === value;
        case "domain":
          return row.domain === value;
        case "category":
          return categories.has(value);
        case "word":
          return words.has(value);
        case "prefix":
          return list.some((word) => word.startsWith(value));
        default:
          return names.some((word) => word.startsWith(value));
      }
    });
  }

  async function load(): Promise<Vocabulary> {
    sets.clear();
    seen = newest.get()!;
    return readVocabulary(client);
  }

  /** Reads the vocabulary again while searches go on with the old one and what was added to it. */
  async function refresh(): Promise<void> {
    refreshing = true;
    try {
      const fresh = await readVocabulary(client);
      fresh.add(addedMeanwhile);
      vocabulary = fresh;
    } finally {
      addedMeanwhile = [];
      refreshing = false;
    }
  }

  /** Applies every change that was committed until now, and gives the vocabulary. */
  async function upToDate(): Promise<Vocabulary> {
    for (;;) {
      if (loading) await loading;
      if (!vocabulary || newest.get()! - seen > MAX_BEHIND) {
        loading ??= load();
        try {
          vocabulary = await loading;
        } finally {
          loading = undefined;
        }
        continue;
      }
      const batch = changes.all(seen, AT_ONCE);
      if (!batch.length) break;
      for (const id of new Set(batch.map(([, listingId]) => listingId))) apply(id);
      seen = batch.at(-1)![0];
      if (batch.length === AT_ONCE) await breathe();
    }
    if (vocabulary.isFull && !refreshing) void refresh().catch(() => undefined);
    return vocabulary;
  }

  /** Reads what searches need in memory, so that the first ones need not wait. */
  async function warm(): Promise<void> {
    const { frequent } = await upToDate();
    await sets.readAhead([
      "status:live",
      "status:upcoming",
      ...frequent(sets.mostRare()).map((word) => `word:${word}` as const),
    ]);
  }

  return { sets, upToDate, warm };
}
