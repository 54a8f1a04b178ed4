import { type Html, html } from "#core/text/html.ts";
import { numbers } from "#languages/formats.ts";
import { decimal, formatted, inEnglish, type Text, t, type Words } from "#languages/words.ts";
import { table } from "./table.ts";

export type Bar = { tick: Text; label: Text; value: number; words: Text };

type BarChart = {
  title: Text;
  bars: readonly Bar[];
  total: Text;
  unit: Text;
  /** Instead of a chart whose bars are all 0. */
  none: Text;
  axis?: (value: number) => Text;
  note?: Text;
};

const SIZE = { width: 360, height: 150 };
const PLOT = { left: 38, right: 356, top: 10, bottom: 124 };

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;
const few = (value: number): Words => formatted((language) => numbers(language, COMPACT).format(value));
export const showCount = (value: number): Words => decimal(value);

/** The top of the axis: 1, 2, 4, 5 or 10 times a power of ten, at least the value. */
export function axisTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** A bar for each span, from 0, with a table of the same numbers. Bars below 0 are not drawn. */
export function barChart({ title, bars, total, unit, none, axis = few, note }: BarChart): Html {
  const id = `chart-${inEnglish(title)
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")}`;
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  return html`<section class="card chart" aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
${
  highest === 0
    ? html`<p class="muted">${none}</p>`
    : html`<p class="chart-total">${total}</p>${drawing({ title, bars, axis, top: axisTop(highest) })}
<details><summary>Show as table</summary>${table(
        [t`When`, { label: unit, end: true }],
        bars.map(({ label, words }) => [label, words]),
      )}</details>`
}
${note && html`<p class="tiny muted">${note}</p>`}
</section>`;
}

type Drawing = Required<Pick<BarChart, "title" | "bars" | "axis">> & { top: number };

function drawing({ title, bars, axis, top }: Drawing): Html {
  const step = (PLOT.right - PLOT.left) / bars.length;
  const heightOf = (value: number) => (Math.max(0, value) / top) * (PLOT.bottom - PLOT.top);
  const most = bars.reduce((one, other) => (other.value > one.value ? other : one));
  const lines = [top, top / 2, 0].map((value) => {
    const y = PLOT.bottom - heightOf(value);
    // Half of 1 is no number of people.
    const text = value === top / 2 && value < 1 ? "" : axis(value);
    return html`<line class="${value === 0 ? "base" : "grid"}" x1="${PLOT.left}" x2="${PLOT.right}"
y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/><text x="${PLOT.left - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${text}</text>`;
  });
  const drawn = bars.map(({ label, value, words }, at) => {
    // A bar above 0 is seen, however small.
    const height = value > 0 ? Math.max(1.5, heightOf(value)) : 0;
    return html`<rect x="${(PLOT.left + (at + 0.14) * step).toFixed(1)}" y="${(PLOT.bottom - height).toFixed(
      1,
    )}" width="${(step * 0.72).toFixed(1)}" height="${height.toFixed(1)}" rx="1.5"><title>${label}: ${words}</title></rect>`;
  });
  const last = bars.length - 1;
  const ticks = [...new Set([0, Math.floor(last / 2), last])].map((at) => {
    const anchor = last === 0 ? "middle" : at === 0 ? "start" : at === last ? "end" : "middle";
    return html`<text x="${(PLOT.left + (at + 0.5) * step).toFixed(1)}" y="144" text-anchor="${anchor}">${bars[at]?.tick}</text>`;
  });
  return html`<svg class="bars" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img"
aria-label="${title}, from ${bars[0]?.label} to ${bars[last]?.label}. Most: ${most.words} on ${most.label}.">
${lines}${drawn}${ticks}</svg>`;
}

type Point = { date: string; value: number };

const TREND = { width: 240, height: 56, edge: 4 };

/** Figures over time as a line, oldest first, with a text alternative. One point is not a trend. */
export function trendChart(points: readonly Point[]): Html | false {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return false;
  const values = points.map(({ value }) => value);
  const [from, to] = [Date.parse(first.date), Date.parse(last.date)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const place = (value: number, min: number, max: number, room: number) =>
    TREND.edge + ((value - min) / (max - min || 1)) * (room - 2 * TREND.edge);
  const dots = points.map(({ date, value }) => {
    const x = place(Date.parse(date), from, to, TREND.width);
    const y = low === high ? TREND.height / 2 : TREND.height - place(value, low, high, TREND.height);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [x, y] = dots.at(-1)?.split(",") ?? [];
  return html`<svg class="spark" viewBox="0 0 ${TREND.width} ${TREND.height}" role="img"
aria-label="From ${first.value} on ${first.date} to ${last.value} on ${last.date}; lowest ${low}, highest ${high}.">
<polyline points="${dots.join(" ")}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
stroke-linejoin="round"/><circle cx="${x}" cy="${y}" r="3.5" fill="currentColor"/></svg>`;
}
