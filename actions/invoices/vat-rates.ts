import { AppError } from "#core/errors/errors.ts";
import { rateOn } from "#domain/invoices/vat.ts";
import { type Text, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { dayOfSupply } from "../orders/price.ts";

type Typed = { country: string; percent: string; validFrom: string };

const refused = (why: Text): AppError => new AppError("validation_failed", why);
const isDay = (text: string): boolean => {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
};

/** A percentage like 25.5 in basis points; undefined if no member state has such a rate. */
function readPercent(text: string): number | undefined {
  const [, whole, part = ""] = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim().replace(/\s*%$/, "")) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Saves a rate from a day on. Past days are fixed, because invoices use them. */
export async function saveVatRate(
  tx: Tx,
  { country, percent, validFrom }: Typed,
  { now, settings }: Pick<Deps, "now" | "settings">,
): Promise<void> {
  const today = dayOfSupply(now(), settings);
  const rateBp = readPercent(percent);
  if (rateBp === undefined) throw refused(t`Enter a rate in percent, like 25.5.`);
  if (!isDay(validFrom)) throw refused(t`Enter the first day on which the rate applies.`);
  if (validFrom < today)
    throw refused(t`A rate can start today at the earliest, because earlier invoices use the old one.`);
  if (rateOn(await tx.orders.vatRates(), country, today) === undefined) throw refused(t`Choose a member state.`);
  await tx.orders.putVatRate({ country, rateBp, validFrom });
}

export async function removeVatRate(
  tx: Tx,
  { country, validFrom }: Omit<Typed, "percent">,
  { now, settings }: Pick<Deps, "now" | "settings">,
): Promise<void> {
  if (validFrom <= dayOfSupply(now(), settings)) throw refused(t`This rate already applies, so it cannot be removed.`);
  await tx.orders.removeVatRate(country, validFrom);
}
