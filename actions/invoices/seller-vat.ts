import type { Settings } from "#core/settings/config.ts";
import { convert, crossRate, currencyOfState, rateDayOf, type SellerVat } from "#domain/invoices/exchange-rate.ts";
import type { InvoiceContent } from "#domain/invoices/invoice.ts";
import { counted, rateOn, type VatRate } from "#domain/invoices/vat.ts";
import type { Reads } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { CURRENCY, dayOfSupply } from "../orders/price.ts";

type Rates = { exchangeRates: Pick<Reads["exchangeRates"], "find">; orders: Pick<Reads["orders"], "vatRates"> };

/** The seller's VAT currency if invoices use another: Art. 230 of Directive 2006/112/EC. */
function otherCurrency({ SELLER_COUNTRY, VAT_MODE }: Settings, rates: readonly VatRate[], day: string) {
  if (VAT_MODE === "off" || !SELLER_COUNTRY || rateOn(rates, SELLER_COUNTRY, day) === undefined) return undefined;
  const currency = currencyOfState(counted(SELLER_COUNTRY));
  return currency === CURRENCY ? undefined : currency;
}

export type SupplyRate = Omit<SellerVat, "sellerVatCents">;

/** The rate for a day of supply; null if none is needed, undefined while unknown. */
export async function supplyRate(
  sources: Rates,
  day: string,
  settings: Settings,
): Promise<SupplyRate | null | undefined> {
  const sellerCurrency = otherCurrency(settings, await sources.orders.vatRates(), day);
  if (!sellerCurrency) return null;
  const exchangeRateDate = rateDayOf(day);
  const inEuro = async (currency: string) =>
    currency === "EUR" ? "1" : sources.exchangeRates.find(exchangeRateDate, currency);
  const [of, per] = [await inEuro(sellerCurrency), await inEuro(CURRENCY)];
  return of && per ? { sellerCurrency, exchangeRate: crossRate(of, per), exchangeRateDate } : undefined;
}

/** VAT of a range of cents in the seller's currency. Adjacent ranges add up exactly. */
export function sellerVatOf(rate: Partial<SupplyRate> | null, fromCents: number, toCents: number): Partial<SellerVat> {
  const { sellerCurrency, exchangeRate, exchangeRateDate } = rate ?? {};
  if (!sellerCurrency || !exchangeRate || !exchangeRateDate) return {};
  const sellerVatCents = convert(toCents, exchangeRate) - convert(fromCents, exchangeRate);
  return { sellerCurrency, exchangeRate, exchangeRateDate, sellerVatCents };
}

/** The credited part of an invoice, at the invoice's rate. */
export const creditedVat = (invoice: InvoiceContent, creditedCents: number, vatCents: number): Partial<SellerVat> =>
  sellerVatOf(invoice, creditedCents, creditedCents + vatCents);

/** Fetches rates of today and of days for which invoices wait. A failed source is retried later. */
export async function keepExchangeRates(
  paidOn: readonly Date[],
  {
    store,
    settings,
    now,
    readExchangeRates,
    log,
  }: Pick<Deps, "store" | "settings" | "now" | "readExchangeRates" | "log">,
): Promise<void> {
  const today = dayOfSupply(now(), settings);
  if (!otherCurrency(settings, await store.orders.vatRates(), today)) return;
  const wanted = [...new Set([today, ...paidOn.map((at) => dayOfSupply(at, settings))].map(rateDayOf))].sort();
  const known = await store.exchangeRates.known(wanted);
  const missing = wanted.filter((day) => !known.has(day));
  const [first] = missing;
  if (first === undefined) return;
  try {
    const rates = (await readExchangeRates(first)).filter(({ day }) => missing.includes(day));
    if (rates.length > 0) await store.change((tx) => tx.exchangeRates.add(rates));
  } catch (error) {
    log.warn({ err: error, missing }, "exchange rates could not be read; invoices wait for them");
  }
}
