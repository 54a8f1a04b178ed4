import { counted } from "#domain/invoices/vat.ts";
import {
  countingYears,
  isThresholdWatched,
  THRESHOLD_CENTS,
  warningAt,
  type YearsSales,
} from "#domain/invoices/vat-threshold.ts";
import { moneyText } from "#domain/orders/money.ts";
import { dayIn, periodBefore, yearOf } from "#domain/time/period.ts";
import { thresholdMessage } from "#mail/book-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Deps } from "../context.ts";
import { entriesIn } from "./book-entries.ts";

/** Sales of this year and the previous one: both decide (Article 59c). Undefined outside the EU. */
export async function thresholdNow({
  store,
  settings,
  now,
}: Pick<Deps, "store" | "settings" | "now">): Promise<[current: YearsSales, previous: YearsSales] | undefined> {
  const members = new Set((await store.orders.vatRates()).map(({ country }) => country));
  const isMember = (country: string) => members.has(country);
  if (!settings.SELLER_COUNTRY || !isMember(counted(settings.SELLER_COUNTRY))) return undefined;
  const current = yearOf(dayIn(now(), settings.SITE_TIMEZONE));
  const previous = periodBefore(current, yearOf);
  const years = countingYears(isMember);
  for await (const entry of entriesIn({ from: previous.from, to: current.to }, { store })) years.add(entry);
  return [years.of(current.from.slice(0, 4)), years.of(previous.from.slice(0, 4))];
}

/** Measures the year's sales and emails the team once per warning level. */
export async function watchThreshold(
  deps: Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs" | "languages">,
): Promise<void> {
  const { store, settings, now } = deps;
  const measured = await thresholdNow(deps);
  if (!measured) return;
  for (const sales of measured) {
    const isCurrent = sales === measured[0];
    const told = isCurrent && isThresholdWatched(settings.VAT_MODE) ? warningAt(sales.netCents) : 0;
    await store.change(async (tx) => {
      const already = await tx.books.saveThreshold(sales, told, now());
      if (told <= already) return;
      const facts = {
        percent: told,
        isPassed: sales.netCents > THRESHOLD_CENTS,
        year: sales.year,
        sum: moneyText(sales.netCents, "EUR"),
        limit: moneyText(THRESHOLD_CENTS, "EUR"),
        isAssumed: sales.assumedCents !== 0,
      };
      for (const { email } of await tx.accounts.admins())
        await queueMail(tx, deps, thresholdMessage(settings, facts), email);
    });
  }
  deps.wakeJobs();
}
