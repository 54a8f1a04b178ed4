import { t, type Words } from "#languages/words.ts";
import type { StatementLine } from "./bank-statement.ts";
import { showMoney } from "./money.ts";

export type Expected = { number: string; dueCents: number; currency: string; buyer: string; isPaid: boolean };

/** The order for a statement line, and why. Only certain matches are preselected. */
export type Match = { number: string; isSure: boolean; reason: Words };

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");
const money = (cents: number, currency: string): string =>
  /^[A-Z]{3}$/.test(currency) ? showMoney(cents, currency) : `${cents / 100} ${currency}`;

const nameWords = (name: string): string[] =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
const isLike = (one: string, other: string): boolean => {
  const words = new Set(nameWords(one));
  return nameWords(other).some((word) => words.has(word));
};

export const numbersIn = (reference: string): string[] => [
  ...new Set([...plain(reference).matchAll(/ORD(\d{4})(\d{6})(?!\d)/g)].map(([, year, id]) => `ORD-${year}-${id}`)),
];

/** Suggests an order by reference, then by amount and buyer's name. */
export function matchTransfer(line: StatementLine, expected: readonly Expected[]): Match | undefined {
  const named = numbersIn(line.reference);
  const [first] = expected.filter(({ number }) => named.includes(number));
  if (first && named.length === 1) return byReference(line, first);
  if (named.length > 0) return undefined;
  const same = expected.filter(
    ({ dueCents, currency, isPaid }) => !isPaid && dueCents === line.amountCents && currency === line.currency,
  );
  const liked = same.filter(({ buyer }) => isLike(buyer, line.payer));
  const amount = money(line.amountCents, line.currency);
  if (liked[0] && liked.length === 1)
    return {
      number: liked[0].number,
      isSure: false,
      reason: t`The amount (${amount}) and the name match; the reference is missing.`,
    };
  return same[0] && same.length === 1
    ? {
        number: same[0].number,
        isSure: false,
        reason: t`Only this order is waiting for ${amount}; the reference is missing.`,
      }
    : undefined;
}

function byReference({ amountCents, currency }: StatementLine, order: Expected): Match {
  const { number, dueCents } = order;
  const came = money(amountCents, currency);
  if (order.isPaid)
    return { number, isSure: false, reason: t`This order is already paid. Is this the same payment or a second one?` };
  if (currency !== order.currency)
    return {
      number,
      isSure: false,
      reason: t`The reference matches, but ${came} arrived instead of ${money(dueCents, order.currency)}.`,
    };
  const difference = amountCents - dueCents;
  if (difference === 0) return { number, isSure: true, reason: t`The reference and the amount match.` };
  const gap = money(Math.abs(difference), currency);
  return {
    number,
    isSure: false,
    reason:
      difference < 0
        ? t`The reference matches, but ${came} arrived instead of ${money(dueCents, currency)}: ${gap} too little. We will tell the buyer.`
        : t`The reference matches, but ${came} arrived instead of ${money(dueCents, currency)}: ${gap} too much. We will tell the buyer.`,
  };
}
