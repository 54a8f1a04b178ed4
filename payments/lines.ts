import { beginningOf, lengthOf } from "#domain/text/text.ts";
import type { PaymentRequest } from "./gateway.ts";

const LONGEST_NAME = 127;

/**
 * Lines as providers accept them: quantity one at the total, because a gross total may not be
 * divisible. Throws if they do not add up.
 */
export function linesOf({ lines, amountCents, orderNumber }: PaymentRequest): { name: string; totalCents: number }[] {
  const sum = lines.reduce((total, { totalCents }) => total + totalCents, 0);
  if (sum !== amountCents)
    throw new Error(`The lines of ${orderNumber} add up to ${sum} cents instead of ${amountCents}.`);
  return lines.map(({ description, quantity, totalCents }) => ({
    name: shortened(quantity === 1 ? description : `${quantity} × ${description}`),
    totalCents,
  }));
}

export const shortened = (text: string): string =>
  lengthOf(text) > LONGEST_NAME ? `${beginningOf(text, LONGEST_NAME - 1)}…` : text;
