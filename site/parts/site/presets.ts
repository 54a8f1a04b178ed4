import type { Preset } from "#data/presets.ts";
import { as, type Text, t } from "#languages/words.ts";

export const PRESET_NAMES: Record<Preset, Text> = {
  software: t`Software`,
  "ai-tools": t`AI tools`,
  "self-hosted": t`Self-hosted software`,
  crafts: t`Crafts`,
  games: t`Board games`,
  places: as("a topic")`Places`,
  courses: t`Courses`,
  none: t`No categories`,
};
