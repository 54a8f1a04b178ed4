import type { Settings } from "#core/settings/config.ts";
import { isThresholdWatched, THRESHOLD_CENTS, WARNED_AT, warningAt } from "#domain/invoices/vat-threshold.ts";
import { moneyText } from "#domain/orders/money.ts";
import { dayIn, periodBefore, yearOf } from "#domain/time/period.ts";
import { type Text, t } from "#languages/words.ts";
import type { Questions } from "#store/questions.ts";
import { Ill } from "./finding.ts";

/** The last measured sales to consumers abroad: fails from 80 % of the EU threshold. */
export async function checkThreshold(db: Questions, settings: Settings, now: Date): Promise<Text> {
  if (!isThresholdWatched(settings.VAT_MODE)) return t`consumers in the EU pay the VAT of their own country already`;
  const current = yearOf(dayIn(now, settings.SITE_TIMEZONE));
  const years = [current, periodBefore(current, yearOf)].map(({ from }) => from.slice(0, 4));
  const measured = await db.all<{ year: string; cents: number }>(
    "select year, net_cents as cents from vat_thresholds where year in (?, ?) order by year desc",
    ...years,
  );
  const limit = moneyText(THRESHOLD_CENTS, "EUR");
  const words = ({ year, cents }: { year: string; cents: number }) => t`${moneyText(cents, "EUR")} in ${year}`;
  const passed = measured.find(({ cents }) => cents > THRESHOLD_CENTS);
  if (passed)
    throw new Ill(
      t`passed: consumers in other EU countries bought for ${words(passed)}, more than ${limit}`,
      t`Register for the One Stop Shop, and start Debut with VAT_MODE=oss.`,
    );
  const near = measured.find(({ year, cents }) => year === years[0] && warningAt(cents) >= WARNED_AT[0]);
  if (near)
    throw new Ill(
      t`near: consumers in other EU countries bought for ${words(near)}, of ${limit}`,
      t`Register for the One Stop Shop in time, and start Debut with VAT_MODE=oss before the sale that passes it.`,
    );
  const [first] = measured;
  return first ? t`${words(first)} of ${limit}` : t`not measured yet`;
}
