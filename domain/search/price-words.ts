import type { OwnField } from "../listings/own-fields.ts";
import { readNumber } from "../listings/own-values.ts";
import { currencyOf, priceKey } from "../listings/price-fields.ts";
import currencies from "../text/currency-words.json" with { type: "json" };
import { once } from "../text/once.ts";
import words from "./attribute-words.json" with { type: "json" };
import { listed, phrasesOf, type SlotReader, slotOf, type Token, tokensOf } from "./phrase-tree.ts";

const signs = once(() => slotOf(Object.entries(currencies)));
const periods = once(() => slotOf(listed(words.per)));

/** Phrases like "under {price}". */
export const priceMost = once(() => [
  ...words.atMost.split(", ").map((phrase) => phrase.replace(/\{number\} ?\{unit\}/, "{price}")),
  ...phrasesOf(words.cheaper),
]);

export const readAmount: SlotReader = (tokens, at) => {
  const [, digits = "", thousands] = /^(\d[\d.,]*)(k)?$/.exec(tokens[at]?.text ?? "") ?? [];
  const number = readNumber(digits);
  return number === undefined ? undefined : { value: String(thousands ? number * 1000 : number), end: at + 1 };
};

const named = (sign: string, fields: readonly OwnField[]): string | undefined => {
  const codes = sign === "$" ? ["USD"] : sign === "kr" ? ["SEK", "NOK", "DKK"] : [sign.toUpperCase()];
  return codes.find((code) => fields.some(({ key }) => key === priceKey(code)));
};

/** "$10", "10 € a month" or "120eur per year" in a currency of the site, as a number a month and the key of its field. */
export const readPrice =
  (fields: readonly OwnField[]): SlotReader =>
  (typed, from) => {
    const [, digits, letters] = /^(\d[\d.,]*)(\p{L}{2,})$/u.exec(typed[from]?.text ?? "") ?? [];
    const pieces = [digits, letters].flatMap((text): Token[] =>
      text && typed[from] ? [{ ...typed[from], text }] : [],
    );
    const tokens = pieces.length > 0 ? typed.toSpliced(from, 1, ...pieces) : typed;
    const lead = periods()(tokens, from);
    const sign = signs()(tokens, lead?.end ?? from);
    const at = sign?.end ?? lead?.end ?? from;
    // A single mark before three digits is one of thousands.
    const amount = readAmount(
      [{ ...tokens[at], text: tokens[at]?.text.replace(/^(\d{1,3})[.,](\d{3})$/, "$1$2") } as Token],
      0,
    );
    if (!amount) return undefined;
    const unit = sign ?? signs()(tokens, at + 1);
    const currency = unit && named(unit.value, fields);
    if (currency === undefined || !unit) return undefined;
    const end = Math.max(at + 1, unit.end);
    const period = periods()(tokens, end);
    const monthly = Number(amount.value) / Number((period ?? lead)?.value ?? 1);
    return {
      value: `${Math.round(monthly * 100) / 100} ${priceKey(currency)}`,
      end: (period?.end ?? end) - (pieces.length > 0 ? 1 : 0),
    };
  };

/** `price_max` as a condition: "10 USD", "€10", or only a number where all prices have one currency. */
export function readPriceMax(text: string, all: readonly OwnField[]): { key: string; to: number } | { fault: string } {
  const fields = all.filter(({ key }) => currencyOf(key) !== undefined);
  const tokens = tokensOf(text);
  const [only, ...others] = fields;
  const number = others.length === 0 && tokens.length === 1 ? readNumber(text) : undefined;
  if (only && number !== undefined) return { key: only.key, to: number };
  const read = readPrice(fields)(tokens, 0);
  if (read?.end === tokens.length) {
    const [to = "", key = ""] = read.value.split(" ");
    return { key, to: Number(to) };
  }
  const known = fields.map(({ key }) => currencyOf(key)).join(", ");
  return {
    fault: known
      ? `Write a price like "10 ${known.slice(0, 3)}". Currencies: ${known}.`
      : "No listing here states a price.",
  };
}
