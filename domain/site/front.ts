import type { Feature } from "#languages/language.ts";
import { t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import type { MenuEntry } from "./menu.ts";
import type { SiteShape } from "./site-shape.ts";

type BlockKind = {
  name: Words;
  /** How many it shows, unless the team says so. */
  count?: number;
  isUnheaded?: true;
  needs?: Feature;
};

/** What a front page can be made of. */
export const BLOCKS = {
  hero: { name: t`Headline and search`, isUnheaded: true },
  sky: { name: t`Headline and race`, isUnheaded: true, needs: "launches" },
  submit: { name: t`Submit form` },
  search: { name: t`Search by need`, count: 3 },
  categories: { name: t`Categories with examples`, count: 12 },
  chips: { name: t`Categories`, count: 14 },
  fields: { name: t`Values of fields`, count: 6 },
  race: { name: t`Launches of the week`, count: 12, needs: "launches" },
  winners: { name: t`Last week’s winners`, count: 3, needs: "awards" },
  replaced: { name: t`Alternatives to`, count: 8 },
  sponsors: { name: t`Promoted listings`, count: 6 },
  picks: { name: t`Our picks`, count: 6 },
  newest: { name: t`New listings`, count: 8 },
  updated: { name: t`Updates`, count: 6 },
  collections: { name: t`Collections`, count: 3 },
  conversation: { name: t`Works with your assistant` },
  newsletter: { name: t`Weekly digest` },
  text: { name: t`Text` },
} as const satisfies Record<string, BlockKind>;
export type BlockName = keyof typeof BLOCKS;
export const blockKind = (name: BlockName): BlockKind => BLOCKS[name];
export const isBlock = (name: string): name is BlockName => Object.hasOwn(BLOCKS, name);

/** A block of this site. Only texts may occur more than once, so `key` is the kind, or text-1. */
export type Block = { kind: BlockName; key: string; isOff?: true; heading?: string; count?: number; markdown?: string };

export type Front = {
  /** Null: the preset of the site's shape. */
  blocks: readonly Block[] | null;
  /** Null: the pages that the site's shape leads to. */
  menu: readonly MenuEntry[] | null;
  /** An example in the search field. */
  searchHint: string | null;
};
export const DEFAULT_FRONT: Front = { blocks: null, menu: null, searchHint: null };

export const FRONT_LIMITS = { heading: 80, markdown: 5000, searchHint: 60, count: 50, texts: 5 } as const;

export const PRESETS = {
  race: ["sky", "submit", "search", "race", "winners", "sponsors", "picks", "conversation", "newest", "chips"],
  catalog: ["hero", "categories", "fields", "replaced", "sponsors", "picks", "newest", "updated", "conversation"],
  both: ["hero", "categories", "fields", "race", "sponsors", "newest", "updated", "winners", "picks", "conversation"],
} as const satisfies Record<string, readonly BlockName[]>;
export type Preset = keyof typeof PRESETS;
export const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name);

const ALONE = keysOf(BLOCKS).filter((kind) => kind !== "text");

/** Every block, those of the preset first and on. Texts of the team stay. */
export function presetBlocks(preset: Preset, texts: readonly Block[] = []): Block[] {
  const shown: readonly BlockName[] = PRESETS[preset];
  return [
    // Beside the list of updates, so many lines as it has.
    ...shown.map((kind): Block => ({ kind, key: kind, ...(kind === "newest" && preset !== "race" && { count: 6 }) })),
    ...ALONE.filter((kind) => !shown.includes(kind)).map((kind): Block => ({ kind, key: kind, isOff: true })),
    ...texts.map((text): Block => ({ ...text, isOff: true })),
  ];
}

const STANDARD = { race: presetBlocks("race"), catalog: presetBlocks("catalog") };

type Shaped = { front: Front; shape: SiteShape };
/** The blocks of the site in their order. What a later version adds is off, at the end. */
export function blocksOf({ front: { blocks }, shape }: Shaped): readonly Block[] {
  if (blocks === null) return shape.launches ? STANDARD.race : STANDARD.catalog;
  const known = blocks.filter(({ kind }) => isBlock(kind));
  const added = ALONE.filter((kind) => !known.some(({ key }) => key === kind));
  return added.length === 0 ? known : [...known, ...added.map((kind): Block => ({ kind, key: kind, isOff: true }))];
}
