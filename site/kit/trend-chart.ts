import { type Html, html } from "../../core/text/html.ts";

type Point = { date: string; value: number };

const SIZE = { width: 240, height: 56, edge: 4 };

/** Figures over time as a line, oldest first, with a text alternative. One point is not a trend. */
export function trendChart(points: readonly Point[]): Html | false {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return false;
  const values = points.map(({ value }) => value);
  const [from, to] = [Date.parse(first.date), Date.parse(last.date)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const place = (value: number, min: number, max: number, room: number) =>
    SIZE.edge + ((value - min) / (max - min || 1)) * (room - 2 * SIZE.edge);
  const dots = points.map(({ date, value }) => {
    const x = place(Date.parse(date), from, to, SIZE.width);
    // A flat line is in the middle.
    const y = low === high ? SIZE.height / 2 : SIZE.height - place(value, low, high, SIZE.height);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [x, y] = dots.at(-1)?.split(",") ?? [];
  return html`<svg class="spark" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="From ${first.value} on ${first.date} to ${last.value} on ${last.date}; lowest ${low}, highest ${high}."><polyline points="${dots.join(" ")}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="${x}" cy="${y}" r="3.5" fill="currentColor"/></svg>`;
}
