import type { Deps } from "../../../actions/context.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { showMoney } from "../../../domain/orders/money.ts";
import { given } from "../../../domain/text/given.ts";
import { formatOf } from "../../../domain/time/date-words.ts";
import { lastDays, lastMonths, type Span } from "../../../domain/time/spans.ts";
import type { Text } from "../../../languages/words.ts";
import type { Funnel } from "../../../store/repos/site/trends.ts";
import { type Bar, barChart, showCount } from "../../kit/charts.ts";
import { meter, table } from "../../kit/table.ts";
import { dayInWords } from "../../parts/launches/calendar.ts";

const month = formatOf({ month: "long", year: "numeric", timeZone: "UTC" });
const shortMonth = formatOf({ month: "short", year: "numeric", timeZone: "UTC" });
const shortDay = formatOf({ day: "numeric", month: "short", timeZone: "UTC" });
const firstDay = ({ date }: Span): Date => new Date(`${date}T00:00:00Z`);

const PERIODS = {
  days: {
    label: "30 days",
    spans: (now: Date, zone: string) => lastDays(30, now, zone),
    tick: (span: Span) => shortDay.format(firstDay(span)),
    words: ({ date }: Span) => dayInWords(date, { weekday: true }),
    none: "in these 30 days",
  },
  months: {
    label: "12 months",
    spans: (now: Date, zone: string) => lastMonths(12, now, zone),
    tick: (span: Span) => shortMonth.format(firstDay(span)),
    words: (span: Span) => month.format(firstDay(span)),
    none: "in these 12 months",
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
  const barsOf = (valueAt: (at: number) => number, show: (value: number) => Text = showCount): Bar[] =>
    spans.map((span, at) => ({
      tick: period.tick(span),
      label: period.words(span),
      value: valueAt(at),
      words: show(valueAt(at)),
    }));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const chart = (title: string, name: keyof (typeof counts)[number], none: string, note?: string) =>
    barChart({
      title,
      unit: title,
      bars: barsOf((at) => given(counts[at])[name]),
      total: showCount(sum(counts.map((count) => count[name]))),
      none: `${none} ${period.none}.`,
      ...(note && { note }),
    });
  const currencies = [...new Set(income.map(({ currency }) => currency))];
  const incomeIn = (currency: string): Html => {
    const centsAt = (at: number) => income.find((row) => row.span === at && row.currency === currency)?.cents ?? 0;
    return barChart({
      title: `Income in ${currency}`,
      unit: "Income",
      bars: barsOf(centsAt, (cents) => showMoney(cents, currency)),
      total: showMoney(sum(spans.map((_, at) => centsAt(at))), currency),
      none: `No income ${period.none}.`,
      axis: (cents) => showMoney(cents, currency).replace(/[.,]\d\d$/, ""),
      note: "Paid orders by payment date, excluding VAT and refunds.",
    });
  };

  return html`<div class="section-head" id="trends"><h2>Over time</h2><nav class="switch" aria-label="Period">${Object.entries(
    PERIODS,
  ).map(
    ([name, { label }]) =>
      html`<a href="/admin?over=${name}#trends"${name === chosen && html` aria-current="true"`}>${label}</a>`,
  )}</nav></div>
<p class="small muted">Days begin at midnight, ${settings.SITE_TIMEZONE}. ${chosen === "days" ? "Today" : "This month"} is not over yet.</p>
<div class="charts">
${chart("Sign-ups", "accounts", "No sign-ups")}
${chart("Votes", "votes", "No votes", "Votes that count, by when they were cast.")}
${chart("Launches", "launches", "Nothing launched", "Without demo listings.")}
${currencies.length > 0 ? currencies.map(incomeIn) : incomeIn("USD")}
</div>
${draftFunnel(funnel, period.none)}`;
}

const STEPS: readonly (readonly [name: keyof Funnel, label: string])[] = [
  ["begun", "Draft started"],
  ["ready", "Draft ready"],
  ["saved", "Saved as a listing"],
  ["scheduled", "Launch scheduled"],
  ["live", "Live"],
];

const draftFunnel = (funnel: Funnel, within: string): Html => html`<section class="card chart" aria-labelledby="funnel">
<h3 id="funnel">From draft to live</h3>
${
  funnel.begun === 0
    ? html`<p class="muted">No drafts were started ${within}.</p>`
    : html`<p class="chart-total">${share(funnel.live, funnel.begun)}
<span class="small muted">of the drafts started ${within} are live or were</span></p>
${table(
  ["Step", { label: "Drafts", end: true }, { label: "Of all", end: true }, { label: "As a bar", unseen: true }],
  STEPS.map(([name, label]) => [
    label,
    showCount(funnel[name]),
    share(funnel[name], funnel.begun),
    meter(funnel[name], funnel.begun),
  ]),
)}`
}
</section>`;

const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`;
