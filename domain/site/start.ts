import { as, t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import { blocksOf, presetBlocks } from "./front.ts";
import type { SiteLook } from "./site-look.ts";
import type { ThemeId } from "./themes.ts";

type StartKind = { name: Words; about: Words; theme: ThemeId };

/** What a new site can be. */
export const START_KINDS = {
  catalog: { name: as("a kind of site")`Catalog`, about: t`Search, filters, categories`, theme: "workbench" },
  race: { name: t`Launch race`, about: t`New launches, with votes and awards`, theme: "first-light" },
  both: { name: as("a kind of site")`Both`, about: t`A catalog with a race`, theme: "workbench" },
} as const satisfies Record<string, StartKind>;
export type StartKindId = keyof typeof START_KINDS;
export const START_KIND_IDS = keysOf(START_KINDS);

export function startKindOf(look: Pick<SiteLook, "shape" | "front">): StartKindId {
  if (!look.shape.launches) return "catalog";
  const shown = blocksOf(look).filter(({ isOff }) => !isOff);
  return shown[0]?.kind === "hero" ? "both" : "race";
}

/** The site as another kind of site. Texts of its front page stay, and nothing changes if it is of the kind. */
export function ofStartKind(look: SiteLook, kind: StartKindId): Pick<SiteLook, "shape" | "front"> {
  const { shape, front } = look;
  if (kind === startKindOf(look)) return { shape, front };
  const isRace = kind !== "catalog";
  const texts = (front.blocks ?? []).filter((block) => block.kind === "text");
  const blocks = kind === "both" || texts.length > 0 ? presetBlocks(kind, texts) : null;
  return { shape: { ...shape, launches: isRace, votes: isRace }, front: { ...front, blocks } };
}

/** A theme that nobody chose follows the kind of the site. `was` is the kind for which it was offered. */
export const startTheme = (theme: ThemeId, kind: StartKindId, was: StartKindId): ThemeId =>
  theme === START_KINDS[was].theme ? START_KINDS[kind].theme : theme;
