import type { Request } from "express";
import { type BookTotals, listBooks } from "#actions/invoices/book-entries.ts";
import { BOOK_FORMATS, bookFile, isBookFormat } from "#actions/invoices/book-files.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { readEuroRates } from "#domain/invoices/vat-books.ts";
import { moneyText } from "#domain/orders/money.ts";
import { given } from "#domain/text/given.ts";
import { countryName, isOurs, joined, type Text, t } from "#languages/words.ts";
import { sendFile } from "../../kit/send-file.ts";

import { notFound, type Site } from "../../kit/site.ts";
import { filterSelect, listQuery, nothing, pageNumber, pager, queryOf, table } from "../../kit/table.ts";
import { booksTabs, dayOf, filterOf, filterQuery, periodFields, periodLinks } from "../../parts/invoices/book-parts.ts";
import { missingSellerNotice } from "../../parts/orders/order-parts.ts";

const PATH = "/admin/invoices";
const PER_PAGE = 50;

export function invoiceAdminPages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get(PATH, async (req, res) => {
    const { filter, fault } = filterOf(req, deps);
    const page = pageNumber(req);
    const gateways = await deps.gateways();
    const labelOf = (provider: string): Text => gateways.get(provider)?.label ?? provider;
    const list = await listBooks(filter, { page, perPage: PER_PAGE }, deps);
    const query = filterQuery(filter);
    const isFiltered = Object.values({ ...query, from: undefined, to: undefined }).some(Boolean);
    pages.render(res, {
      heading: t`Invoices`,
      body: html`<p class="lead">Invoices and credit notes, by issue date. Totals cover all matching documents.</p>
${booksTabs("list", filter)}
${missingSellerNotice(settings)}
${fault && html`<p class="notice bad" role="alert">${fault}</p>`}
<form method="get" action="${href(PATH)}" role="search" class="row filters labelled">
${periodFields(filter)}
${filterSelect("country", t`Country`, t`Any country`, named(list.countries, filter.country, countryName), filter.country)}
${filterSelect(
  "kind",
  t`Kind`,
  t`Any kind`,
  [
    ["invoice", t`Invoices`],
    ["credit_note", t`Credit notes`],
  ],
  filter.kind,
)}
${filterSelect(
  "rate",
  t`VAT rate`,
  t`Any VAT rate`,
  named(list.rates.map(String), query.rate, (rate) => `${Number(rate) / 100}%`),
  query.rate,
)}
${filterSelect("provider", t`Payment method`, t`Any payment method`, named(list.providers, filter.provider, labelOf), filter.provider)}
<label class="grow"><span class="unseen">Number, buyer or VAT
number</span><input type="search" name="q" value="${filter.text ?? ""}" maxlength="80" placeholder="Number, buyer or VAT number"></label>
<button class="quiet">Filter</button>
</form>
${periodLinks(PATH, query, deps)}
${list.totals.length > 0 && totalsTable(list.totals)}
<h2>Documents</h2>
${
  list.rows.length === 0
    ? nothing(isFiltered, {
        path: `${PATH}?${listQuery({ from: filter.from, to: filter.to }, 1)}`,
        none: t`No invoice was issued in this period.`,
        noMatch: t`No matching documents.`,
      })
    : table(
        [
          t`Number`,
          t`Issued`,
          t`Buyer`,
          t`VAT`,
          t`Payment method`,
          { label: t`Net`, end: true },
          { label: t`Total`, end: true },
        ],
        list.rows.map((entry) => [
          html`<a class="whole" href="${href(`/admin/orders/${entry.orderNumber}`)}">${entry.number}</a>${
            entry.kind === "credit_note" && html` <span class="tag">credit</span>`
          }`,
          html`<span class="small">${dayOf(entry.issuedOn)}</span>`,
          html`<span><bdi>${entry.buyer}</bdi><br><span class="small muted">${
            entry.country ? countryName(entry.country) : t`Unknown country`
          }${entry.vatNumber && html` · <span class="mono">${entry.vatNumber}</span>`}</span></span>`,
          `${entry.rateBp / 100}%`,
          entry.providers.length > 0 ? joined(entry.providers.map(labelOf), ", ") : t`Unknown`,
          moneyText(entry.netCents, entry.currency),
          moneyText(entry.totalCents, entry.currency),
        ]),
      )
}
${pager(PATH, query, { page, total_pages: Math.ceil(list.total / PER_PAGE) })}
<h2 id="files">Export</h2>
<p class="muted">For ${dayOf(filter.from)} to ${dayOf(filter.to)}.
The first two files follow the filter; the others cover the whole period.</p>
<ul class="book-files">${BOOK_FORMATS.map((format) =>
        fileItem(format, given(listQuery(query, 1)), bookFile(format).refusal?.(filter)),
      )}</ul>`,
    });
  });

  router.get(`${PATH}/files/:format`, async (req, res) => {
    const { format } = req.params;
    if (!isBookFormat(format)) notFound();
    const file = bookFile(format);
    const { filter, fault } = filterOf(req, deps);
    const rates = ratesOf(req);
    const refusal = fault ?? (isOurs(rates) ? rates : file.refusal?.(filter));
    if (refusal !== undefined || isOurs(rates))
      return pages.render(res, {
        status: 400,
        heading: t`Export failed`,
        body: html`<p class="notice bad" role="alert">${refusal}</p>
<p><a href="${href(PATH)}">Back to invoices</a></p>`,
      });
    const chunks = file.chunks({ ...filter, euroRates: rates }, deps);
    await sendFile({ name: file.name(filter), type: file.type, chunks }, res, deps);
  });
}

