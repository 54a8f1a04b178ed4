import { readFile } from "node:fs/promises";
import type { SafeFetch } from "../../crawler/safe-fetch.ts";
import type { EuroRate } from "../../domain/invoices/exchange-rate.ts";
import { readRates } from "./read-rates.ts";

/** Rates that are published now, back to a day if the source has it. Throws if the source cannot be read. */
export type ReadExchangeRates = (since: string) => Promise<EuroRate[]>;

type Options = {
  fetchSite: SafeFetch;
  /** The daily feed, beside which the last 90 days are. */
  url: string;
  /** A file instead of the feed. */
  file: string | undefined;
};

const TIMEOUT_MS = 10_000;

/** Reference rates of the European Central Bank, which it publishes at about 16:00 CET on its working days. */
export function createReadExchangeRates({ fetchSite, url, file }: Options): ReadExchangeRates {
  async function fetchRates(from: string): Promise<EuroRate[]> {
    const { status, body } = await fetchSite(from, { tooLarge: "fail", timeoutMs: TIMEOUT_MS });
    const rates = status === 200 ? readRates(Buffer.from(body).toString("utf8")) : [];
    if (rates.length === 0) throw new Error(`${from} has no exchange rates (status ${status}).`);
    return rates;
  }

  return async (since) => {
    if (file) return readRates(await readFile(file, "utf8"));
    const daily = await fetchRates(url);
    if (daily.some(({ day }) => day <= since)) return daily;
    return [...daily, ...(await fetchRates(new URL("eurofxref-hist-90d.xml", url).href))];
  };
}
