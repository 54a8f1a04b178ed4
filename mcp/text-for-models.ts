import type { Env } from "markdown-it";
import { createMarkdown } from "#core/text/markdown.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";

const MAY_LEAD = /!\[|\](?:\(|:)|<[^<>\s]{1,200}[:@]/;
const MOST_PASSES = 4;

/**
 * What somebody wrote, as models read it and repeat it: Markdown pictures are links, and links that lead to no website are
 * text. Code stays as it is.
 */
export function textForModels(text: string): string {
  let safe = text;
  // Without its mark, a picture or a link may show another one that was in it.
  for (let pass = 0; mayLead(safe); pass++) {
    if (pass === MOST_PASSES) return withoutMarks(safe);
    const next = withoutOutermost(safe);
    if (next === safe) break;
    safe = next;
  }
  return safe;
}

const inside = (value: unknown): unknown => {
  if (typeof value === "string") return textForModels(value);
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, inside(held)]));
};

export const mayLead = (text: string): boolean => MAY_LEAD.test(text);

export const jsonForModels = (json: string): string =>
  mayLead(json) ? JSON.stringify(inside(JSON.parse(json))) : json;

/** For texts that were made to outlast every pass. */
const withoutMarks = (text: string): string =>
  text
    .replace(/!+\[/g, "[")
    .replace(/\](?=[(:])/g, "] ")
    .replace(/<(?=[^<>\s]{1,200}[:@])/g, "");

type Cut = readonly [from: number, to: number];

const isOfWeb = (address: unknown): boolean =>
  !/^[a-z][a-z\d+.-]*:/i.test(String(address)) || /^https?:/i.test(String(address));

const parser = once(() => {
  const markdown = createMarkdown();
  // What this parser refuses, another one may follow.
  markdown.validateLink = () => true;
  markdown.normalizeLink = (address) => address.replace(/[\s\p{Cc}]/gu, "");
  markdown.core.ruler.enableOnly(["normalize", "block"]);
  const { ruler } = markdown.inline;
  const cuts: Cut[] = [];
  let read = "";
  for (const { name, fn } of ruler.__rules__.filter(({ name }) => ["image", "link", "autolink"].includes(name)))
    ruler.at(name, (state, silent) => {
      const [from, before] = [state.pos, state.tokens.length];
      if (!fn(state, silent)) return false;
      // What stands in the description of a picture is found once the picture is a link.
      if (silent || state.src !== read) return true;
      const opened = state.tokens.slice(before).find(({ type }) => type === "link_open");
      if (name === "image") cuts.push([from, from + 1]);
      else if (opened && !isOfWeb(opened.attrGet("href"))) {
        const end = name === "link" ? state.md.helpers.parseLinkLabel(state, from, true) : state.pos - 1;
        cuts.push([from, from + 1], [end, state.pos]);
      }
      return true;
    });
  return {
    blocks: (text: string, env: Env) => markdown.parse(text, env),
    cutsOf(text: string, env: Env): Cut[] {
      cuts.length = 0;
      read = text;
      markdown.inline.parse(text, markdown, env, []);
      return [...cuts];
    },
  };
});

function withoutOutermost(text: string): string {
  const { blocks, cutsOf } = parser();
  const whole = text.replace(/\r\n?/g, "\n");
  const lines = whole.split("\n");
  const found: { line: number; cut: Cut }[] = [];
  /** Up to where the cells of a row have been found. */
  const passed = new Map<number, number>();
  /** Lines that their block changed, as cells do with bars. */
  const changed = new Set<number>();
  const env = {};
  let first = 0;
  for (const { type, map, content } of blocks(whole, env)) {
    first = map?.[0] ?? first;
    if (type !== "inline") continue;
    const cuts = cutsOf(content, env);
    let start = 0;
    content.split("\n").forEach((shown, index) => {
      const line = first + index;
      const end = start + shown.length;
      const at = given(lines[line]).indexOf(shown, passed.get(line));
      passed.set(line, Math.max(at, 0) + shown.length);
      const own = cuts.filter(([from, to]) => from < end && to > start);
      for (const [from, to] of own) {
        const cut: Cut = [at + Math.max(from, start) - start, at + Math.min(to, end) - start];
        if (at >= 0) found.push({ line, cut });
        else changed.add(line);
      }
      start = end + 1;
    });
  }
  for (const { line, cut } of found.toSorted((a, b) => b.cut[0] - a.cut[0]))
    lines[line] = given(lines[line]).slice(0, cut[0]) + given(lines[line]).slice(cut[1]);
  return lines.map((line, at) => (changed.has(at) ? withoutMarks(line) : line)).join("\n");
}
