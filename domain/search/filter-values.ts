import { countryOf } from "../text/countries.ts";
import words from "./attribute-words.json" with { type: "json" };
import { lettersOf } from "./nearest.ts";
import { phrasesOf } from "./phrase-tree.ts";

/** Values by their names, of which case and punctuation do not count. Those of `names` are no words of a search. */
function tableOf(...lists: Record<string, string>[]): ReadonlyMap<string, string> {
  const rows = lists.flatMap((names) =>
    Object.entries(names).flatMap(([value, list]) =>
      [value, ...phrasesOf(list)].map((name) => [lettersOf(name), value] as const),
    ),
  );
  return new Map(rows);
}

const pricing = tableOf(words.names.pricing_model, words.pricing_model);
const stages = tableOf(words.names.stage, words.stage);

/** The pricing model for a word: open_source for "Open Source", "opensource" or "FOSS". */
export const pricingModelNamed = (typed: string): string | undefined => pricing.get(lettersOf(typed));

/** The stage for a word: mvp for "beta". */
export const stageNamed = (typed: string): string | undefined => stages.get(lettersOf(typed));

export function countryNamed(typed: string): string | undefined {
  const letters = typed.trim().toUpperCase().replaceAll(".", "");
  if (letters === "EL") return "GR";
  if (/^[A-Z]{3}$/.test(letters)) return undefined;
  return countryOf(letters.length === 2 ? letters : typed) ?? undefined;
}
