import { type Area, at, box, cellsOf, disc, type Pen, shades, stroke, widthOf, write } from "./pen.ts";

type Draw = (rows: string[], area: Area, pen: Pen) => string;

/** Text: "# heading", "- point", "> quote", "== marked", or a plain line. */
export const editor: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card } = shades(pen);
  const gap = Math.min(72, h / rows.length);
  const size = w < 450 ? 23 : 27;
  return rows
    .map((row, index) => {
      const base = y + gap * (index + 0.66);
      const [, mark = "", text = ""] = /^(# |- |> |== )?(.*)$/.exec(row) ?? [];
      if (mark === "# ") return write(x, base, text, { size: size + 9, weight: 700, fill: ink, within: w });
      if (mark === "- ")
        return `${disc(x + 8, base - 9, 6, pen.colours.a)}${write(x + 32, base, text, { size, fill: ink, within: w - 32 })}`;
      if (mark === "> ")
        return `${box(x, base - size - 12, w, gap - 6, card)}${box(x, base - size - 12, 6, gap - 6, pen.colours.m)}${write(x + 28, base - 2, text, { size: size - 1, fill: soft, within: w - 36 })}`;
      if (mark === "== ")
        return `${box(x - 8, base - size - 5, Math.min(w, widthOf(text, size) * 1.06 + 20), size + 18, pen.isDark ? pen.colours.d : pen.colours.l, 6)}${write(x, base, text, { size, weight: 600, fill: ink, within: w })}`;
      return write(x, base, text, { size, fill: ink, within: w });
    })
    .join("");
};

/** Lines of code or of a terminal: "$ command", "+ added", "- removed", "! warning", or output. */
export const terminal: Draw = (rows, { x, y, w, h }, pen) => {
  const gap = Math.min(64, h / rows.length);
  const tones: Record<string, string> = { $: pen.colours.l, "+": "#a6e3a1", "-": "#ff9c9c", "!": "#ffd166" };
  return rows
    .map((row, index) => {
      const base = y + gap * (index + 0.66);
      const tone = /^[$+!-] /.test(row) ? tones[row[0]!]! : pen.isDark ? "#e8e4ef" : pen.colours.k;
      const band = /^[+-] /.test(row) ? box(x - 20, base - gap * 0.62, w + 40, gap * 0.92, `${tone}22`, 6) : "";
      return `${band}${write(x, base, row.replace(/ {2}/g, "\u00a0\u00a0"), { size: 25, weight: row.startsWith("$") ? 600 : 400, fill: tone })}`;
    })
    .join("");
};

/** "who|text"; those of ">" stand on the right. */
export const chat: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft, card } = shades(pen);
  const gap = Math.min(118, h / rows.length);
  return rows
    .map((row, index) => {
      const [who = "", text = ""] = cellsOf(row);
      const isOwn = who === ">";
      const top = y + index * gap;
      const width = Math.min(w * 0.86, widthOf(text, 23) + 56);
      const left = isOwn ? x + w - width : x + 64;
      const face = isOwn
        ? ""
        : `${disc(x + 24, top + 46, 24, [pen.colours.l, pen.colours.a, pen.colours.m][index % 3]!)}${write(x + 24, top + 54, who.slice(0, 1), { weight: 700, fill: pen.colours.k, anchor: "middle" })}${write(x + 68, top + 12, who, { size: 16, fill: soft })}`;
      return `${face}${box(left, top + 20, width, gap - 44, isOwn ? pen.colours.d : card, 22)}${write(left + 24, top + 20 + (gap - 44) / 2 + 8, text, { size: 23, fill: isOwn ? "#ffffff" : ink, within: width - 44 })}`;
    })
    .join("");
};

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** "Mon 9-11|text": a week of appointments. */
export const week: Draw = (rows, { x, y, w, h }, pen) => {
  const { soft, line } = shades(pen);
  const entries = rows.map((row) => {
    const [when = "", text = ""] = cellsOf(row);
    const [, day = "Mon", from = "9", to = "10"] = /^(\w+) ([\d.]+)-([\d.]+)$/.exec(when) ?? [];
    return { day: DAYS.indexOf(day), from: Number(from), to: Number(to), text };
  });
  const first = Math.min(...entries.map(({ from }) => from));
  const last = Math.max(...entries.map(({ to }) => to));
  const days = Math.max(5, ...entries.map(({ day }) => day + 1));
  const [wide, tall] = [(w - 56) / days, (h - 44) / (last - first)];
  const hours = Array.from({ length: Math.ceil(last - first) }, (_, hour) => {
    const top = y + 44 + hour * tall;
    return `${stroke(`M${x + 56} ${at(top)}H${at(x + w)}`, line, 1.2)}${write(x + 40, top + 7, String(Math.floor(first) + hour), { size: 16, fill: soft, anchor: "end" })}`;
  });
  const heads = DAYS.slice(0, days).map((day, index) =>
    write(x + 56 + wide * (index + 0.5), y + 22, day, { size: 18, weight: 600, fill: soft, anchor: "middle" }),
  );
  const tones = [pen.colours.d, pen.colours.a, pen.colours.l, pen.colours.m];
  return `${hours.join("")}${heads.join("")}${entries
    .map(({ day, from, to, text }, index) => {
      const tone = tones[index % 4]!;
      const [left, top] = [x + 56 + wide * day + 4, y + 44 + (from - first) * tall + 3];
      const isPale = index % 4 === 2 || index % 4 === 1;
      const lines = text.split("/");
      return `${box(left, top, wide - 8, (to - from) * tall - 6, tone, 10)}${lines.map((part, place) => write(left + 12, top + 27 + place * 22, part.trim(), { size: 17, weight: 600, fill: isPale ? pen.colours.k : "#ffffff", within: wide - 26 })).join("")}`;
    })
    .join("")}`;
};

