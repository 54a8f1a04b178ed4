import { type Text, t, type Words } from "#languages/words.ts";
import { moneyText } from "./money.ts";

export type Bounded = { label: Text; bounds: { minimumCents: number; maximumCents: number } };

export const takes = ({ bounds: { minimumCents, maximumCents } }: Bounded, cents: number): boolean =>
  cents >= minimumCents && cents <= maximumCents;

/** The limits in words, like "Card or wallet takes payments from $0.50 to $999,999.99." */
export const boundsWords = ({ label, bounds: { minimumCents, maximumCents } }: Bounded, currency: string): Words =>
  t`${label} takes payments from ${moneyText(minimumCents, currency)} to ${moneyText(maximumCents, currency)}.`;
