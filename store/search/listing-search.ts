import type Database from "better-sqlite3";
import type { Replaced } from "#domain/listings/alternative-to.ts";
import type { ListingFilter, PageRequest } from "#domain/listings/listing.ts";
import { filedAs } from "#domain/listings/price-fields.ts";
import type { Attribute } from "#domain/search/attributes.ts";
import type { Group } from "#domain/search/search-score.ts";
import { foldName, searchWords } from "#domain/search/search-text.ts";
import { given } from "#domain/text/given.ts";
import { keysOf } from "#domain/text/keys.ts";
import { once } from "#domain/text/once.ts";
import { listingRanks } from "../ranks/listing-ranks.ts";
import { readFilterFields } from "../sqlite/own-fields.ts";
import { untilCommit } from "../sqlite/version.ts";
import { bestMatches } from "./best-matches.ts";
import { type Bridged, bridge } from "./bridge.ts";
import type { CategoryShare } from "./category-texts.ts";
import { filterCounts } from "./filter-counts.ts";
import { followChanges, type SearchLimits } from "./follow-changes.ts";
import { IdSet } from "./id-set.ts";
import type { SetKey } from "./known-sets.ts";
import { FIGURES, matchOrder, type Part } from "./match-order.ts";
import { type Found, matchesOf } from "./match-stages.ts";
import { type Matches, many, matcher } from "./matches.ts";
import { nearestListings } from "./nearest.ts";
import { isUnspaced } from "./own-forms.ts";
import { questionOf } from "./question.ts";
import { matchReasons } from "./reasons.ts";
import { relatedListings } from "./related.ts";
import { siteRules } from "./site-rules.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { type Wishes, wishesOf } from "./wishes.ts";
import { wordPlaces } from "./word-places.ts";
import { isOpen, readWordedFields } from "./worded-fields.ts";

/** With fewer matches, up to this many related listings follow. */
const ENOUGH = 10;
const MOST_RELATED = 20;
const FEW = 5;
const FEW_TO_SORT = 1000;
/** With fewer results that have what the words want, nothing is left out. */
const ENOUGH_HELD = 3;
/** Letters behind a known word of another language that are an ending, not a typo. */
const SHORT_ENDING = 2;
/** Searches with cached sets. */
const MOST_KNOWN = 50;

/**
 * A page of ids. `related` of the total are not matches; `reasons` explain results without the
 * words. `isLoose` if too few have what the words want, so those with other values are shown too.
 */
export type FoundPage = {
  ids: number[];
  total: number;
  related: number;
  reasons: Map<number, string>;
  isLoose?: boolean;
};

/** The kind of set that has the members of a value. */
const SET_OF = {
  stage: "stage",
  country: "country",
  language: "language",
  pricingModel: "pricing",
  categories: "category",
  tags: "tag",
} as const;

type Listed = () => Promise<IdSet>;
type FoundPart = FoundPage & { listed: Listed };

const plainly = (ids: number[], total: number, listed: Listed): FoundPart => ({
  ...{ ids, total, related: 0, reasons: new Map(), listed },
});

type ReadPart = (list: Matches, part: Part) => number[] | Promise<number[]>;
/** A page of lists that follow each other. */
async function pageOf(lists: readonly Matches[], { offset, limit }: Part, read: ReadPart): Promise<number[]> {
  const ids: number[] = [];
  let before = 0;
  for (const list of lists) {
    const part = { offset: Math.max(0, offset - before), limit: limit - ids.length };
    if (part.limit > 0 && part.offset < list.count) ids.push(...(await read(list, part)));
    before += list.count;
  }
  return ids;
}

const oneWord = ([first, ...others]: Group[]): string | undefined =>
  others.length === 0 && first?.alternatives.every(({ closeness }) => closeness === 1)
    ? first.alternatives[0]?.text
    : undefined;

