import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { stemOf, tellingWords } from "#domain/search/question-words.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { alongside, directionOf, nearness, phraseDirection } from "./meaning.ts";
import { rarityIn } from "./rarity.ts";
import { DIMENSIONS, wordVectors } from "./word-vectors.ts";

/** A category and how much a question is about it, 0 to 1. */
export type CategoryShare = { slug: string; name: string; share: number };

type Row = {
  slug: string;
  parent: string | null;
  name: string;
  description: string;
  keywords_json: string;
  phrases_json: string | null;
};
/** Index of a category with a word. */
type Having = { index: number; weight: number };
type Text = {
  slug: string;
  parent: string | null;
  name: string;
  weights: Map<string, number>;
  keywords: string[];
  direction: () => Float32Array | undefined;
  directions: () => Float32Array;
};

type Known = {
  texts: Text[];
  rarity: Map<string, number>;
  having: Map<string, Having[]>;
  similar: Map<string, { slug: string; name: string }[]>;
  /** Cached, because editors ask for the same text repeatedly. */
  about: LRUCache<string, CategoryShare[]>;
};

/** A word counts by its best place in a category's texts. */
const WEIGHTS = { name: 2, keyword: 2, phrase: 1.5, description: 1 };
const SATURATION = 1.2;
const MOST = 6;
/**
 * Weight of the nearest in meaning relative to the best by words, and of a named product's
 * category.
 */
const MEANING = 0.6;
const PRODUCT = 1;
const MOST_NEAR = 10;
/** Averages all texts with this many nearest ones, because a single phrase may decide. */
const NEAREST_TEXTS = 2;
/** Categories combined into one direction. */
const MOST_ABOUT = 3;
/** A few kB each. */
const MOST_ABOUT_TEXTS = 200;

/** Minimum similarity (0 to 1) of related categories. */
const SIMILAR = 0.35;

/** Similarity from 0 to 1: half by shared meaningful words, half by meaning. */
function similarity(one: Text, other: Text, direction: Float32Array, rarity: ReadonlyMap<string, number>): number {
  const own = other.direction();
  let [common, all] = [0, 0];
  for (const stem of new Set([...one.weights.keys(), ...other.weights.keys()])) {
    const [left = 0, right = 0] = [one.weights.get(stem), other.weights.get(stem)];
    common += given(rarity.get(stem)) * Math.min(left, right);
    all += given(rarity.get(stem)) * Math.max(left, right);
  }
  return (own ? Math.max(0, nearness(direction, own)) : 0) / 2 + common / all / 2;
}

