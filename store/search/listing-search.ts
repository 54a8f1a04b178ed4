import type Database from "better-sqlite3";
import type { ListingFilter, PageRequest } from "../../domain/listing.ts";
import { type Group, scoreOf } from "../../domain/search-score.ts";
import { foldName, searchWords } from "../../domain/search-text.ts";
import { listingRanks } from "../ranks/listing-ranks.ts";
import { followChanges } from "./follow-changes.ts";
import { IdSet } from "./id-set.ts";
import type { SetKey, SetLimits } from "./known-sets.ts";
import { FIGURES, matchOrder, type Part } from "./match-order.ts";
import { type Matches, many, matcher } from "./matches.ts";
import { planOf } from "./query-plan.ts";
import { questionOf } from "./question.ts";
import { relatedListings } from "./related.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordLists } from "./word-lists.ts";
import { wordPlaces } from "./word-places.ts";

/** With fewer matches than this, a search also tries misspellings. */
const FEW = 1;
const FEW_UNFINISHED = 3;
/** With fewer matches than this, related listings follow; at most so many. */
const ENOUGH = 10;
const MOST_RELATED = 20;
/** How many matches are scored; of more, those with the words in the name and the most voted. */
const WEIGHED = { all: 500, names: 250, voted: 250 };

/** Matches, the alternatives that matched, and the stricter matches before. */
type Found = { matches: Matches; groups: Group[]; stricter: Matches[] };

/** The word of a search for one, found as typed. */
const oneWord = ([first, ...others]: Group[]): string | undefined =>
  others.length === 0 && first?.alternatives.every(({ closeness }) => closeness === 1)
    ? first.alternatives[0]?.text
    : undefined;