const ratesOf = (req: Request) => readEuroRates(queryOf(req, "rates") ?? "");

/** Options with their names; what is chosen stays one of them although the period has none of it. */
const named = (
  values: readonly string[],
  chosen: string | undefined,
  nameOf: (value: string) => Text,
): [string, Text][] =>
  [...new Set([...values, ...(chosen === undefined ? [] : [chosen])])].map((value) => [value, nameOf(value)]);

const totalsTable = (totals: readonly BookTotals[]): Html => html`<h2>Totals</h2>
${table(
  [t`Kind`, t`Documents`, { label: t`Net`, end: true }, { label: t`VAT`, end: true }, { label: t`Total`, end: true }],
  [...totals.map((sum) => totalsRow(sum.kind === "invoice" ? t`Invoices` : t`Credit notes`, sum)), ...together(totals)],
)}`;

const totalsRow = (label: Text, sum: BookTotals) => [
  label,
  String(sum.documents),
  html`${moneyText(sum.netCents, sum.currency)}${
    sum.sellerCurrency &&
    sum.sellerNetCents !== null &&
    html`<br><span class="small muted">${moneyText(sum.sellerNetCents, sum.sellerCurrency)}</span>`
  }`,
  html`${moneyText(sum.vatCents, sum.currency)}${
    sum.sellerCurrency &&
    sum.sellerVatCents !== null &&
    html`<br><span class="small muted">${moneyText(sum.sellerVatCents, sum.sellerCurrency)}</span>`
  }`,
  moneyText(sum.totalCents, sum.currency),
];

function together(totals: readonly BookTotals[]) {
  return [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, sums]) => {
    const sum = (key: "documents" | "netCents" | "vatCents" | "totalCents") =>
      sums.reduce((all, one) => all + one[key], 0);
    return [
      html`<strong>Total in ${currency}</strong>`,
      String(sum("documents")),
      ...(["netCents", "vatCents", "totalCents"] as const).map(
        (key) => html`<strong>${moneyText(sum(key), currency)}</strong>`,
      ),
    ];
  });
}

function fileItem(format: (typeof BOOK_FORMATS)[number], query: string, refusal: Text | undefined): Html {
  const { label, about } = bookFile(format);
  return html`<li><div><strong>${label}</strong><p class="small muted">${refusal ?? about}</p></div>${
    refusal === undefined &&
    html`<a class="button quiet slim" href="${href(
      `${PATH}/files/${format}?${query}`,
    )}" download>Download<span class="unseen"> ${label}</span></a>`
  }</li>`;
}
