import type { Preset } from "#data/presets.ts";
import { NOUNS, type Noun } from "#languages/language.ts";
import { as, type Words } from "#languages/words.ts";

const NAMES: Record<Noun, Words> = {
  product: as("what is listed")`Product`,
  listing: as("what is listed")`Listing`,
  tool: as("what is listed")`Tool`,
  place: as("what is listed")`Place`,
  shop: as("what is listed")`Shop`,
  game: as("what is listed")`Game`,
  project: as("what is listed")`Project`,
  app: as("what is listed")`App`,
};
export const nounOptions = NOUNS.map((noun) => [noun, NAMES[noun]] as const);

/** What sites of a topic list, unless somebody chooses. */
export const NOUN_OF: Record<Preset, Noun> = {
  ...{ software: "product", "ai-tools": "tool", "self-hosted": "tool", crafts: "shop" },
  ...{ games: "game", places: "place", courses: "listing", none: "listing" },
};
