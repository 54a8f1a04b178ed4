import { readFile } from "node:fs/promises";
import type { SafeFetch } from "#crawler/safe-fetch.ts";
import type { EuroRate } from "#domain/invoices/exchange-rate.ts";
import { readRates } from "./read-rates.ts";

/** Published rates, back to `since` if available. Throws if the source is unreadable. */
export type ReadExchangeRates = (since: string) => Promise<EuroRate[]>;

type Options = {
  fetchSite: SafeFetch;
  url: string;
  file: string | undefined;
};

const TIMEOUT_MS = 10_000;

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
