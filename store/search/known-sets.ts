import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { filedAs } from "#domain/listings/price-fields.ts";
import { given } from "#domain/text/given.ts";
import { IdSet } from "./id-set.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a set contains: rows with a status, filter value, frequent word, … */
export type SetKey =
  `${"status" | "stage" | "country" | "language" | "pricing" | "domain" | "category" | "tag" | "word" | "lead" | "prefix" | "name" | "own" | "range" | "has"}:${string}`;

const SLICE = 40_000;
const ROWS_AT_ONCE = 20_000;

/** `quick`: up to this many listings, a word is fast to read from the index. */
export type SetLimits = { maxBytes: number; quick: number };
const QUICK = 512;
/** With a million listings, a set takes 125 kB, and searches need about 2,000. */
const MAX_BYTES = { atLeast: 112 * 1024 * 1024, aListing: 256 };
/** Above this share, a bit set is smaller than a list. */
const DENSE = 128;

// Numbers are bound as reals, but with real bounds FTS5 reads the whole list.
const BETWEEN = "rowid between cast(? as integer) and cast(? as integer)";
const WORD = `select rowid from listing_search where listing_search match ? and ${BETWEEN}`;
const LEAD = `select rowid from listing_leads where listing_leads match ? and ${BETWEEN}`;
const BY_KIND: Record<string, string> = {
  stage: "select id from listings indexed by listings_stage where stage = ? and id between ? and ?",
  country: "select id from listings indexed by listings_country where country = ? and id between ? and ?",
  language: "select id from listings indexed by listings_language where language = ? and id between ? and ?",
  pricing: "select id from listings indexed by listings_pricing where pricing_model = ? and id between ? and ?",
  domain: "select id from listings indexed by listings_domain where domain = ? and id between ? and ?",
  category: "select listing_id from listing_categories where category_slug = ? and listing_id between ? and ?",
  tag: "select listing_id from listing_tags where tag = ? and listing_id between ? and ?",
};
const WORDS_WITH = "select rowid from listing_search where listing_search match ?";
const NAMES_WITH = "select rowid from listing_names where listing_names match ?";
/** Share of the memory to preload. */
const READ_AHEAD = 0.8;
/**
 * Up to this many listings, words are queried together; with more, the index would compare row by
 * row.
 */
const RARE = 50;
const RARE_AT_ONCE = 32;
const LOOK_UP_COST = 15;
const COUNTED_EVERY = 256;
const STATUS = "select id from listings indexed by listings_status where status = ? and id between ? and ?";
const OWN = "select listing_id from listing_values where field = ? and value = ?";
const HAS_OWN = "select listing_id from listing_values where field = ?";
/** Listings that state a value at all. */
const HAS: Record<string, string> = {
  stage: "select id from listings indexed by listings_stage where stage is not null",
  country: "select id from listings indexed by listings_country where country is not null",
  pricing_model: "select id from listings indexed by listings_pricing where pricing_model is not null",
};
const RANGE =
  "select listing_id from listing_values indexed by listing_values_num where field = ? and num >= ? and num <= ?";
const BELOW =
  "select listing_id from listing_values indexed by listing_values_num where field = ? and num >= ? and num < ?";
/** A range without a bound goes on for ever. */
export function rangeOf(wish: string): { field: string; from: number; to: number } {
  const [field = "", bounds = ""] = wish.split("=");
  const [from = "", to = ""] = bounds.split("..");
  return { field, from: from === "" ? -Number.MAX_VALUE : Number(from), to: to === "" ? Number.MAX_VALUE : Number(to) };
}
export const STATUSES: Record<string, string[]> = { live: ["live"], upcoming: ["scheduled", "awaiting_badge"] };

type Ids = Database.Statement<(string | number)[], number>;
type Entry = { set: IdSet; ready: Promise<IdSet>; isReady: boolean };

/**
 * Cached sets of listing ids, read in small slices and updated by `apply`. Evicts the least
 * recently used above `maxBytes`.
 */
