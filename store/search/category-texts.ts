import type Database from "better-sqlite3";
import { stemOf, tellingWords } from "../../domain/question-words.ts";
import { rarityIn } from "./rarity.ts";

/** A category, and from 0 to 1 how much a question is about it. */
export type CategoryShare = { slug: string; name: string; share: number };

type Row = { slug: string; name: string; description: string; keywords_json: string; phrases_json: string | null };
/** A category that has a word, by its place in the list. */
type Having = { index: number; weight: number };
type Text = { slug: string; name: string; weights: Map<string, number>; keywords: string[] };

/** A word counts by its best place in the texts of a category. */
const WEIGHTS = { name: 2, keyword: 2, phrase: 1.5, description: 1 };
const SATURATION = 1.2;
const MOST = 6;

/**
 * The words of all categories in memory: what is a question about? They are read again after one
 * changes.
 */
export function categoryTexts(client: Database.Database) {
  const rows = client.prepare<[], Row>("select slug, name, description, keywords_json, phrases_json from categories");
  const slugs = client.prepare<[], string>("select slug from categories").pluck();
  let known: { texts: Text[]; rarity: Map<string, number>; having: Map<string, Having[]> } | undefined;

  function textOf({ slug, name, description, keywords_json, phrases_json }: Row): Text {
    const keywords: string[] = JSON.parse(keywords_json);
    const phrases: string[] = JSON.parse(phrases_json ?? "[]");
    const weights = new Map<string, number>();
    const weigh = (texts: readonly string[], weight: number) => {
      for (const stem of texts.flatMap(tellingWords).map(stemOf))
        weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
    };
    weigh([name], WEIGHTS.name);
    weigh(keywords, WEIGHTS.keyword);
    weigh(phrases, WEIGHTS.phrase);
    weigh([description], WEIGHTS.description);
    return { slug, name, weights, keywords: [...new Set(keywords.flatMap(tellingWords))] };
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
    };
    return known;
  }

  return {
    /** Some category has other words now. */
    changed(): void {
      known = undefined;
    },
    /** What these stems are about, the likeliest first; nothing if no category has one. */
    sharesOf(stems: ReadonlySet<string>): CategoryShare[] {
      const { texts: all, rarity, having } = texts();
      const scores = new Float64Array(all.length);
      for (const stem of stems)
        for (const { index, weight } of having.get(stem) ?? [])
          scores[index]! += (rarity.get(stem)! * (1 + SATURATION) * weight) / (weight + SATURATION);
      const scored = all
        .map(({ slug, name }, index) => ({ slug, name, score: scores[index]! }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, MOST);
      const length = Math.hypot(...scored.map(({ score }) => score ** 2));
      return scored.map(({ slug, name, score }) => ({ slug, name, share: score ** 2 / length }));
    },
    /** How telling a word is: 1 if at most one category has it, less for words that many have. */
    worthOf(stem: string): number {
      const { texts: all, rarity } = texts();
      const most = rarityIn(all.length, 1);
      return Math.min(1, (rarity.get(stem) ?? most) / most);
    },
    /** Not from their texts: they take 30 MB to read, which waits for the first question. */
    slugs: (): string[] => slugs.all(),
    /** The telling words of its keywords. */
    keywordsOf: (slug: string): string[] => texts().texts.find((text) => text.slug === slug)?.keywords ?? [],
  };
}

export type CategoryTexts = ReturnType<typeof categoryTexts>;