/** Read-only, yields often. */
export function listingSearch(client: Database.Database, { toSort = FEW_TO_SORT, ...limits }: SearchLimits = {}) {
  const { sets, lists, categories, texts, vectors, replaced, upToDate, applied, warm } = followChanges(client, limits);
  const matching = matcher(client, sets, texts);
  const rankBy = listingRanks(client);
  const filterFields = readFilterFields(client);
  const ordered = matchOrder(client, sets);
  const best = bestMatches(client, texts, ordered);
  const placesOf = wordPlaces(client, lists, ordered);
  const relatedTo = relatedListings({ sets, lists, applied, ordered, vectors });
  const nearestTo = nearestListings({ sets, lists, texts, applied, ordered, vectors });
  const reasonsFor = matchReasons(texts);
  const rules = siteRules(client);
  const liveCount = client.prepare<[], number>("select count from counts where name = 'live'").pluck();
  const has = (table: string) =>
    client.prepare<[string], number>(`select 1 from ${table} where ${table} match ? limit 1`).pluck();
  const [inNames, inWords] = [has("listing_names"), has("listing_search")];
  const named = client.prepare<[string], number>("select listing_id from listing_texts where name = ?").pluck();

  const known = untilCommit(client, () => new Map<string, Listed>());

  async function scopeOf(filter: ListingFilter): Promise<IdSet> {
    const anyOf = async (keys: SetKey[]): Promise<IdSet> => {
      const [only, ...others] = await Promise.all(keys.map((key) => sets.get(key)));
      return only && others.length === 0 ? only : IdSet.anyOf(only ? [only, ...others] : []);
    };
    const chosen = [await sets.get(`status:${filter.status}`)];
    if (filter.domain !== undefined) chosen.push(await sets.get(`domain:${filter.domain}`));
    for (const name of keysOf(SET_OF)) {
      const values = filter[name];
      if (values) chosen.push(await anyOf(values.map((value): SetKey => `${SET_OF[name]}:${value}`)));
    }
    for (const [field, wish] of Object.entries(filter.own ?? {}))
      chosen.push(
        "any" in wish
          ? await anyOf(wish.any.map((value): SetKey => `own:${field}=${value}`))
          : await sets.get(`range:${field}=${wish.from ?? ""}..${wish.to ?? ""}`),
      );
    return chosen.length === 1 ? given(chosen[0]) : given(chosen[0]).and(...chosen.slice(1));
  }

  const ownOrder = (direction: "asc" | "desc") =>
    client
      .prepare<[string], number>(
        `select listing_id from listing_values indexed by listing_values_num where field = ? and num is not null
         order by num ${direction}, listing_id ${direction}`,
      )
      .pluck();
  const orders = { asc: ownOrder("asc"), desc: ownOrder("desc") };
  const ownSorted = (direction: "asc" | "desc") =>
    client
      .prepare<[ids: string, field: string], number>(
        `select listing_id from json_each(?) ids cross join listing_values on listing_id = ids.value
         where field = ? and num is not null order by num ${direction}, listing_id ${direction}`,
      )
      .pluck();
  const sorted = { asc: ownSorted("asc"), desc: ownSorted("desc") };
  /**
   * A page of matches by a field. Few are sorted; of many, its index is read until the page is full.
   * Those without a value are last.
   */
  function byOwn(matches: Found["matches"], sort: string, { offset, limit }: Part): number[] {
    const [direction, key] = sort.startsWith("-") ? (["desc", sort.slice(1)] as const) : (["asc", sort] as const);
    const filed = direction === "asc" ? filedAs(key) : filedAs(key).reverse();
    const ids = new Set<number>();
    const inOrder = (field: string) =>
      matches.count <= toSort
        ? sorted[direction].all(JSON.stringify([...matches.ids()]), field)
        : orders[direction].iterate(field);
    for (const from of [...filed.map((field) => () => inOrder(field)), () => matches.ids()])
      for (const id of ids.size < offset + limit ? from() : []) {
        if (matches.has(id)) ids.add(id);
        if (ids.size >= offset + limit) break;
      }
    return [...ids].slice(offset);
  }

  /** A page of matches, best first. */
  async function byRelevance(found: Found, filter: ListingFilter & { q: string }, part: Part, vocabulary: Vocabulary) {
    const { matches } = found;
    const { offset, limit } = part;
    if (offset >= matches.count) return [];
    const typed = oneWord(found.groups);
    if (typed !== undefined) return placesOf(typed, { matches, vocabulary }, filter, part);
    const head = await best(found, foldName(filter.q), filter, part);
    const ids = head.slice(offset, offset + limit);
    if (ids.length < limit && head.length < matches.count) {
      const rest = { offset: Math.max(0, offset - head.length), limit: limit - ids.length };
      ids.push(...(await ordered(matches, filter, rest, new Set(head))));
    }
    return ids;
  }

  /** Whether one listing has all words of a question in another language but for their typos; a single one in its name. */
  function isMisspelt(q: string, { endings, language, units }: Bridged, vocabulary: Vocabulary): boolean {
    const words = [...new Set(searchWords(q))];
    // Among as many unknown words, a known one may be an English one misspelt, and the last unfinished.
    const isDoubtful = units.filter(({ row }) => row === undefined).length * 2 >= units.length;
    // A single word may be a name that only begins like a known one.
    const most = words.length > 1 ? SHORT_ENDING : 0;
    const isSure = (word: string) => !isDoubtful && (endings.get(word) ?? Number.POSITIVE_INFINITY) <= most;
    // Known words are not misspelt, so all must occur. Pairs of characters are not corrected.
    if (isUnspaced(language) || words.some((word) => isSure(word) && vocabulary.rowsWith(word) === 0)) return false;
    const groups = words.map((word, index) => {
      const near = isSure(word) ? [] : vocabulary.near(word).map((one) => `"${one.word}"`);
      if (vocabulary.rowsWith(word) > 0) near.push(`"${word}"`);
      return isDoubtful && index > 0 && index === words.length - 1 ? [...near, `"${word}"*`] : near;
    });
    const some = groups.filter((group) => group.length > 0);
    if (some.length < Math.min(words.length, 2)) return false;
    const either = some.map((group) => `(${group.join(" OR ")})`);
    return (words.length > 1 ? inWords : inNames).get(either.join(" AND ")) !== undefined;
  }

  function bridgeOf(q: string, vocabulary: Vocabulary): Bridged | undefined {
    const bridged = bridge(q);
    return bridged && isMisspelt(q, bridged, vocabulary) ? undefined : bridged;
  }

  async function find(filter: ListingFilter, part: Part, isQuestion: boolean): Promise<FoundPart> {
    const { status, sort, q, ...narrowed } = filter;
    const isWords = q !== undefined && q.trim() !== "";
    if (status === "live" && !isWords && !Object.keys(narrowed).length)
      return plainly(await rankBy(FIGURES[sort]).ids(part), given(liveCount.get()), () => sets.get("status:live"));
    const vocabulary = await upToDate();
    const scope = await scopeOf(filter);
    const findIn = (scope: IdSet, wishes?: Wishes) =>
      findAmong(filter, part, { isQuestion, vocabulary, scope, wishes });
    if (!filter.wished) return findIn(scope);
    const wishes = await wishesOf(filter.wished, { sets, fields: filterFields() });
    const strict = await findIn(wishes.fitting(scope), wishes);
    const isEnough = (await strict.listed()).sharedWithAny([wishes.held]) >= ENOUGH_HELD;
    const all = isEnough ? strict : await findIn(scope, wishes);
    const found = all.total > strict.total ? { ...all, isLoose: true } : strict;
    for (const id of found.ids) {
      const reason = [found.reasons.get(id) ?? [], wishes.unstated(id)].flat().join("; ");
      if (reason) found.reasons.set(id, reason);
    }
    return found;
  }

  type Among = {
    isQuestion: boolean;
    vocabulary: Vocabulary;
    scope: IdSet;
    wishes: Wishes | undefined;
    /** Corrects words with a meaning and those of other languages, too. */
    isNotMeant?: boolean;
  };
  async function findAmong(
    filter: ListingFilter,
    part: Part,
    { isQuestion, vocabulary, scope, wishes, isNotMeant = false }: Among,
  ): Promise<FoundPart> {
    const { sort, q, ownSort } = filter;
    const { offset, limit } = part;
    const paged = (matches: Matches, read: ReadPart) => pageOf(wishes ? wishes.tiers(matches) : [matches], part, read);
    const inOrder = (matches: Matches) =>
      paged(matches, (list, part) =>
        ownSort === undefined ? ordered(list, filter, part) : byOwn(list, ownSort, part),
      );
    if (q === undefined || q.trim() === "")
      return plainly(await inOrder(many(scope)), scope.count(), async () => scope);

    const bridged = once(() => (isNotMeant ? undefined : bridgeOf(q, vocabulary)));
    const meant = isQuestion ? rules.meant(q) : undefined;
    const isRelated = isQuestion && sort === "relevance";
    const searched = { matching, scope, vocabulary };
    const isName = (word: string) =>
      isNotMeant || vocabulary.near(word).some((near) => near.errors === 1 && named.get(near.word) !== undefined);
    const found = await matchesOf(q, searched, { isQuestion: isRelated, isName, bridged, meant });
    const { matches, groups, stricter } = found;
    const allMatches = async () => matches.set();
    if (ownSort !== undefined || sort !== "relevance")
      return plainly(await inOrder(matches), matches.count, allMatches);
    const ids = await paged(matches, (list, part) =>
      byRelevance({ ...found, matches: list }, { ...filter, q }, part, vocabulary),
    );
    const reasons = new Map<number, string>();
    function explain(some: readonly number[], reasonOf: (id: number) => string | undefined): void {
      // All at once, so that reasons find them in memory.
      texts.of(some);
      for (const id of some) {
        const reason = reasonOf(id);
        if (reason) reasons.set(id, reason);
      }
    }
    const [asTyped] = stricter;
    if (asTyped)
      explain(
        ids.filter((id) => !asTyped.has(id)),
        reasonsFor(groups),
      );
    const isEnough = matches.count >= ENOUGH || named.all(foldName(q)).some(matches.has);
    if (!isQuestion || isEnough) return { ids, total: matches.count, related: 0, reasons, listed: allMatches };

    const question = questionOf(
      meant ?? q,
      { vocabulary, categories, count: scope.count() },
      meant ? undefined : bridged(),
    );
    // After matches, the question's own words suffice, at a third of the cost; but a single word says little.
    const isWhole = matches.count === 0 || (matches.count < FEW && question.terms.length === 1);
    const asked = isWhole ? question : { ...question, added: [], directions: undefined };
    const more = await relatedTo(asked, { scope, vocabulary, matches }, filter, MOST_RELATED);
    if (matches.count + more.length === 0 && !isNotMeant)
      return findAmong(filter, part, { isQuestion, vocabulary, scope, wishes, isNotMeant: true });
    if (wishes) more.sort((a, b) => wishes.tierOf(a) - wishes.tierOf(b));
    const from = Math.max(0, offset - matches.count);
    const shown = more.slice(from, from + limit - ids.length);
    const members = await Promise.all(asked.shares.map(({ slug }) => sets.get(`category:${slug}`)));
    explain(shown, reasonsFor(groups, asked, members));
    const total = matches.count + more.length;
    const all = async () => IdSet.anyOf([matches.set(), IdSet.of(more)]);
    return { ids: [...ids, ...shown], total, related: more.length, reasons, listed: all };
  }

  /**
   * The result set is cached until the next commit, because counts are requested after the page.
   */
  async function search(filter: ListingFilter, part: Part): Promise<FoundPage> {
    const sets = known();
    const { listed, ...page } = await find(filter, part, true);
    if (sets.size >= MOST_KNOWN) sets.clear();
    sets.set(JSON.stringify(filter), listed);
    return page;
  }

  async function listed(filter: ListingFilter): Promise<IdSet> {
    await upToDate();
    return (known().get(JSON.stringify(filter)) ?? (await find(filter, { offset: 0, limit: 1 }, true)).listed)();
  }

  const partOf = ({ page, perPage }: PageRequest): Part => ({ offset: (page - 1) * perPage, limit: perPage });
  return {
    /** Matches, followed by related listings if few. */
    search: (filter: ListingFilter, page: PageRequest) => search(filter, partOf(page)),
    matches: (filter: ListingFilter, page: PageRequest): Promise<FoundPage> => find(filter, partOf(page), false),
    /** Results by filter value, as if that filter were not set. */
    counts: filterCounts(client, sets, listed),
    wordedFields: readWordedFields(client),
    /**
     * Whether a live listing has what words of a search want. Of the listings with words that owners typed as a
     * value, most must have it, or a word of many would mean the value of a few.
     */
    async holds(one: Attribute): Promise<boolean> {
      const vocabulary = await upToDate();
      const fields = filterFields();
      const { held } = await wishesOf([one], { sets, fields });
      const live = (await sets.get("status:live")).sharedWithAny([held]);
      const isTyped = fields.some((field) => field.key === one.field && isOpen(field));
      const rows = isTyped ? Math.min(...searchWords(one.words).map(vocabulary.rowsWith)) : 0;
      return live * 2 > rows;
    },
    /** Which of these listings a search finds. */
    async fitting(filter: ListingFilter, ids: readonly number[]): Promise<number[]> {
      const all = await listed(filter);
      return ids.filter((id) => all.has(id));
    },
    /** The most similar live listings of a category. */
    nearest: async (id: number, category: string, limit: number): Promise<number[]> =>
      nearestTo(id, category, limit, await upToDate()),
    async categoriesOf(text: string, limit: number): Promise<CategoryShare[]> {
      await upToDate();
      return categories.about(text).slice(0, limit);
    },
    async similarCategories(slug: string, limit: number): Promise<{ slug: string; name: string }[]> {
      await upToDate();
      return categories.similarTo(slug, limit);
    },
    /** Where the site says that a search leads. */
    pathOf: rules.pathOf,
    /** What live listings say they replace. */
    async replaced(): Promise<Replaced[]> {
      await upToDate();
      return replaced.all();
    },
    mostVoted: (ids: readonly number[], page: PageRequest): Promise<number[]> =>
      ordered(many(IdSet.of(ids)), { sort: "relevance", status: "live" }, partOf(page)),
    async warm(): Promise<void> {
      await rankBy("votes").warm();
      await warm();
    },
  };
}
