import { type Text, t, type Words } from "#languages/words.ts";
import { beginningOf } from "../text/text.ts";
import { moneyText } from "./money.ts";
import { isGood, isOpen, type Order, type PaymentFacts, TRANSFER } from "./order.ts";

/** The account for bank transfers. The IBAN has no spaces. */
export type BankAccount = { holder: string | null; iban: string | null; bic: string | null; text: string | null };
export type Transfer = { amountCents: number; currency: string; reference: string };

/** Validates the check digits (ISO 13616, modulo 97). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

export const inFours = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

export const PAY_TO = t`Pay to`;
export function transferFacts(
  { holder, iban, bic, text }: BankAccount,
  { amountCents, currency, reference }: Transfer,
): [label: Text, value: string][] {
  const facts: [Text, string | null][] = [
    [PAY_TO, text],
    [t`Account holder`, holder],
    ["IBAN", iban && inFours(iban)],
    ["BIC", bic],
    [t`Amount`, `${decimal(amountCents)} ${currency}`],
    [t`Reference`, reference],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
}

const MOST_NAME = 70;
const MOST_CENTS = 99_999_999_999;

/**
 * Content of an EPC QR code (EPC069-12, version 2), which European banking apps read. Undefined
 * unless the amount is in euros and the account has an IBAN and a holder.
 */
export function epcText(
  { holder, iban, bic }: BankAccount,
  { amountCents, currency, reference }: Transfer,
): string | undefined {
  if (iban === null || holder === null || currency !== "EUR" || amountCents < 1 || amountCents > MOST_CENTS)
    return undefined;
  const name = beginningOf(holder, MOST_NAME);
  const amount = `EUR${decimal(amountCents)}`;
  return ["BCD", "002", "1", "SCT", bic ?? "", name, iban, amount, "", "", reference].join("\n");
}

type Due = Pick<Order, "number" | "status" | "hold" | "totalCents" | "currency">;
type Money = PaymentFacts & { provider: string };

export const oddMoney = (order: Due, payments: readonly Money[]): Money | undefined =>
  order.status === "on_hold" && order.hold === null
    ? payments.find(
        (payment) =>
          payment.isPaid &&
          !payment.isRefunded &&
          payment.refundedCents < payment.amountCents &&
          !isGood(payment, order),
      )
    : undefined;

export function missingCents(order: Due, payments: readonly Money[]): number | undefined {
  const odd = oddMoney(order, payments);
  const isShort = odd?.provider === TRANSFER && odd.currency === order.currency && odd.amountCents < order.totalCents;
  return isShort ? order.totalCents - odd.amountCents : undefined;
}

/**
 * Tells the buyer about a payment in progress or with a wrong amount; undefined if there is none.
 */
export function moneyNews(order: Due, payments: readonly Money[]): Words | undefined {
  const show = (cents: number) => moneyText(cents, order.currency);
  const odd = oddMoney(order, payments);
  if (odd) {
    const missing = missingCents(order, payments);
    if (missing !== undefined)
      return t`We received ${show(odd.amountCents)} of ${show(order.totalCents)}. Send the missing ${show(missing)} to the same account with the reference ${order.number}. If you prefer a refund, contact us.`;
    if (odd.currency !== order.currency)
      return t`We received a different currency than the ${show(order.totalCents)} due. You do not need to pay again. We will look into it and email you.`;
    const more = odd.amountCents - order.totalCents;
    if (more > 0)
      return t`We received ${show(odd.amountCents)}, which is ${show(more)} too much. You do not need to do anything. We will refund the difference and deliver your order, or ask you first.`;
    return t`We received ${show(odd.amountCents)} for this order, which costs ${show(order.totalCents)}. You do not need to pay again. We will look into it and email you.`;
  }
  const open = payments.filter(isOpen);
  if ((order.status !== "expired" && order.status !== "canceled") || open.length === 0) return undefined;
  return open.some(({ provider }) => provider === TRANSFER)
    ? t`If you have sent the money, do not send it again. Once it arrives, we will match it by its reference and email you. Otherwise, place a new order.`
    : t`A payment was started, but we do not know its result yet. If you have paid, you do not need to do anything. We will email you. Otherwise, place a new order.`;
}
