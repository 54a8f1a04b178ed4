import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type Html, html } from "#core/text/html.ts";
import { type Block, type BlockName, blockKind, blocksOf } from "#domain/site/front.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { hasLaunches, lackedBy } from "#domain/site/site-shape.ts";
import { once } from "#domain/text/once.ts";
import { invoke } from "#tools/invoke.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import { showStored } from "../../kit/show.ts";
import { visitor } from "../../kit/site.ts";
import { type Race, readRace } from "../launches/races.ts";
import { looksOf } from "../listings/looks.ts";
import type { BlockGiven, Leaf, MadeBlock, MakeBlock } from "./front-block.ts";
import * as launches from "./front-launches.ts";
import * as lists from "./front-lists.ts";
import * as words from "./front-words.ts";

type Place = {
  make: MakeBlock;
  /** It reaches both edges of the page. */
  isWide?: true;
  /** Neighbours of the same name share a row. */
  pair?: "paths" | "halves";
};

/** How each block is made, and where it stands. */
const PLACES: Record<BlockName, Place> = {
  hero: { make: words.hero, isWide: true },
  sky: { make: launches.sky, isWide: true },
  submit: { make: launches.submit, pair: "paths" },
  search: { make: words.search, pair: "paths" },
  categories: { make: lists.categories },
  chips: { make: lists.chips },
  fields: { make: lists.fields },
  race: { make: launches.race },
  winners: { make: launches.winners },
  replaced: { make: lists.replaced },
  sponsors: { make: lists.sponsors },
  picks: { make: lists.picks },
  newest: { make: lists.newest, pair: "halves" },
  updated: { make: lists.updated, pair: "halves" },
  collections: { make: lists.collections },
  conversation: { make: words.conversation },
  newsletter: { make: words.newsletter },
  text: { make: words.text },
};

/** The blocks that visitors see. A page has one headline, so of two the first. */
export function shownBlocks(look: SiteLook): Block[] {
  const lacks = lackedBy(look.shape);
  const shown = blocksOf(look).filter(({ kind, isOff }) => {
    const { needs } = blockKind(kind);
    return !isOff && (needs === undefined || !lacks.includes(needs));
  });
  const headline = shown.find(({ kind }) => PLACES[kind].isWide);
  return shown.filter((block) => !PLACES[block.kind].isWide || block === headline);
}

type Made = MadeBlock & { kind: BlockName };
/** What everybody sees of the front page until the next commit. */
export type Front = { blocks: Made[]; race: Race | undefined; listings: number };

export async function makeFront(req: Request, deps: Deps): Promise<Front> {
  const call = { deps, caller: visitor(req), interface: "site" } as const;
  const races = {
    this: once(() => readRace("this", deps, call.caller)),
    next: once(() => readRace("next", deps, call.caller)),
    last: once(() => readRace("last", deps, call.caller)),
  };
  const leaves = once(async () => {
    const filled = (await invoke(listCategories, { include_empty: false }, call)).output;
    // A new site has no listings yet, but its topic.
    const output =
      filled.items.length > 0 ? filled : (await invoke(listCategories, { include_empty: true }, call)).output;
    // The lowest ones: of a flat taxonomy all.
    const lowest = output.items.flatMap((top): Leaf[] => (top.children.length > 0 ? top.children : [top]));
    return lowest.sort((a, b) => b.total_count - a.total_count);
  });
  const blocks = shownBlocks(deps.store.siteLook());
  const given = (block: Block, at: number): BlockGiven => ({
    ...{ deps, call, block, leaves },
    count: block.count ?? blockKind(block.kind).count ?? 0,
    heading: (ours) =>
      block.heading === undefined ? ours : showStored("site", "site", `${block.key}-heading`, block.heading),
    race: (which) => races[which](),
    isShown: (kind) => blocks.some((one) => one.kind === kind),
    isPaired: [blocks[at - 1], blocks[at + 1]].some((beside) => beside && isPair(beside.kind, block.kind)),
  });
  const made = blocks.map(async (block, at) => ({
    kind: block.kind,
    ...(await PLACES[block.kind].make(given(block, at))),
  }));
  return {
    blocks: await Promise.all(made),
    race: hasLaunches(deps.store) ? await races.this() : undefined,
    listings: (await deps.store.reference.counts()).liveListings,
  };
}

const isPair = (one: BlockName, other: BlockName): boolean =>
  PLACES[one].pair !== undefined && PLACES[one].pair === PLACES[other].pair;

/** The front page for one reader. Empty blocks leave nothing behind. */
export async function showFront({ blocks: made }: Front, req: Request, res: Response, deps: Deps): Promise<Html> {
  const looks = await looksOf(deps, [...new Set(made.flatMap(({ slugs = [] }) => slugs))]);
  const rows: { kinds: BlockName[]; parts: Html[] }[] = [];
  for (const { kind, show } of made) {
    const part = await show({ req, res, looks });
    if (!part) continue;
    const before = rows.at(-1);
    const [last] = before?.kinds ?? [];
    if (before && last && isPair(last, kind)) {
      before.kinds.push(kind);
      before.parts.push(part);
    } else rows.push({ kinds: [kind], parts: [part] });
  }
  const isNamed = made.some(({ kind }) => PLACES[kind].isWide);
  return html`${!isNamed && html`<h1 class="unseen">${deps.settings.SITE_NAME}</h1>`}${sectionsOf(rows.map(({ kinds: [kind = "text"], parts }) => ({ ...PLACES[kind], parts })))}`;
}

type Row = Place & { parts: Html[] };
/** Wide rows alone, what people do first on their lower edge, and all others below one another. */
function sectionsOf(rows: readonly Row[]): Html[] {
  const [row, ...rest] = rows;
  if (!row) return [];
  if (row.isWide) {
    const [next, ...others] = rest;
    return next?.pair === "paths"
      ? [html`${row.parts}\n<div class="wrap paths">${next.parts}</div>\n`, ...sectionsOf(others)]
      : [html`${row.parts}\n`, ...sectionsOf(rest)];
  }
  const end = rows.findIndex(({ isWide }) => isWide);
  const inner = end === -1 ? rows : rows.slice(0, end);
  return [
    html`<div class="wrap sections after-sky">
${inner.map(({ pair, parts }) => (pair && (pair === "halves" || parts.length > 1) ? html`<div class="halves">${parts}</div>\n` : html`${parts}\n`))}</div>`,
    ...sectionsOf(end === -1 ? [] : rows.slice(end)),
  ];
}
