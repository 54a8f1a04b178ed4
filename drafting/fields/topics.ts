import { readShippedText } from "#core/runtime/shipped.ts";
import { once } from "#domain/text/once.ts";

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Word beginnings per topic of a section, in many languages. A final "." ends a word; CJK ones match
 * anywhere.
 */
const roots = once(() => {
  const begins = new Map<string, string[]>();
  const whole = new Map<string, string[]>();
  const inside: [root: string, topic: string][] = [];
  for (const line of readShippedText("./data/section-words.txt").trim().split("\n")) {
    const [topic = "", words = ""] = line.split(": ", 2);
    for (const root of new Set(words.split(" "))) {
      if (UNSPACED.test(root)) inside.push([root, topic]);
      else {
        const [map, key] = root.endsWith(".") ? [whole, root.slice(0, -1)] : [begins, root];
        map.set(key, [...(map.get(key) ?? []), topic]);
      }
    }
  }
  return { begins, whole, inside, longest: Math.max(...[...begins.keys()].map(({ length }) => length)) };
});

export function topicsOf(text: string): Set<string> {
  const { begins, whole, inside, longest } = roots();
  const found = new Set<string>();
  const lower = text.toLowerCase();
  for (const [word] of lower.matchAll(/\p{L}+/gu)) {
    for (const topic of whole.get(word) ?? []) found.add(topic);
    for (let end = 2; end <= Math.min(longest, word.length); end++)
      for (const topic of begins.get(word.slice(0, end)) ?? []) found.add(topic);
  }
  if (UNSPACED.test(lower)) for (const [root, topic] of inside) if (lower.includes(root)) found.add(topic);
  return found;
}