/** The words of all categories in memory, to classify questions. Reread after changes. */
export function categoryTexts(client: Database.Database) {
  const rows = client.prepare<[], Row>(
    "select slug, parent_slug as parent, name, description, keywords_json, phrases_json from categories",
  );
  const slugs = client.prepare<[], string>("select slug from categories").pluck();
  let known: Known | undefined;

  function textOf({ slug, parent, name, description, keywords_json, phrases_json }: Row): Text {
    const keywords: string[] = JSON.parse(keywords_json);
    const phrases: string[] = JSON.parse(phrases_json ?? "[]");
    const weights = new Map<string, number>();
    const words = new Map<string, number>();
    const keepBest = (of: Map<string, number>, key: string, weight: number) =>
      of.set(key, Math.max(of.get(key) ?? 0, weight));
    const weigh = (texts: readonly string[], weight: number) => {
      for (const word of texts.flatMap(tellingWords)) {
        keepBest(weights, stemOf(word), weight);
        keepBest(words, word, weight);
      }
    };
    weigh([name], WEIGHTS.name);
    weigh(keywords, WEIGHTS.keyword);
    weigh(phrases, WEIGHTS.phrase);
    weigh([description], WEIGHTS.description);
    return {
      ...{ slug, parent, name, weights },
      keywords: [...new Set(keywords.flatMap(tellingWords))],
      direction: once(() => wordVectors().directionOf(words)),
      directions: once(() =>
        Float32Array.from([name, ...keywords, ...phrases].flatMap((one) => [...phraseDirection(one)])),
      ),
    };
  }

  function texts() {
    if (known) return known;
    const read = rows.all().map(textOf);
    const having = new Map<string, Having[]>();
    for (const [index, { weights }] of read.entries())
      for (const [stem, weight] of weights) {
        const some = having.get(stem) ?? [];
        some.push({ index, weight });
        having.set(stem, some);
      }
    known = {
      texts: read,
      rarity: new Map([...having].map(([stem, some]) => [stem, rarityIn(read.length, some.length)])),
      having,
      similar: new Map(),
      about: new LRUCache({ max: MOST_ABOUT_TEXTS }),
    };
    return known;
  }

  /** Scores (0 to 1) by meaning relative to other categories. */
  function byMeaning(all: readonly Text[], direction: Float32Array): number[] {
    const near = all.map((text) => {
      const whole = text.direction();
      const nearest = new Float64Array(NEAREST_TEXTS);
      const directions = text.directions();
      for (let at = 0; at < directions.length; at += DIMENSIONS) {
        const own = alongside(direction, directions, at);
        if (own > given(nearest[0])) nearest.fill(own, 0, 1).sort();
      }
      const parts = nearest.reduce((sum, one) => sum + one, 0) / NEAREST_TEXTS;
      return ((whole ? alongside(direction, whole) : -1) + parts) / 2;
    });
    const sorted = near.toSorted((a, b) => b - a);
    const [top = 0, far = 0] = [sorted[0], sorted[Math.min(MOST_NEAR, sorted.length - 1)]];
    return near.map((own) => Math.max(0, own - far) / (top - far || 1));
  }

  /** Likely categories of these stems, by words, meaning and named products, best first. */
  function sharesOf(
    stems: ReadonlySet<string>,
    direction?: Float32Array,
    ofProducts: ReadonlySet<string> = new Set(),
  ): CategoryShare[] {
    const { texts: all, rarity, having } = texts();
    const byWords = new Float64Array(all.length);
    for (const stem of stems)
      for (const { index, weight } of having.get(stem) ?? [])
        byWords[index]! += (given(rarity.get(stem)) * (1 + SATURATION) * weight) / (weight + SATURATION);
    const best = Math.max(...byWords) || 1;
    const near = direction ? byMeaning(all, direction) : [];
    const scored = all
      .map(({ slug, name }, index) => ({
        ...{ slug, name },
        score: given(byWords[index]) / best + MEANING * (near[index] ?? 0) + (ofProducts.has(slug) ? PRODUCT : 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST);
    const length = Math.hypot(...scored.map(({ score }) => score ** 2));
    return scored.map(({ slug, name, score }) => ({ slug, name, share: score ** 2 / length }));
  }

  return {
    /** Call when a category's words changed. */
    changed(): void {
      known = undefined;
    },
    sharesOf,
    has: (slug: string): boolean => texts().texts.some((text) => text.slug === slug),
    about(text: string): CategoryShare[] {
      const { about } = texts();
      const kept = about.get(text) ?? sharesOf(new Set(tellingWords(text).map(stemOf)), directionOf(text));
      about.set(text, kept);
      return kept;
    },
    directionOf(shares: readonly CategoryShare[]): Float32Array {
      const sum = new Float32Array(DIMENSIONS);
      for (const { slug, share } of shares.slice(0, MOST_ABOUT)) {
        const own = texts()
          .texts.find((text) => text.slug === slug)
          ?.direction();
        if (own) for (let i = 0; i < DIMENSIONS; i++) sum[i]! += share * given(own[i]);
      }
      return sum;
    },
    similarTo(slug: string, limit: number): { slug: string; name: string }[] {
      const { texts: all, rarity, similar } = texts();
      const kept = similar.get(slug);
      if (kept) return kept.slice(0, limit);
      const one = all.find((text) => text.slug === slug);
      const direction = one?.direction();
      if (!one || !direction) return [];
      const found = all
        .filter((text) => text.slug !== slug && text.slug !== one.parent && text.parent !== slug)
        .map((text) => ({ text, score: similarity(one, text, direction, rarity) }))
        .filter(({ score }) => score >= SIMILAR)
        .sort((a, b) => b.score - a.score || (a.text.slug < b.text.slug ? -1 : 1))
        .map(({ text: { slug, name } }) => ({ slug, name }));
      similar.set(slug, found);
      return found.slice(0, limit);
    },
    /** How distinctive a word is: 1 in at most one category, less in many. */
    worthOf(stem: string): number {
      const { texts: all, rarity } = texts();
      const most = rarityIn(all.length, 1);
      return Math.min(1, (rarity.get(stem) ?? most) / most);
    },
    /** Not from the texts: they take 30 MB and are loaded with the first question. */
    slugs: (): string[] => slugs.all(),
    /** Meaningful words of its keywords. */
    keywordsOf: (slug: string): string[] => texts().texts.find((text) => text.slug === slug)?.keywords ?? [],
  };
}

export type CategoryTexts = ReturnType<typeof categoryTexts>;
