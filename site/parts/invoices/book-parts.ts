import type { Request } from "express";
import type { Deps } from "#actions/context.ts";
import type { BookFilter } from "#actions/invoices/book-entries.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import { dayIn, type Period, periodBefore, quarterName, quarterOf, readPeriod, yearOf } from "#domain/time/period.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import type { BookedPayment } from "#store/repos/invoices/books.ts";
import { showDay } from "../../kit/show.ts";
import { listQuery, queryOf } from "../../kit/table.ts";

type Now = Pick<Deps, "settings" | "now">;

export const dayOf = (day: string): Html => showDay(new Date(`${day}T00:00:00Z`));

const today = ({ settings, now }: Now): string => dayIn(now(), settings.SITE_TIMEZONE);

/** The period of a URL, else this quarter, and what the other fields choose. */
export function filterOf(req: Request, deps: Now): { filter: BookFilter; fault: Text | undefined } {
  const current = quarterOf(today(deps));
  const [from, to] = [queryOf(req, "from"), queryOf(req, "to")];
  const period = readPeriod(from ?? current.from, to ?? current.to);
  const kind = queryOf(req, "kind");
  const rate = queryOf(req, "rate");
  return {
    fault: period ? undefined : t`Choose two valid dates. The end date cannot be before the start date.`,
    filter: {
      ...(period ?? current),
      country: queryOf(req, "country")?.slice(0, 2),
      kind: kind === "invoice" || kind === "credit_note" ? kind : undefined,
      rateBp: rate !== undefined && /^\d{1,5}$/.test(rate) ? Number(rate) : undefined,
      provider: queryOf(req, "provider")?.slice(0, 20),
      text: queryOf(req, "q")?.slice(0, 80),
    },
  };
}

export const filterQuery = ({ from, to, country, kind, rateBp, provider, text }: BookFilter) => ({
  ...{ from, to, country, kind, rate: rateBp === undefined ? undefined : String(rateBp), provider, q: text },
});

export const periodFields = ({ from, to }: Period): Html =>
  html`<label>From <input type="date" name="from" value="${from}" required></label>
<label>To <input type="date" name="to" value="${to}" required></label>`;

export function periodLinks(path: string, query: Record<string, string | undefined>, deps: Now): Html {
  const quarter = quarterOf(today(deps));
  const year = yearOf(today(deps));
  const [last, lastYear] = [periodBefore(quarter, quarterOf), periodBefore(year, yearOf)];
  const periods: [label: Words, period: Period][] = [
    [t`This quarter, ${quarterName(quarter.from)}`, quarter],
    [t`Last quarter, ${quarterName(last.from)}`, last],
    [t`This year, ${year.from.slice(0, 4)}`, year],
    [t`Last year, ${lastYear.from.slice(0, 4)}`, lastYear],
  ];
  return html`<nav class="row small periods" aria-label="Periods">${periods.map(
    ([label, { from, to }]) =>
      html`<a href="${href(`${path}?${listQuery({ ...query, from, to }, 1)}`)}"${
        from === query.from && to === query.to && html` aria-current="true"`
      }>${label}</a>`,
  )}</nav>`;
}

export function booksTabs(here: "list" | "vat", { from, to }: Period): Html {
  const query = listQuery({ from, to }, 1);
  const tabs = [
    ["list", `/admin/invoices?${query}`, t`Documents`],
    ["vat", `/admin/invoices/vat?${query}`, t`VAT and returns`],
  ] as const;
  return html`<nav class="tabs" aria-label="Books">${tabs.map(
    ([name, path, label]) => html`<a href="${href(path)}"${name === here && html` aria-current="page"`}>${label}</a>`,
  )}</nav>`;
}

/** What the provider kept of a payment, and when it paid out the rest; nothing while it does not say. */
export function costsFacts(
  booked: readonly BookedPayment[],
  { provider, paymentId }: Pick<BookedPayment, "provider" | "paymentId">,
): Html | false {
  const { feeCents, currency, payoutId, paidOutOn } =
    booked.find((one) => one.provider === provider && one.paymentId === paymentId)?.costs ?? {};
  if (typeof feeCents !== "number" || !currency) return false;
  return html`<dt>Fee</dt><dd>${moneyText(feeCents, currency)}</dd>
${paidOutOn && html`<dt>Paid out</dt><dd>${dayOf(paidOutOn)} <span class="mono small muted">${payoutId}</span></dd>`}`;
}
