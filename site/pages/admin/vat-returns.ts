import { bookFile, ecSalesIn, ossIn, vatIn } from "#actions/invoices/book-files.ts";
import { thresholdNow } from "#actions/invoices/vat-threshold.ts";
import type { Settings } from "#core/settings/config.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import type { BookTreatment } from "#domain/invoices/book-entry.ts";
import {
  type EuroRates,
  inEuros,
  type OssCorrection,
  type OssSupply,
  readEuroRates,
} from "#domain/invoices/vat-books.ts";
import { isThresholdWatched, THRESHOLD_CENTS, type YearsSales } from "#domain/invoices/vat-threshold.ts";
import { moneyText } from "#domain/orders/money.ts";
import { quarterName, quarterOf } from "#domain/time/period.ts";
import { countryName, isOurs, type Text, t, type Words } from "#languages/words.ts";

import type { Site } from "../../kit/site.ts";
import { type Column, listQuery, meter, queryOf, table } from "../../kit/table.ts";
import { booksTabs, dayOf, filterOf, periodFields, periodLinks } from "../../parts/invoices/book-parts.ts";

const PATH = "/admin/invoices/vat";
const TREATMENTS: Record<BookTreatment, Words> = {
  domestic: t`your VAT`,
  oss: t`VAT of another state`,
  reverse_charge: t`reverse charge`,
  outside_eu: t`none outside the EU`,
  not_charged: t`not charged`,
};
const end = (label: Text): Column => ({ label, end: true });
const country = (code: string | null): Text => (code === null ? t`Unknown` : countryName(code));

export function vatReturnPages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get(PATH, async (req, res) => {
    const { filter, fault } = filterOf(req, deps);
    const { from, to } = filter;
    const typed = queryOf(req, "rates") ?? "";
    const read = readEuroRates(typed);
    const rates: EuroRates = isOurs(read) ? {} : read;
    const query = { from, to, rates: typed || undefined };
    const threshold = await thresholdNow(deps);
    const [all, oss, sales] = [await vatIn(filter, deps), await ossIn(filter, deps), await ecSalesIn(filter, deps)];
    const wrong = fault ?? (isOurs(read) ? read : undefined);
    const file = (format: "vat" | "oss" | "ec-sales"): Html =>
      html`<a class="button quiet slim" href="${href(
        `/admin/invoices/files/${format}?${listQuery(query, 1)}`,
      )}" download>Download<span class="unseen"> ${bookFile(format).label}</span></a>`;
    const head = (id: string, title: Text, link: Part): Html =>
      html`<div class="section-head"><h2 id="${id}">${title}</h2>${link}</div>`;
    const isQuarter = quarterOf(from).from === from && quarterOf(from).to === to;

    pages.render(res, {
      heading: t`VAT and returns`,
      body: html`<p class="lead">Figures for your tax returns. Credit notes are subtracted.</p>
${booksTabs("vat", filter)}
${wrong && html`<p class="notice bad" role="alert">${wrong}</p>`}
<form method="get" action="${href(PATH)}" class="row filters labelled">
${periodFields(filter)}
<label class="grow">Exchange rates to euros
<input name="rates" value="${typed}" maxlength="200" placeholder="USD=0.9213" autocomplete="off"></label>
<button class="quiet">Show</button>
</form>
<p class="hint">For the OSS return, use the European Central Bank rates of the last day of the quarter.</p>
${periodLinks(PATH, query, deps)}
<h2 id="threshold">EU threshold</h2>
${
  threshold
    ? thresholdCard(threshold, settings)
    : html`<p class="empty">The threshold of ${moneyText(
        THRESHOLD_CENTS,
        "EUR",
      )} is for sellers in the EU. ${settings.SELLER_COUNTRY ? t`You sell from elsewhere.` : t`Set SELLER_COUNTRY if you are one.`}</p>`
}
${head("vat", t`VAT by country and rate`, file("vat"))}
${
  all.length === 0
    ? html`<p class="empty">No invoice was issued in this period.</p>`
    : table(
        [t`Country`, t`VAT`, t`Rate`, t`Documents`, end(t`Net`), end(t`VAT amount`), end(t`Total`)],
        all.map((sum) => [
          country(sum.country),
          sum.vatCountry && sum.vatCountry !== sum.country
            ? t`${TREATMENTS[sum.treatment]} (${countryName(sum.vatCountry)})`
            : TREATMENTS[sum.treatment],
          `${sum.rateBp / 100}%`,
          String(sum.documents),
          stated(sum.netCents, sum.currency, sum.sellerNetCents, sum.sellerCurrency),
          stated(sum.vatCents, sum.currency, sum.sellerVatCents, sum.sellerCurrency),
          moneyText(sum.totalCents, sum.currency),
        ]),
      )
}
${head("oss", t`OSS return`, file("oss"))}
${!isQuarter && html`<p class="notice">The return covers a quarter. This period is ${dayOf(from)} to ${dayOf(to)}. Choose a quarter above.</p>`}
${ossTables(oss.supplies(), oss.corrections(), rates, from)}
${head("ec-sales", t`EC sales list`, file("ec-sales"))}
${
  sales.length === 0
    ? html`<p class="empty">No reverse charge in this period.</p>`
    : table(
        [t`VAT number`, t`Quarter`, t`Documents`, end(t`Services, net`), end(t`In euros`)],
        sales.map((sum) => [
          html`<span class="mono">${sum.vatNumber ?? t`missing`}</span>`,
          sum.period,
          String(sum.documents),
          stated(sum.netCents, sum.currency, sum.sellerNetCents, sum.sellerCurrency),
          euros(sum.netCents, sum.currency, rates),
        ]),
      )
}`,
    });
  });
}

