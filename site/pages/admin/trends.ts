import type { Deps } from "#actions/context.ts";
import { type Html, html } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import { given } from "#domain/text/given.ts";
import { lastDays, lastMonths, type Span } from "#domain/time/spans.ts";
import { date, decimal, joined, type Text, t, type Words } from "#languages/words.ts";
import type { Funnel } from "#store/repos/site/trends.ts";
import { type Bar, barChart } from "../../kit/charts.ts";
import { meter, table } from "../../kit/table.ts";

const MONTH = { month: "long", year: "numeric", timeZone: "UTC" } as const;
const SHORT_MONTH = { month: "short", year: "numeric", timeZone: "UTC" } as const;
const DAY = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const firstDay = ({ date }: Span): Date => new Date(`${date}T00:00:00Z`);

const PERIODS = {
  days: {
    label: t`30 days`,
    spans: (now: Date, zone: string) => lastDays(30, now, zone),
    tick: (span: Span) => date(firstDay(span), SHORT_DAY),
    words: (span: Span) => date(firstDay(span), DAY),
    isOpen: t`Today is incomplete.`,
    none: {
      accounts: t`No sign-ups in these 30 days.`,
      votes: t`No votes in these 30 days.`,
      launches: t`No launches in these 30 days.`,
      income: t`No income in these 30 days.`,
      drafts: t`No drafts in these 30 days.`,
    },
    live: t`of drafts started in these 30 days went live`,
  },
  months: {
    label: t`12 months`,
    spans: (now: Date, zone: string) => lastMonths(12, now, zone),
    tick: (span: Span) => date(firstDay(span), SHORT_MONTH),
    words: (span: Span) => date(firstDay(span), MONTH),
    isOpen: t`This month is incomplete.`,
    none: {
      accounts: t`No sign-ups in these 12 months.`,
      votes: t`No votes in these 12 months.`,
      launches: t`No launches in these 12 months.`,
      income: t`No income in these 12 months.`,
      drafts: t`No drafts in these 12 months.`,
    },
    live: t`of drafts started in these 12 months went live`,
  },
} as const;
export type Period = keyof typeof PERIODS;
export const periodOf = (asked: unknown): Period => (asked === "months" ? "months" : "days");

export async function trends(
  chosen: Period,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<Html> {
  const period = PERIODS[chosen];
  const spans = period.spans(now(), settings.SITE_TIMEZONE);
  const [counts, income, funnel] = await Promise.all([
    store.trends.counts(spans),
    store.trends.income(spans),
    store.trends.funnel({ ...given(spans[0]), to: given(spans.at(-1)).to }),
  ]);
  const barsOf = (valueAt: (at: number) => number, show: (value: number) => Text = decimal): Bar[] =>
    spans.map((span, at) => ({
      tick: period.tick(span),
      label: period.words(span),
      value: valueAt(at),
      words: show(valueAt(at)),
    }));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const chart = (title: Words, name: keyof (typeof counts)[number], note?: Words) =>
    barChart({
      title,
      unit: title,
      bars: barsOf((at) => given(counts[at])[name]),
      total: decimal(sum(counts.map((count) => count[name]))),
      none: period.none[name],
      ...(note && { note }),
    });
  const currencies = [...new Set(income.map(({ currency }) => currency))];
  const incomeIn = (currency: string): Html => {
    const centsAt = (at: number) => income.find((row) => row.span === at && row.currency === currency)?.cents ?? 0;
    return barChart({
      title: t`Income in ${currency}`,
      unit: t`Income`,
      bars: barsOf(centsAt, (cents) => moneyText(cents, currency)),
      total: moneyText(sum(spans.map((_, at) => centsAt(at))), currency),
      none: period.none.income,
      axis: (cents) => moneyText(cents, currency, true),
      note: t`Paid orders by payment date, excluding VAT and refunds.`,
    });
  };

  return html`<div class="section-head" id="trends"><h2>Over time</h2><nav class="switch" aria-label="Period">${Object.entries(
    PERIODS,
  ).map(
    ([name, { label }]) =>
      html`<a href="/admin?over=${name}#trends"${name === chosen && html` aria-current="true"`}>${label}</a>`,
  )}</nav></div>
<p class="small muted">${joined([t`Time zone: ${settings.SITE_TIMEZONE}.`, period.isOpen], " ")}</p>
<div class="charts">
${chart(t`Sign-ups`, "accounts")}
${chart(t`Votes`, "votes", t`Counted votes, by date.`)}
${chart(t`Launches`, "launches", t`Without demo listings.`)}
${currencies.length > 0 ? currencies.map(incomeIn) : incomeIn("USD")}
</div>
${draftFunnel(funnel, period)}`;
}

const STEPS: readonly (readonly [name: keyof Funnel, label: Words])[] = [
  ["begun", t`Draft started`],
  ["ready", t`Draft ready`],
  ["saved", t`Saved as a listing`],
  ["scheduled", t`Launch scheduled`],
  ["live", t`Live`],
];

const draftFunnel = (
  funnel: Funnel,
  { none, live }: (typeof PERIODS)[Period],
): Html => html`<section class="card chart" aria-labelledby="funnel">
<h3 id="funnel">From draft to live</h3>
${
  funnel.begun === 0
    ? html`<p class="muted">${none.drafts}</p>`
    : html`<p class="chart-total">${share(funnel.live, funnel.begun)}
<span class="small muted">${live}</span></p>
${table(
  [t`Step`, { label: t`Drafts`, end: true }, { label: t`Of all`, end: true }, { label: t`Chart`, unseen: true }],
  STEPS.map(([name, label]) => [
    label,
    decimal(funnel[name]),
    share(funnel[name], funnel.begun),
    meter(funnel[name], funnel.begun),
  ]),
)}`
}
</section>`;

const PERCENT = { style: "percent" } as const;
const share = (part: number, whole: number): Words => decimal(part / whole, PERCENT);