/** "Name|x|y|note": places on a map, in percent; the first one is chosen, and a route joins those without a note. */
export const map: Draw = (rows, { x, y, w, h }, pen) => {
  const { ink, soft } = shades(pen);
  const places = rows.map((row) => {
    const [name = "", px = "50", py = "50", note = ""] = cellsOf(row);
    return { name, note, px: x + (w * Number(px)) / 100, py: y + (h * Number(py)) / 100 };
  });
  const land = pen.isDark ? "#ffffff10" : pen.colours.p;
  const blob = (cx: number, cy: number, r: number) => {
    const parts = Array.from({ length: 9 }, (_, index) => {
      const turn = (index / 9) * 2 * Math.PI;
      const far = r * (0.75 + pen.chance() * 0.5);
      return `${at(cx + Math.cos(turn) * far * 1.5)} ${at(cy + Math.sin(turn) * far)}`;
    });
    return `M${parts.join("L")}z`;
  };
  const roads = Array.from({ length: 5 }, (_, index) => {
    const start = y + h * pen.chance();
    return stroke(
      index % 2
        ? `M${x} ${at(start)}c${at(w * 0.3)} ${at(-80 + 160 * pen.chance())} ${at(w * 0.6)} ${at(-80 + 160 * pen.chance())} ${at(w)} 0`
        : `M${at(x + w * pen.chance())} ${y}c${at(60 - 120 * pen.chance())} ${at(h * 0.4)} ${at(60 - 120 * pen.chance())} ` +
            `${at(h * 0.7)} 0 ${h}`,
      pen.isDark ? "#ffffff1c" : "#ffffff",
      10,
    );
  });
  const route = places.map(({ px, py }, index) => `${index ? "L" : "M"}${at(px)} ${at(py)}`).join("");
  const shape = [0.25, 0.7].map(
    (part, index) =>
      `<path d="${blob(x + w * part, y + h * (0.3 + 0.4 * index), h * 0.24)}" ` +
      `fill="${pen.colours.l}" opacity=".35" stroke="${pen.colours.l}" stroke-width="26" ` +
      `stroke-linejoin="round"/>`,
  );
  return `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}">${box(x, y, w, h, land, 18)}${shape.join("")}${roads.join("")}${stroke(route, pen.colours.d, 6, "2 14")}</svg>${places
    .map(({ name, note, px, py }, index) => {
      const wide = Math.max(widthOf(name, 19), widthOf(note, 16)) + 32;
      const left = Math.min(px + 18, x + w - wide - 6);
      return `${disc(px, py, index ? 13 : 18, index ? pen.colours.d : pen.colours.a)}${disc(px, py, 5, "#ffffff")}${name ? `${box(left, py - 52, wide, note ? 58 : 36, pen.isDark ? pen.colours.k : "#ffffff", 12)}${write(left + 16, py - 27, name, { size: 19, weight: 600, fill: ink })}${note ? write(left + 16, py - 5, note, { size: 16, fill: soft }) : ""}` : ""}`;
    })
    .join("")}`;
};