/** Finds listings: ids in order and the total. Read-only, and yields often. */
export function listingSearch(client: Database.Database, limits?: Partial<SetLimits>) {
  const { sets, categories, upToDate, warm } = followChanges(client, limits);
  const matching = matcher(client, sets);
  const rankBy = listingRanks(client);
  const ordered = matchOrder(client, sets);
  const listsOf = wordLists(client, sets);
  const placesOf = wordPlaces(client, listsOf, ordered);
  const relatedTo = relatedListings({ sets, ordered, listsOf });
  const statements = new Map<string, Database.Statement<(string | number)[], number>>();
  function idsOf(sql: string, ...values: (string | number)[]): number[] {
    const known = statements.get(sql) ?? client.prepare<(string | number)[], number>(sql).pluck();
    statements.set(sql, known);
    return known.all(...values);
  }
  const liveCount = client.prepare<[], number>("select count from counts where name = 'live'").pluck();
  const textsOf = client
    .prepare<[string], [id: number, launchedAt: number | null, name: string, words: string]>(
      `select listing_id, launched_at, listing_texts.name, words from listing_texts
       cross join listings indexed by listings_sorting on id = listing_id
       where listing_id in (select value from json_each(?))`,
    )
    .raw();

  async function scopeOf(filter: ListingFilter): Promise<IdSet> {
    const wanted: SetKey[] = [`status:${filter.status}`];
    if (filter.stage !== undefined) wanted.push(`stage:${filter.stage}`);
    if (filter.country !== undefined) wanted.push(`country:${filter.country}`);
    if (filter.pricingModel !== undefined) wanted.push(`pricing:${filter.pricingModel}`);
    if (filter.domain !== undefined) wanted.push(`domain:${filter.domain}`);
    const chosen = await Promise.all(wanted.map((key) => sets.get(key)));
    if (filter.categories) {
      chosen.push(IdSet.anyOf(await Promise.all(filter.categories.map((slug) => sets.get(`category:${slug}`)))));
    }
    return chosen.length === 1 ? chosen[0]! : chosen[0]!.and(...chosen.slice(1));
  }

  /** Results by relevance: the exact name, names with that prefix, fewest typos, best score. */
  async function best({ matches, groups, stricter }: Found, folded: string, filter: ListingFilter): Promise<number[]> {
    let candidates: Iterable<number>;
    if (matches.count <= WEIGHED.all) candidates = matches.ids();
    else {
      const named = idsOf(
        "select listing_id from listing_texts where name >= ? and name < ? order by name limit ?",
        folded,
        `${folded}\u{10ffff}`,
        WEIGHED.names,
      );
      const inNames = groups
        .map(({ alternatives }) =>
          alternatives.map(({ kind, text }) => (kind === "word" ? `"${text}"` : `"${text}"*`)).join(" OR "),
        )
        .map((alternatives) => `(${alternatives})`)
        .join(" AND ");
      const named2 = idsOf(
        "select rowid from listing_names where listing_names match ? order by rowid desc limit ?",
        inNames,
        WEIGHED.names,
      );
      const voted = await ordered(
        matches,
        { sort: "votes", status: filter.status },
        { offset: 0, limit: WEIGHED.voted },
      );
      candidates = new Set([...named, ...named2, ...voted].filter((id) => matches.has(id)));
    }
    const strictness = (id: number) => [...stricter, matches].findIndex((found) => found.has(id));
    return textsOf
      .all(JSON.stringify([...candidates]))
      .map(([id, launchedAt, name, words]) => ({
        id,
        launchedAt: launchedAt ?? 0,
        tier: name === folded ? 0 : name.startsWith(folded) ? 1 : 2 + strictness(id),
        score: scoreOf(groups, words, name),
      }))
      .sort((a, b) => a.tier - b.tier || b.score - a.score || a.launchedAt - b.launchedAt || a.id - b.id)
      .map(({ id }) => id);
  }

  /** Matches from strict to lenient, until there are enough, with the alternatives that matched. */
  async function matchesOf(text: string, scope: IdSet, vocabulary: Vocabulary, withRelated: boolean): Promise<Found> {
    const plan = planOf(searchWords(text), vocabulary, scope.count());
    let groups = plan.exact();
    if (!groups.length) return { matches: many(new IdSet()), groups, stricter: [] };
    let matches = await matching(groups, scope, vocabulary);
    const stricter: Matches[] = [];
    if (matches.count >= (plan.allKnown ? FEW : FEW_UNFINISHED)) return { matches, groups, stricter };
    // Words that all exist are rarely misspelt: what is related answers better than another spelling.
    if (withRelated && plan.allKnown && groups.length > 2) return { matches, groups, stricter };
    for (const widened of [plan.unknownCorrected, plan.corrected]) {
      if (widened === plan.unknownCorrected && plan.allKnown) continue;
      groups = widened();
      stricter.push(matches);
      matches = await matching(groups, scope, vocabulary);
      if (matches.count >= FEW) break;
    }
    // Of three or more words, one may be wrong.
    if (matches.count === 0 && groups.length > 2) {
      const found = new IdSet();
      for (const [left] of groups.entries()) {
        const others = groups.filter((_, index) => index !== left);
        for (const id of (await matching(others, scope, vocabulary)).ids()) found.add(id);
      }
      matches = many(found);
    }
    return { matches, groups, stricter };
  }

  async function find(
    filter: ListingFilter,
    { offset, limit }: Part,
    withRelated: boolean,
  ): Promise<{ ids: number[]; total: number }> {
    const { status, sort, ...narrowed } = filter;
    // Right after the start, too: it needs nothing of what searches keep.
    if (status === "live" && !Object.keys(narrowed).length)
      return { ids: await rankBy(FIGURES[sort]).ids({ offset, limit }), total: liveCount.get()! };
    const vocabulary = await upToDate();
    const scope = await scopeOf(filter);
    if (filter.q === undefined || filter.q.trim() === "") {
      const matches = many(scope);
      return { ids: await ordered(matches, filter, { offset, limit }), total: matches.count };
    }
    const found = await matchesOf(filter.q, scope, vocabulary, withRelated && filter.sort === "relevance");
    if (filter.sort !== "relevance")
      return { ids: await ordered(found.matches, filter, { offset, limit }), total: found.matches.count };
    const ids = await byRelevance(found, filter, { offset, limit }, vocabulary);
    const { count } = found.matches;
    if (!withRelated || count >= ENOUGH) return { ids, total: count };
    const question = questionOf(filter.q, { vocabulary, categories, count: scope.count() });
    const asked = { scope, vocabulary, matches: found.matches };
    const more = await relatedTo(question, asked, filter, MOST_RELATED);
    const from = Math.max(0, offset - count);
    ids.push(...more.slice(from, from + limit - ids.length));
    return { ids, total: count + more.length };
  }

  /** Some of the matches, the best first. */
  async function byRelevance(
    found: Found,
    filter: ListingFilter,
    part: Part,
    vocabulary: Vocabulary,
  ): Promise<number[]> {
    const { matches } = found;
    const { offset, limit } = part;
    if (offset >= matches.count) return [];
    const typed = oneWord(found.groups);
    if (typed !== undefined) return placesOf(typed, { matches, vocabulary }, filter, part);
    const head = await best(found, foldName(filter.q ?? ""), filter);
    const ids = head.slice(offset, offset + limit);
    if (ids.length < limit && head.length < matches.count) {
      const rest = { offset: Math.max(0, offset - head.length), limit: limit - ids.length };
      ids.push(...(await ordered(matches, filter, rest, new Set(head))));
    }
    return ids;
  }

  return {
    /** Matches, and if there are few, what is related to the words. */
    search: (filter: ListingFilter, { page, perPage }: PageRequest, { withRelated = true } = {}) =>
      find(filter, { offset: (page - 1) * perPage, limit: perPage }, withRelated),
    async warm(): Promise<void> {
      await rankBy("votes").warm();
      await warm();
    },
  };
}
