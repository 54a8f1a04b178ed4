import { type Area, at, box, cellsOf, disc, type Pen, shades, stroke, widthOf, write } from "./pen.ts";

type Draw = (rows: string[], area: Area, pen: Pen) => string;

/** "What|detail|state": rows of things, the first one chosen. */
export const list: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, line, card } = shades(pen);
  const height = Math.min(122, h / rows.length);
  const size = w < 450 ? 21 : 27;
  const small = size - (w < 450 ? 4 : 6);
  return rows
    .map((row, index) => {
      const [what = "", detail = "", state = ""] = cellsOf(row);
      const top = y + index * height;
      const middle = top + height / 2;
      const chip = state ? widthOf(state, small) + 34 : 0;
      const tone = { size: small, weight: 600, anchor: "middle" } as const;
      return [
        index === 0 ? box(x - 14, top + 4, w + 28, height - 8, card, 14) : stroke(`M${x} ${at(top)}h${w}`, line, 1.5),
        disc(x + 14, middle, size * 0.5, index % 3 === 1 ? pen.colours.a : pen.colours.m),
        write(x + 44, middle + (detail ? -3 : 8), what, { size, weight: 600, fill: ink, within: w - 60 - chip }),
        detail ? write(x + 44, middle + small + 7, detail, { size: small, fill: soft, within: w - 60 - chip }) : "",
        state
          ? box(x + w - chip, middle - small, chip, small * 2, pen.isDark ? "#ffffff22" : pen.colours.p, small)
          : "",
        state
          ? write(x + w - chip / 2, middle + small * 0.36, state, {
              ...tone,
              fill: pen.isDark ? pen.colours.l : pen.colours.d,
            })
          : "",
      ].join("");
    })
    .join("");
};

/** The first row names the columns. */
export const table: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, line, strong } = shades(pen);
  const height = Math.min(88, h / rows.length);
  const columns = cellsOf(rows[0]!).length;
  const left = (column: number) => x + (column === 0 ? 0 : (w * (column + 0.6)) / (columns + 0.6));
  return rows
    .map((row, index) => {
      const base = y + index * height + height / 2 + 8;
      const cells = cellsOf(row).map((cell, column) =>
        write(left(column), base, cell, {
          size: index === 0 ? 20 : 25,
          weight: index === 0 || column === 0 ? 600 : 400,
          fill: index === 0 ? soft : /^[+!]/.test(cell) ? strong : ink,
        }),
      );
      return `${cells.join("")}${stroke(`M${x} ${at(y + (index + 1) * height)}h${w}`, line, index === 0 ? 2.5 : 1.2)}`;
    })
    .join("");
};

/** "Column: card; card". */
export const board: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card } = shades(pen);
  const width = (w - 20 * (rows.length - 1)) / rows.length;
  return rows
    .map((row, index) => {
      const [head = "", rest = ""] = row.split(/: ?(.*)/s);
      const left = x + index * (width + 20);
      const cards = rest.split(";").map((text, place) => {
        const top = y + 64 + place * 96;
        const tone = [pen.colours.m, pen.colours.a, pen.colours.l][(index + place) % 3]!;
        return `${box(left + 12, top, width - 24, 84, pen.isDark ? "#ffffff1c" : "#ffffff", 12)}${box(left + 12, top + 14, 7, 56, tone, 3)}${write(left + 32, top + 50, text.trim(), { size: 19, weight: 600, fill: ink, within: width - 50 })}`;
      });
      return `${box(left, y, width, h, card, 16)}${write(left + 18, y + 38, head, { size: 19, weight: 700, fill: soft })}${cards.join("")}`;
    })
    .join("");
};

/** "When|what": one thing after the other. */
export const steps: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, line, strong } = shades(pen);
  const gap = h / rows.length;
  const spine = x + Math.min(190, w * 0.3);
  return `${stroke(`M${spine} ${at(y + gap / 2)}V${at(y + h - gap / 2)}`, line, 4)}${rows
    .map((row, index) => {
      const [when = "", what = "", more = ""] = cellsOf(row);
      const middle = y + gap * (index + 0.5);
      return `${disc(spine, middle, index === 0 ? 15 : 10, index === 0 ? pen.colours.a : strong)}${write(spine - 30, middle + 7, when, { size: w < 450 ? 20 : 24, fill: soft, anchor: "end" })}${write(spine + 34, middle + (more ? -2 : 8), what, { size: w < 450 ? 23 : 28, weight: 600, fill: ink, within: x + w - spine - 34 })}${more ? write(spine + 34, middle + 30, more, { size: w < 450 ? 18 : 21, fill: soft, within: x + w - spine - 34 }) : ""}`;
    })
    .join("")}`;
};

/** "Label|value": a form with a button, which the last row names. */
export const form: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, line, card } = shades(pen);
  const button = rows.at(-1)!;
  const height = (h - 80) / (rows.length - 1);
  const fields = rows.slice(0, -1).map((row, index) => {
    const [label = "", value = ""] = cellsOf(row);
    const top = y + index * height;
    return `${write(x, top + 22, label, { size: 18, weight: 600, fill: soft })}${box(x, top + 34, w, Math.min(58, height - 46), card, 12)}${stroke(`M${x + 12} ${at(top + 34 + Math.min(58, height - 46))}h${w - 24}`, line, 2)}${write(x + 20, top + 34 + Math.min(58, height - 46) / 2 + 8, value, { size: 24, fill: ink, within: w - 36 })}`;
  });
  const wide = widthOf(button, 22) + 56;
  return `${fields.join("")}${box(x, y + h - 62, wide, 60, pen.colours.d, 30)}${write(x + wide / 2, y + h - 24, button, { size: 22, weight: 600, fill: "#ffffff", anchor: "middle" })}`;
};

/** "Label|detail": pictures in a grid. */
export const tiles: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft } = shades(pen);
  const columns = rows.length > 4 ? 3 : 2;
  const [width, height] = [(w - 20 * (columns - 1)) / columns, (h - 20) / Math.ceil(rows.length / columns)];
  const tones = [pen.colours.l, pen.colours.a, pen.colours.m, pen.colours.d, pen.colours.p, pen.colours.k];
  return rows
    .map((row, index) => {
      const [label = "", detail = ""] = cellsOf(row);
      const [left, top] = [x + (index % columns) * (width + 20), y + Math.floor(index / columns) * (height + 4)];
      const inner = height - 76;
      const [bend, rise] = [0.2 + pen.chance() * 0.5, 0.3 + pen.chance() * 0.4];
      return (
        `${box(left, top, width, inner, tones[index % 6]!, 14)}${disc(left + width * bend, top + inner * 0.4, inner * 0.2, "#ffffff", 0.55)}<path ` +
        `d="M${at(left)} ${at(top + inner)}v${at(-inner * 0.2)}q${at(width * 0.3)} ${at(-inner * rise)} ${at(width * 0.55)} ` +
        `${at(-inner * 0.1)}t${at(width * 0.45)} ${at(-inner * 0.1)}v${at(inner * 0.4)}z" fill="#000" ` +
        `opacity=".16"/>${write(left + 2, top + inner + 28, label, { size: 20, weight: 600, fill: ink, within: width })}${write(left + 2, top + inner + 52, detail, { size: 17, fill: soft, within: width })}`
      );
    })
    .join("");
};
