import { type Text, t } from "#languages/words.ts";
import type { OwnField } from "./own-fields.ts";

/** What costs nothing to start has this price, whatever the currency. */
export const FREE = "price_ANY";
/** Prices in each currency are a number field. Keys of other fields have no capitals. */
export const priceKey = (currency: string): string => `price_${currency}`;
export const currencyOf = (key: string): string | undefined => /^price_([A-Z]{3})$/.exec(key)?.[1];
/** The keys of values that a filter finds, the lowest values first. */
export const filedAs = (key: string): string[] => (currencyOf(key) === undefined ? [key] : [FREE, key]);

/** The name of a field, also of a price. */
export const labelOf = ({ key, label }: Pick<OwnField, "key" | "label">): Text => {
  const currency = currencyOf(key);
  return currency === undefined ? label : t`Price in ${currency}`;
};

const STEPS = [10, 20, 50, 100];

export function priceField(currency: string): OwnField {
  const format = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const scale = format.maximumFractionDigits === 0 ? 100 : 1;
  return {
    ...{ key: priceKey(currency), label: currency, kind: "number", steps: STEPS.map((step) => step * scale) },
    ...{ shownIn: [], editors: "team", isFilter: true, isSort: true },
  };
}
