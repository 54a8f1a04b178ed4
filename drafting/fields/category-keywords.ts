import { stem } from "#domain/text/text.ts";
import { type Finder, unique } from "../candidate.ts";
import { withoutInterface } from "../category-topics.ts";
import { isFamily, namePhrases } from "../claims/categories.ts";
import { introduction } from "../introduction.ts";
import { contentWords, root, wordsOf } from "../text.ts";

const MAX_CATEGORIES = 3;

const familyOf = (text: string): string => wordsOf(text).map(root).join(" ");

/**
 * Categories whose name or keyword is in the first texts of the home page. Takes two matches, or a
 * name.
 */
export const findByKeywords: Finder = (corpus, { categories, categoryWords }) => {
  const texts = introduction(corpus).map((item) => {
    const words = wordsOf(withoutInterface(item.text));
    return { ...item, joined: ` ${words.map(stem).join(" ")} `, roots: new Set(words.map(root)) };
  });
  const scored = categories.map((category) => {
    const phrases = [
      ...namePhrases(category).map((text) => ({ text, weight: 1.4 })),
      ...(categoryWords[category] ?? []).map((text) => ({ text, weight: contentWords(text).length > 1 ? 1 : 0.45 })),
    ];
    let score = 0;
    let statements = 0;
    let proof: { page: string; quote: string; weight: number } | null = null;
    // "Invoice" and "invoicing" count once.
    for (const { text, weight } of unique(phrases, (phrase) => familyOf(phrase.text))) {
      const parts = wordsOf(text);
      const wanted = ` ${parts.map(stem).join(" ")} `;
      if (wanted.trim().length < 3) continue;
      // Names match exactly; "invoices" is not invoicing.
      const family = weight < 1 && isFamily(parts) ? root(parts[0]) : null;
      const best = texts
        .filter((item) => !/alternative to|instead of|vs\.? /i.test(item.text) || item.weight < 3)
        .filter((item) => item.joined.includes(wanted) || (family !== null && item.roots.has(family)))
        .sort((a, b) => b.weight - a.weight)[0];
      if (!best) continue;
      score += weight * best.weight;
      // A category's own name is enough; other phrases need two matches.
      statements += weight > 1 ? 2 : 1;
      if (!proof || weight * best.weight > proof.weight)
        proof = { page: best.page.id, quote: best.text.slice(0, 380), weight: weight * best.weight };
    }
    return { category, score, statements, proof };
  });
  const best = scored
    .filter((item) => item.score >= 2.4 && item.statements >= 2 && item.proof !== null)
    .sort((a, b) => b.score - a.score);
  const top = best[0]?.score ?? 0;
  return best
    .filter((item) => item.score >= top * 0.55)
    .slice(0, MAX_CATEGORIES)
    .flatMap(({ category, proof }) => (proof ? [{ value: category, page: proof.page, quote: proof.quote }] : []));
};
