import type { Block, Repeat, RepeatItem } from "#domain/drafts/site.ts";

/** A card or row, not a section. */
const MOST_BLOCKS = 16;
const MOST_TEXT = 1_500;
const MOST_SPANS = 200;
const MOST_ITEMS = 60;
const MOST_REPEATS = 100;

const HEADING = /^h[1-6]$/;
/** Elements that define the kind of sibling; others are boxes. */
const OWN_SHAPE = new Set(["li", "tr", "dd", "details"]);

type Keyed = { key: string; items: RepeatItem[]; isOrdered?: boolean };
type Span = RepeatItem & {
  key: string | null;
  /** Siblings that fill the element, which its parent may join with those of the next row. */
  rows: Keyed | null;
  /** Whether siblings were found inside, which makes it a section. */
  isSection: boolean;
};
type Frame = { tag: string; from: number; spans: Span[]; isDated: boolean; isSection: boolean };

/**
 * Finds similar siblings while reading a page, independent of classes and language. Constant cost
 * per element.
 */
export function repeatFinder(blocks: Block[]) {
  const open: Frame[] = [{ tag: "body", from: 0, spans: [], isDated: false, isSection: false }];
  const found: Repeat[] = [];
  const keep = ({ key: _, items: [first, ...others], ...repeat }: Keyed): void => {
    if (first && others.length > 0 && found.length < MOST_REPEATS) found.push({ items: [first, ...others], ...repeat });
  };

  function close(): void {
    const frame = open.pop();
    if (!frame) return;
    const parent = open.at(-1);
    const repeats = runsOf(frame.spans).map((run) => repeatOf(run, frame.tag === "ol"));
    const [only] = repeats;
    const isFilled = repeats.length === 1 && only !== undefined && frame.spans.every(({ key }) => key === only.key);
    const rows = isFilled && parent ? only : null;
    if (!rows) for (const repeat of repeats) keep(repeat);
    if (!parent || parent.spans.length >= MOST_SPANS) {
      if (rows) keep(rows);
      return;
    }
    const span = {
      from: frame.from,
      to: blocks.length,
      ...(frame.isDated && { isDated: true }),
      ...(frame.tag === "tr" && { cells: frame.spans.map(({ from, to }): [number, number] => [from, to]) }),
    };
    parent.isDated ||= frame.isDated;
    parent.isSection ||= frame.isSection || repeats.some(({ items }) => items.length >= 2);
    // Empty cells keep their column.
    if (span.to === span.from && parent.tag !== "tr") return;
    const isSection = frame.isSection || (rows === null && repeats.some(({ items }) => items.length >= 2));
    parent.spans.push({ ...span, isSection, rows, key: rows?.key ?? keyOf(frame.tag, span, blocks) });
  }

  function repeatOf({ key, spans: run }: Run, isOrdered: boolean): Keyed {
    const items = run.flatMap((span) => span.rows?.items ?? (fits(span, blocks) ? [itemOf(span)] : []));
    const ordered = isOrdered || run.some(({ rows }) => rows?.isOrdered);
    return { key, items: items.slice(0, MOST_ITEMS), ...(ordered && { isOrdered: true }) };
  }

  return {
    open: (tag: string): void =>
      void open.push({ tag, from: blocks.length, spans: [], isDated: false, isSection: false }),
    close,
    /** The open element contains a date. */
    date(): void {
      for (const frame of open.slice(-1)) frame.isDated = true;
    },
    end(): Repeat[] {
      while (open.length) close();
      return found.sort((a, b) => a.items[0].from - b.items[0].from);
    },
  };
}

type Run = { key: string; spans: Span[] };

function runsOf(spans: Span[]): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (const span of spans) {
    if (span.key === null) last = undefined;
    else if (span.key === last?.key) last.spans.push(span);
    else {
      last = { key: span.key, spans: [span] };
      runs.push(last);
    }
  }
  return runs.filter((run) => run.spans.length > 1 || run.spans[0]?.rows);
}

const itemOf = ({ from, to, cells, isDated }: Span): RepeatItem => ({
  from,
  to,
  ...(cells && { cells }),
  ...(isDated && { isDated }),
});

/** Cards differ in badges and links, but begin alike. */
function keyOf(tag: string, { from, to }: RepeatItem, blocks: Block[]): string | null {
  if (tag === "tr") return "tr";
  if (to - from < 2) return null;
  const heading = blocks.slice(from, Math.min(to, from + 3)).find((block) => HEADING.test(block.tag));
  if (heading) return heading.tag;
  return `${OWN_SHAPE.has(tag) ? tag : "box"} ${blocks[from]?.tag} ${blocks[from + 1]?.tag}`;
}

function fits({ from, to, isSection }: Span, blocks: Block[]): boolean {
  if (isSection || to === from || to - from > MOST_BLOCKS) return false;
  return blocks.slice(from, to).reduce((length, { text }) => length + text.length, 0) <= MOST_TEXT;
}