export function knownSets(client: Database.Database, vocabulary: () => Vocabulary, limits: Partial<SetLimits> = {}) {
  const { quick = QUICK } = limits;
  const entries = new Map<SetKey, Entry>();
  // Nearly every search needs the live listings.
  const lasting = new Set<SetKey>(["status:live", "status:upcoming"]);
  const statements = new Map<string, Ids>();
  const lastId = client.prepare<[], number>("select coalesce(max(id), 0) from listings").pluck();

  function statement(sql: string): Ids {
    const known = statements.get(sql) ?? client.prepare<(string | number)[], number>(sql).pluck();
    statements.set(sql, known);
    return known;
  }

  let most = quick;
  let maxBytes = limits.maxBytes ?? MAX_BYTES.atLeast;

  async function fill(set: IdSet, sql: string, value: string, max: number, slice = SLICE): Promise<void> {
    for (let from = 1; from <= max; from += slice) {
      if (from > 1) await breathe();
      for (const id of statement(sql).all(value, from, Math.min(max, from + slice - 1))) set.add(id);
    }
  }

  /** Each slice is a separate index query, so words get as few as possible. */
  const sliceFor = (word: string, max: number): number =>
    Math.max(SLICE, Math.ceil((max * ROWS_AT_ONCE) / Math.max(1, vocabulary().rowsWith(word))));

  async function read(key: SetKey, set: IdSet, max: number): Promise<void> {
    const kind = key.slice(0, key.indexOf(":"));
    const value = key.slice(kind.length + 1);
    if (kind === "status") {
      for (const status of given(STATUSES[value])) await fill(set, STATUS, status, max);
    } else if (kind === "word") await fill(set, WORD, `"${value}"`, max, sliceFor(value, max));
    else if (kind === "lead") await fill(set, LEAD, `"${value}"`, max, sliceFor(value, max));
    // A prefix is one list that the index reads whole.
    else if (kind === "name") addFound(set, NAMES_WITH, `"${value}"*`);
    else if (kind === "prefix") await unite(set, value);
    else if (kind === "own") fillOwn(set, value);
    else if (kind === "range") fillRange(set, value);
    else if (kind === "has") fillStated(set, value);
    else await fill(set, given(BY_KIND[kind]), value, max);
  }

  function fillStated(set: IdSet, field: string): void {
    const column = HAS[field];
    for (const id of column ? statement(column).all() : statement(HAS_OWN).all(field)) set.add(id);
  }

  /** "licence=MIT", one run through an index. */
  function fillOwn(set: IdSet, wish: string): void {
    const at = wish.indexOf("=");
    for (const id of statement(OWN).all(wish.slice(0, at), wish.slice(at + 1))) set.add(id);
  }
  /** "stars=1500..", from the known set that begins closest below: only what lies between is read. */
  function fillRange(set: IdSet, wish: string): void {
    const { field, from, to } = rangeOf(wish);
    let near: { from: number; set: IdSet } | undefined;
    for (const [key, entry] of entries) {
      if (!entry.isReady || !key.startsWith(`range:${field}=`)) continue;
      const other = rangeOf(key.slice("range:".length));
      if (other.to === to && other.from <= from && other.from >= (near?.from ?? -Infinity))
        near = { from: other.from, set: entry.set };
    }
    if (near) set.addAll(near.set);
    for (const name of filedAs(field))
      if (!near) for (const id of statement(RANGE).all(name, from, to)) set.add(id);
      else for (const id of statement(BELOW).all(name, near.from, from)) set.delete(id);
  }

  function addFound(set: IdSet, sql: string, match: string): number {
    const ids = statement(sql).all(match);
    for (const id of ids) set.add(id);
    return ids.length;
  }

  /** Listings with words of a prefix: frequent words are cached, rare ones are read together. */
  async function unite(set: IdSet, prefix: string): Promise<void> {
    const { startingWith, rowsWith } = vocabulary();
    let rows = 0;
    let rare: string[] = [];
    async function readRare(): Promise<void> {
      if (rare.length) rows += LOOK_UP_COST * rare.length + addFound(set, WORDS_WITH, rare.join(" OR "));
      rare = [];
      if (rows < ROWS_AT_ONCE) return;
      rows = 0;
      await breathe();
    }
    for (const word of startingWith(prefix)) {
      const count = rowsWith(word);
      if (count > most) set.addAll(await get(`word:${word}`));
      else if (count > RARE) rows += addFound(set, WORDS_WITH, `"${word}"`);
      else rare.push(`"${word}"`);
      if (rare.length === RARE_AT_ONCE || rows >= ROWS_AT_ONCE) await readRare();
    }
    await readRare();
  }

  function bytesKept(): number {
    let bytes = 0;
    for (const { set } of entries.values()) bytes += set.bytes;
    return bytes;
  }

  let bytes = 0;
  let untilCounted = 0;
  function makeRoom(added: number): void {
    bytes += added;
    // Sets grow with new listings, but counting them all takes longer than filling one.
    if (untilCounted-- > 0 && bytes <= maxBytes) return;
    untilCounted = COUNTED_EVERY;
    bytes = bytesKept();
    for (const [key, { set }] of entries) {
      if (bytes <= maxBytes) return;
      if (lasting.has(key)) continue;
      entries.delete(key);
      bytes -= set.bytes;
    }
  }

  async function get(key: SetKey): Promise<IdSet> {
    const known = entries.get(key);
    if (known) {
      entries.delete(key);
      entries.set(key, known);
      return known.isReady ? known.set : known.ready;
    }
    const max = given(lastId.get());
    const set = new IdSet(max);
    const entry: Entry = { set, isReady: false, ready: Promise.resolve(set) };
    entries.set(key, entry);
    makeRoom(set.bytes);
    entry.ready = read(key, set, max).then(
      () => {
        entry.isReady = true;
        return set;
      },
      (error) => {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      },
    );
    return entry.ready;
  }

  return {
    get,
    ready(key: SetKey): IdSet | undefined {
      const known = entries.get(key);
      return known?.isReady ? known.set : undefined;
    },
    /** Words in more listings use a cached set; others the index. */
    mostRare: () => most,
    /** Counts the listings after commits. */
    measure(): void {
      const last = given(lastId.get());
      most = Math.max(quick, last / DENSE);
      maxBytes = limits.maxBytes ?? Math.max(MAX_BYTES.atLeast, last * MAX_BYTES.aListing);
    },
    async readAhead(keys: Iterable<SetKey>): Promise<void> {
      for (const key of keys) {
        if (bytesKept() > maxBytes * READ_AHEAD) return;
        lasting.add(key);
        await get(key);
        await breathe();
      }
    },
    /** Updates a listing's membership in all sets. */
    apply(id: number, belongs: (key: SetKey) => boolean): void {
      for (const [key, { set }] of entries) {
        if (belongs(key)) set.add(id);
        else set.delete(id);
      }
    },
    /** Reads some sets again when they are needed. */
    drop(isMeant: (key: SetKey) => boolean): void {
      for (const key of entries.keys()) if (isMeant(key)) entries.delete(key);
    },
    clear(): void {
      entries.clear();
    },
  };
}

export type KnownSets = ReturnType<typeof knownSets>;