const stated = (cents: number, currency: string, sellerCents: number | null, sellerCurrency: string | null): Html =>
  html`${moneyText(cents, currency)}${
    sellerCurrency !== null &&
    sellerCents !== null &&
    sellerCurrency !== currency &&
    html`<br><span class="small muted">${moneyText(sellerCents, sellerCurrency)}</span>`
  }`;

function euros(cents: number, currency: string, rates: EuroRates): Html | Text {
  const sum = inEuros(cents, currency, rates);
  return sum === null ? html`<span class="muted">needs a rate</span>` : moneyText(sum, "EUR");
}

function ossTables(
  supplies: readonly OssSupply[],
  corrections: readonly OssCorrection[],
  rates: EuroRates,
  from: string,
): Html {
  if (supplies.length + corrections.length === 0)
    return html`<p class="empty">No VAT of other member states in this period.</p>`;
  const amounts = ({ netCents, vatCents, currency }: OssSupply | OssCorrection) => [
    moneyText(netCents, currency),
    moneyText(vatCents, currency),
    euros(netCents, currency, rates),
    euros(vatCents, currency, rates),
  ];
  const columns = [end(t`Net`), end(t`VAT`), end(t`Net in euros`), end(t`VAT in euros`)];
  return html`${
    supplies.length > 0 &&
    html`<h3>Supplies of ${quarterName(from)}</h3>
${table(
  [t`Country`, t`Rate`, ...columns],
  supplies.map((sum) => [country(sum.vatCountry), `${sum.rateBp / 100}%`, ...amounts(sum)]),
)}`
  }${
    corrections.length > 0 &&
    html`<h3>Corrections of earlier quarters</h3>
${table(
  [t`Quarter`, t`Country`, ...columns],
  corrections.map((sum) => [sum.quarter, country(sum.vatCountry), ...amounts(sum)]),
)}`
  }`;
}

function thresholdCard([current, previous]: readonly [YearsSales, YearsSales], { VAT_MODE }: Settings): Html {
  const isPassed = current.netCents > THRESHOLD_CENTS || previous.netCents > THRESHOLD_CENTS;
  const limit = moneyText(THRESHOLD_CENTS, "EUR");
  const line = ({ year, netCents }: YearsSales) =>
    html`<li><span>${year}: <strong>${moneyText(netCents, "EUR")}</strong> of ${limit}</span>${meter(
      Math.max(0, netCents),
      THRESHOLD_CENTS,
    )}</li>`;
  const assumed = current.assumedCents !== 0 || previous.assumedCents !== 0;
  const unknown = current.unknown + previous.unknown;
  return html`<div class="card">
<p>Net sales to consumers in other EU countries. Above ${limit} this year or last year, they pay the VAT of their own country.</p>
<ul class="thresholds">${[line(current), line(previous)]}</ul>
<p>${
    isThresholdWatched(VAT_MODE)
      ? isPassed
        ? html`<span class="tag bad">passed</span> Register for the One Stop Shop, and start Debut with VAT_MODE=oss.`
        : t`We email you at 80% and at 100%.`
      : t`You already charge the VAT of their country (VAT_MODE=oss).`
  }</p>
${
  assumed &&
  html`<p class="hint">US dollar invoices without an exchange rate count as one euro per dollar, so the warning comes early rather than late.</p>`
}
${unknown > 0 && html`<p class="notice">Not counted, because there is no rate: ${unknown}.</p>`}
</div>`;
}
