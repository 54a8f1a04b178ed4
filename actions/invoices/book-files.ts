import type { Settings } from "#core/settings/config.ts";
import type { BookEntry } from "#domain/invoices/book-entry.ts";
import { DATEV_ACCOUNTS, type DatevClient, datevHead, datevLine, inWindows1252 } from "#domain/invoices/datev.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { type EuroRates, ecSales, inEuros, ossReturn, vatTable } from "#domain/invoices/vat-books.ts";
import { amount, type Cell, CSV_START, csvLine, percent } from "#domain/text/csv.ts";
import { keysOf } from "#domain/text/keys.ts";
import { type Period, quarterName } from "#domain/time/period.ts";
import { type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { type Booked, type BookFilter, entriesIn, paymentsIn } from "./book-entries.ts";

export type BookDeps = Pick<Deps, "store" | "settings" | "now" | "archiveInvoices">;
export type BookRequest = BookFilter & { euroRates: EuroRates };
type Chunks = AsyncGenerator<string | Uint8Array>;
type BookFile = {
  label: Text;
  about: Text;
  type: string;
  name: (period: Period) => string;
  /** Why there is no file for a period. */
  refusal?: (period: Period) => Text | undefined;
  chunks: (request: BookRequest, deps: BookDeps) => Chunks;
};

const CSV = "text/csv; charset=utf-8";
const named =
  (subject: string, ending = "csv") =>
  ({ from, to }: Period): string =>
    `${subject}-${from}-to-${to}.${ending}`;

const BLOCK = 16_384;
async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = "";
  for await (const line of lines) {
    block += line;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  if (block) yield block;
}

async function* csvLines(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  yield CSV_START + csvLine(head);
  for await (const row of rows) yield csvLine(row);
}
const csv = (head: readonly string[], rows: AsyncIterable<readonly Cell[]>): Chunks => inBlocks(csvLines(head, rows));

/** Sums a whole period without a filter, as tax returns require. */
async function addedUp<S extends { add(entry: BookEntry): void }>(
  sums: S,
  { from, to }: Period,
  deps: Pick<Deps, "store">,
): Promise<S> {
  for await (const entry of entriesIn({ from, to }, deps)) sums.add(entry);
  return sums;
}

export const ossIn = (period: Period, deps: Pick<Deps, "store">) => addedUp(ossReturn(period), period, deps);
export const ecSalesIn = async (period: Period, deps: Pick<Deps, "store">) =>
  (await addedUp(ecSales(), period, deps)).sums();
export const vatIn = async (period: Period, deps: Pick<Deps, "store">) =>
  (await addedUp(vatTable(), period, deps)).sums();

async function* invoiceRows(request: BookRequest, deps: BookDeps): AsyncGenerator<Cell[]> {
  for await (const entry of entriesIn(request, deps))
    yield [
      ...[
        entry.number,
        entry.kind,
        entry.credits,
        entry.issuedOn,
        entry.suppliedOn,
        entry.orderNumber,
        entry.buyer,
        entry.country,
      ],
      ...[entry.vatNumber, entry.treatment, entry.vatCountry, percent(entry.rateBp), entry.currency],
      ...[amount(entry.netCents), amount(entry.vatCents), amount(entry.totalCents), entry.sellerCurrency],
      ...[amount(entry.sellerNetCents), amount(entry.sellerVatCents), entry.providers.join(" ")],
    ];
}

async function* paymentRows(request: BookRequest, deps: BookDeps): AsyncGenerator<Cell[]> {
  for await (const { costs, ...payment } of paymentsIn(request, deps)) {
    const net =
      costs?.feeCents === null || costs?.feeCents === undefined || costs.currency !== payment.currency
        ? null
        : payment.amountCents - costs.feeCents;
    yield [
      ...[payment.orderNumber, payment.paidOn, payment.provider, payment.paymentId, payment.currency],
      ...[amount(payment.amountCents), amount(payment.refundedCents), amount(costs?.feeCents ?? null)],
      ...[costs?.currency ?? null, amount(net), costs?.payoutId ?? null, costs?.paidOutOn ?? null],
    ];
  }
}

async function* vatRows(request: BookRequest, deps: BookDeps): AsyncGenerator<Cell[]> {
  for (const sum of await vatIn(request, deps))
    yield [
      ...[sum.country, sum.treatment, sum.vatCountry, percent(sum.rateBp), sum.documents, sum.currency],
      ...[amount(sum.netCents), amount(sum.vatCents), amount(sum.totalCents)],
      ...[sum.sellerCurrency, amount(sum.sellerNetCents), amount(sum.sellerVatCents)],
    ];
}

async function* ossRows(request: BookRequest, deps: BookDeps): AsyncGenerator<Cell[]> {
  const sums = await ossIn(request, deps);
  const euros = (cents: number, currency: string) => amount(inEuros(cents, currency, request.euroRates));
  for (const { vatCountry, rateBp, currency, documents, netCents, vatCents } of sums.supplies())
    yield [
      ...["supply", quarterName(request.from), vatCountry, percent(rateBp), documents, currency],
      ...[amount(netCents), amount(vatCents), euros(netCents, currency), euros(vatCents, currency)],
    ];
  for (const { quarter, vatCountry, currency, documents, netCents, vatCents } of sums.corrections())
    yield [
      ...["correction", quarter, vatCountry, null, documents, currency],
      ...[amount(netCents), amount(vatCents), euros(netCents, currency), euros(vatCents, currency)],
    ];
}

async function* ecRows(request: BookRequest, deps: BookDeps): AsyncGenerator<Cell[]> {
  for (const sum of await ecSalesIn(request, deps))
    yield [
      ...[sum.vatNumber?.slice(0, 2) ?? null, sum.vatNumber?.slice(2) ?? null, sum.period, "S", sum.documents],
      ...[sum.currency, amount(sum.netCents), sum.sellerCurrency, amount(sum.sellerNetCents)],
      amount(inEuros(sum.netCents, sum.currency, request.euroRates)),
    ];
}

export const datevClientOf = (settings: Settings): DatevClient => ({
  consultant: settings.DATEV_CONSULTANT,
  client: settings.DATEV_CLIENT,
  chart: settings.DATEV_CHART,
  accounts: { ...DATEV_ACCOUNTS[settings.DATEV_CHART], ...settings.DATEV_ACCOUNTS },
});

async function* datevLines({ from, to }: Period, deps: BookDeps): AsyncGenerator<string> {
  const client = datevClientOf(deps.settings);
  const at = deps.now().toISOString().replace(/\D/g, "");
  yield datevHead({ from, to }, client, { at, currency: "EUR" });
  for await (const entry of entriesIn({ from, to }, deps)) yield datevLine(entry, client);
}

async function* datevChunks(request: BookRequest, deps: BookDeps): Chunks {
  for await (const block of inBlocks(datevLines(request, deps))) yield inWindows1252(block);
}

/** Each document once; its entries are adjacent. */
async function* documentsOf(entries: AsyncIterable<Booked>, { store }: BookDeps): AsyncGenerator<Invoice> {
  let last = "";
  for await (const { number } of entries) {
    if (number === last) continue;
    last = number;
    const invoice = await store.invoices.find(number);
    if (invoice) yield invoice;
  }
}

export const BOOK_FILES = {
  csv: {
    label: t`Documents (CSV)`,
    about: t`Every invoice and credit note by VAT rate, as filtered here.`,
    type: CSV,
    name: named("invoices"),
    chunks: (request, deps) =>
      csv(
        [
          ...[
            "number",
            "kind",
            "credits",
            "issued_on",
            "supplied_on",
            "order_number",
            "buyer",
            "country",
            "vat_number",
          ],
          ...["treatment", "vat_country", "vat_rate", "currency", "net", "vat", "total", "seller_currency"],
          ...["seller_net", "seller_vat", "paid_by"],
        ],
        invoiceRows(request, deps),
      ),
  },
  pdf: {
    label: t`Documents (ZIP of PDFs)`,
    about: t`The invoices and credit notes, as filtered here.`,
    type: "application/zip",
    name: named("invoices", "zip"),
    chunks: (request, deps) => deps.archiveInvoices(documentsOf(entriesIn(request, deps), deps)),
  },
  datev: {
    label: "DATEV",
    about: t`Buchungsstapel (EXTF 700) of all documents, for tax advisers in Germany.`,
    type: "text/csv; charset=windows-1252",
    name: ({ from, to }) => `EXTF_Buchungsstapel_${from}_${to}.csv`,
    refusal: ({ from, to }) =>
      from.slice(0, 4) === to.slice(0, 4)
        ? undefined
        : t`A DATEV file is for one calendar year. Choose a period within one.`,
    chunks: datevChunks,
  },
  vat: {
    label: t`VAT by country and rate (CSV)`,
    about: t`Totals of all sales, including those without VAT.`,
    type: CSV,
    name: named("vat"),
    chunks: (request, deps) =>
      csv(
        [
          ...["country", "treatment", "vat_country", "vat_rate", "documents", "currency", "net", "vat", "total"],
          ...["seller_currency", "seller_net", "seller_vat"],
        ],
        vatRows(request, deps),
      ),
  },
  oss: {
    label: t`OSS return (CSV)`,
    about: t`VAT of other member states: supplies of the period, and corrections of earlier quarters.`,
    type: CSV,
    name: named("oss-return"),
    chunks: (request, deps) =>
      csv(
        [
          ...["type", "quarter", "country", "vat_rate", "documents", "currency", "net", "vat"],
          ...["net_eur", "vat_eur"],
        ],
        ossRows(request, deps),
      ),
  },
  "ec-sales": {
    label: t`EC sales list (CSV)`,
    about: t`The recapitulative statement: services with reverse charge, by VAT number.`,
    type: CSV,
    name: named("ec-sales-list"),
    chunks: (request, deps) =>
      csv(
        [
          ...["country", "vat_number", "quarter", "kind", "documents", "currency", "net"],
          ...["seller_currency", "seller_net", "net_eur"],
        ],
        ecRows(request, deps),
      ),
  },
  payments: {
    label: t`Payments, fees and payouts (CSV)`,
    about: t`Payments for orders paid in the period. Unknown fees and payouts are blank.`,
    type: CSV,
    name: named("payments"),
    chunks: (request, deps) =>
      csv(
        [
          ...["order_number", "paid_on", "provider", "payment_id", "currency", "amount", "refunded", "fee"],
          ...["fee_currency", "net_of_fee", "payout_id", "paid_out_on"],
        ],
        paymentRows(request, deps),
      ),
  },
} as const satisfies Record<string, BookFile>;

export type BookFormat = keyof typeof BOOK_FILES;
export const BOOK_FORMATS = keysOf(BOOK_FILES);
export const bookFile = (format: BookFormat): BookFile => BOOK_FILES[format];
export const isBookFormat = (text: string): text is BookFormat => Object.hasOwn(BOOK_FILES, text);
