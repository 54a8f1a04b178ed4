import type { OwnField } from "#domain/listings/own-fields.ts";
import type { OwnWish } from "#domain/listings/own-filter.ts";
import { labelOf } from "#domain/listings/price-fields.ts";
import { dayText } from "#domain/time/date-words.ts";
import { decimal, listed, type Text, t } from "#languages/words.ts";

/** A value of a field as the index has it. */
export const valueWords = ({ kind, options = [] }: OwnField, value: string): Text =>
  kind === "flag" ? (value === "1" ? t`Yes` : t`No`) : (options.find((one) => one.value === value)?.label ?? value);

const EIGHT_DIGITS = { maximumFractionDigits: 8 } as const;
function boundWords({ kind, unit }: OwnField, bound: number): Text {
  if (kind === "date") return dayText(new Date(bound * 1000));
  const number = decimal(bound, EIGHT_DIGITS);
  return unit ? t`${number} ${unit}` : number;
}

/** "1,000 or more", "up to 5,000", "1,000 to 5,000". */
export function rangeWords(
  field: OwnField,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): Text {
  const [first, last] = [from, to].map((bound) => (bound === undefined ? undefined : boundWords(field, bound)));
  if (first !== undefined && last !== undefined) return t`${first} to ${last}`;
  if (field.kind === "date") return first === undefined ? t`until ${last ?? ""}` : t`since ${first}`;
  return first === undefined ? t`up to ${last ?? ""}` : t`${first} or more`;
}

/** "Licence: MIT or GPL-3.0". */
export const wishWords = (field: OwnField, wish: OwnWish): Text =>
  t`${labelOf(field)}: ${
    "any" in wish
      ? listed(
          wish.any.map((value) => valueWords(field, value)),
          "disjunction",
        )
      : rangeWords(field, wish)
  }`;
