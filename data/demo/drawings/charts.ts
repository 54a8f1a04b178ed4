import { type Area, at, box, cellsOf, disc, type Pen, shades, stroke, write } from "./pen.ts";

type Draw = (rows: string[], area: Area, pen: Pen) => string;
const numberOf = (text = ""): number => Number(text.replace(/[^\d.]/g, "")) || 0;

/** "Label|number|text": lying bars. */
export const bars: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card } = shades(pen);
  const most = Math.max(...rows.map((row) => numberOf(cellsOf(row)[1])));
  const gap = h / rows.length;
  const [left, width] = [x + w * 0.3, w * 0.44];
  return rows
    .map((row, index) => {
      const [label = "", value = "", note = value] = cellsOf(row);
      const middle = y + gap * (index + 0.5);
      const tall = Math.min(44, gap * 0.5);
      const tone = index === 0 ? pen.colours.a : index % 2 ? pen.colours.m : pen.isDark ? pen.colours.l : pen.colours.d;
      return `${write(x, middle + 8, label, { size: 24, weight: 600, fill: ink, within: w * 0.28 })}${box(left, middle - tall / 2, width, tall, card, tall / 2)}${box(left, middle - tall / 2, Math.max(tall, (width * numberOf(value)) / most), tall, tone, tall / 2)}${write(left + width + 18, middle + 7, note, { size: 21, fill: soft, within: w * 0.26 - 18 })}`;
    })
    .join("");
};

/** "Label|number": standing bars, the highest one marked. */
export const columns: Draw = (rows, { x, y, w, h }, pen) => {
  const { soft, line, strong } = shades(pen);
  const values = rows.map((row) => numberOf(cellsOf(row)[1]));
  const most = Math.max(...values);
  const gap = w / rows.length;
  const floor = y + h - 40;
  return `${[0.25, 0.5, 0.75, 1].map((part) => stroke(`M${x} ${at(floor - (h - 70) * part)}h${w}`, line, 1.2)).join("")}${rows
    .map((row, index) => {
      const [label = "", , note = ""] = cellsOf(row);
      const tall = ((h - 70) * values[index]!) / most;
      const middle = x + gap * (index + 0.5);
      const isMost = values[index] === most;
      return `${box(middle - gap * 0.31, floor - tall, gap * 0.62, tall, isMost ? pen.colours.a : strong, 10)}${write(middle, floor + 32, label, { size: 19, fill: soft, anchor: "middle" })}${note ? write(middle, floor - tall - 12, note, { size: 18, weight: 600, fill: soft, anchor: "middle" }) : ""}`;
    })
    .join("")}`;
};

/** "Name|1,5,3": a line for each row; the first is filled. */
export const line: Draw = (rows, { x, y, w, h }, pen) => {
  const { soft, line: rule, strong } = shades(pen);
  const series = rows.map((row) => {
    const [name = "", numbers = ""] = cellsOf(row);
    return { name, values: numbers.split(",").map(Number) };
  });
  const most = Math.max(...series.flatMap(({ values }) => values));
  const tall = h - 60;
  const rules = [0, 0.33, 0.66, 1].map((part) => stroke(`M${x} ${at(y + 50 + tall * part)}h${w}`, rule, 1.2)).join("");
  return `${rules}${series
    .map(({ name, values }, index) => {
      const points = values.map((value, place): [number, number] => [
        at(x + (w * place) / (values.length - 1)),
        at(y + 50 + tall - (tall * value) / most),
      ]);
      const path = points
        .map(([px, py], place) => {
          const before = points[place - 1];
          if (!before) return `M${px} ${py}`;
          const middle = at((before[0] + px) / 2);
          return `C${middle} ${before[1]} ${middle} ${py} ${px} ${py}`;
        })
        .join("");
      const tone = [strong, pen.colours.a, pen.colours.m][index % 3]!;
      const fill = index
        ? ""
        : `<path d="${path}V${at(y + h - 10)}H${x}z" fill="${pen.colours.l}" opacity="${pen.isDark ? 0.25 : 0.4}"/>`;
      const [lastX, lastY] = points.at(-1)!;
      return `${fill}${stroke(path, tone, 5)}${disc(lastX, lastY, 10, tone)}${disc(x + index * 250 + 10, y + 14, 9, tone)}${write(x + index * 250 + 30, y + 21, name, { size: 19, weight: 600, fill: soft })}`;
    })
    .join("")}`;
};

/** "Label|percent|text": rings. */
export const gauges: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card, strong } = shades(pen);
  const gap = w / rows.length;
  const radius = Math.min(gap * 0.36, h * 0.3);
  const round = 2 * Math.PI * radius;
  return rows
    .map((row, index) => {
      const [label = "", value = "", note = ""] = cellsOf(row);
      const [middle, high] = [x + gap * (index + 0.5), y + h * 0.4];
      const tone = index === 0 ? pen.colours.a : index % 2 ? strong : pen.colours.m;
      const ring = (colour: string, part: number) =>
        `<circle cx="${at(middle)}" cy="${at(high)}" r="${at(radius)}" fill="none" ` +
        `stroke="${colour}" stroke-width="${at(radius * 0.24)}" stroke-linecap="round" stroke-dasharray="${at(round * part)} ` +
        `${at(round)}" transform="rotate(-90 ${at(middle)} ${at(high)})"/>`;
      return `${ring(card, 1)}${ring(tone, numberOf(value) / 100)}${write(middle, high + 12, value, { size: 34, weight: 700, fill: ink, anchor: "middle" })}${write(middle, high + radius + 58, label, { weight: 600, fill: ink, anchor: "middle" })}${write(middle, high + radius + 88, note, { size: 18, fill: soft, anchor: "middle" })}`;
    })
    .join("");
};

/** "Track|length": sound or film over time. */
export const tracks: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card, strong } = shades(pen);
  const height = h / rows.length;
  return `${rows
    .map((row, index) => {
      const [name = "", note = ""] = cellsOf(row);
      const top = y + index * height;
      const tone = [strong, pen.colours.a, pen.colours.m, pen.colours.l][index % 4]!;
      const inner = height - 24;
      const ticks = Array.from({ length: 74 }, (_, place) => {
        const swing = Math.abs(Math.sin(place / (5 + index))) * 0.7 + pen.chance() * 0.3;
        const tall = Math.max(4, inner * 0.7 * swing);
        return `M${at(x + 224 + (place * (w - 244)) / 74)} ${at(top + inner / 2 - tall / 2)}v${at(tall)}`;
      });
      return `${box(x + 200, top, w - 200, inner, card, 14)}${stroke(ticks.join(""), tone, 5)}${write(x, top + inner / 2 - 2, name, { weight: 600, fill: ink })}${write(x, top + inner / 2 + 24, note, { size: 17, fill: soft })}`;
    })
    .join(
      "",
    )}${stroke(`M${at(x + 200 + w * 0.37)} ${y - 6}V${y + h - 10}`, pen.colours.a, 4)}${disc(x + 200 + w * 0.37, y - 8, 10, pen.colours.a)}`;
};
