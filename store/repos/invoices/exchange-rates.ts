import type { EuroRate } from "#domain/invoices/exchange-rate.ts";
import { has } from "../../sql/has.ts";
import { inArray } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { exchangeRates } from "../../sqlite/tables.ts";

export const exchangeRateReads = (db: Db) => ({
  async find(day: string, currency: string): Promise<string | undefined> {
    const wanted = has(exchangeRates, { day, currency });
    return (await db.select({ rate: exchangeRates.rate }).from(exchangeRates).where(wanted).get())?.rate;
  },
  async known(days: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .selectDistinct({ day: exchangeRates.day })
      .from(exchangeRates)
      .where(inArray(exchangeRates.day, [...days]));
    return new Set(rows.map(({ day }) => day));
  },
});

export const exchangeRateWrites = (db: Db) => ({
  ...exchangeRateReads(db),
  /** Known rates never change, because invoices use them. */
  async add(rates: readonly EuroRate[]): Promise<void> {
    for (const rate of rates) await db.insert(exchangeRates).values(rate).onConflictDoNothing();
  },
});
