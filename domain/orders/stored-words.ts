import { joined, stored, type Text, t } from "#languages/words.ts";
import { partAgain, retold } from "../text/retold.ts";

/** Why an order is on hold. Stored in English, and shown by `reasonText`. */
export const ORDER_REASONS = {
  gone: () => t`The listing no longer exists.`,
  over: (day: Text) => t`The week of ${day} is over.`,
  full: (day: Text) => t`The week of ${day} is full.`,
  launched: (name: Text) => t`${name} already has a paid launch.`,
  suspended: (name: Text) => t`${name} is suspended.`,
  removed: (name: Text) => t`${name} was removed.`,
  rejected: (name: Text) => t`${name} was rejected.`,
  taken: (name: Text) => t`The website of ${name} is already listed.`,
  amount: () => t`The amount or currency is wrong.`,
  coupon: (code: Text) => t`Coupon ${code} was used up when the payment arrived. Accept the price or refund it.`,
  fault: () => t`Something went wrong on our side.`,
  line: (id: Text) => t`Line ${id} could not be completed in six attempts. See the log for the reason.`,
};
const REASONS = Object.values(ORDER_REASONS);
export const reasonText = (reason: string | null): Text => retold(reason ?? "", REASONS);

/** What lines of orders and invoices are called. */
export const LINE_WORDS = {
  free: (what: Text) => t`${what} (given free of charge)`,
  part: (what: Text) => t`Part of the price: ${what}`,
  refund: (what: Text) => t`Refund: ${what}`,
  correction: (what: Text) => t`Correction: ${what}`,
  vat: (what: Text) => t`VAT of ${what}`,
  inWeek: (what: Text, day: Text) => t`${what}, week of ${day}`,
  week: (product: Text, day: Text) => t`${product}: week of ${day}`,
};
/** A day, or a plan and what it is for: "Launch: Kelpline". */
function dayOrPlan(part: string): Text {
  const day = partAgain(part);
  if (day !== part) return day;
  const [name = "", ...about] = part.split(/(?=: )/);
  return joined([stored("plan", name, "name", name), ...about], "");
}
const BETWEEN = "; ";
export const listedLines = (lines: readonly { description: string }[]): string =>
  lines.map(({ description }) => description).join(BETWEEN);

export function lineText(description: string): Text {
  const { inWeek, week, ...about } = LINE_WORDS;
  const text = retold(description, Object.values(about), (what) => joined(what.split(BETWEEN).map(lineText), BETWEEN));
  if (text !== description) return text;
  const line = retold(description, [inWeek, week], dayOrPlan);
  return line === description ? dayOrPlan(description) : line;
}
