import type { Language } from "#languages/language.ts";
import { as, say, t, type Words } from "#languages/words.ts";
import { alternativeTo } from "./alternative-to.ts";
import type { OwnField, OwnKind } from "./own-fields.ts";

type Field = { label: Words; kind: OwnKind; unit?: Words; steps?: number[]; options?: Record<string, Words | string> };

const SYSTEMS = { web: "Web", windows: "Windows", macos: "macOS", linux: "Linux", ios: "iOS", android: "Android" };
const PLATFORM: Field = { label: t`Platform`, kind: "choices", options: SYSTEMS };
const MINUTES = t`min`;

/** What listings of a topic are compared by. */
const FIELDS: Partial<Record<string, Record<string, Field>>> = {
  software: { platform: PLATFORM },
  "ai-tools": { platform: PLATFORM },
  "self-hosted": {
    licence: { label: t`License`, kind: "licence" },
    runs_on: { label: t`Runs on`, kind: "choices" },
    source_code: { label: t`Source code`, kind: "link" },
  },
  crafts: { material: { label: t`Material`, kind: "choices" }, made_in: { label: t`Made in`, kind: "choice" } },
  games: {
    players_from: { label: t`Players, at least`, kind: "number", steps: [1, 2, 3, 4] },
    players_to: { label: t`Players, at most`, kind: "number", steps: [2, 4, 6, 8] },
    play_time: { label: t`Playing time`, kind: "number", unit: MINUTES, steps: [30, 60, 120] },
    age: { label: t`Age from`, kind: "number", steps: [6, 8, 10, 12, 14] },
    publisher: { label: t`Publisher`, kind: "choice" },
  },
  places: {
    address: { label: t`Address`, kind: "line" },
    district: { label: t`District`, kind: "choice" },
    hours: { label: t`Opening hours`, kind: "text" },
    step_free: { label: t`Step-free access`, kind: "flag" },
  },
  courses: {
    level: {
      label: as("a course")`Level`,
      kind: "choice",
      options: { beginner: t`Beginner`, intermediate: t`Intermediate`, advanced: as("a level")`Advanced` },
    },
    duration: { label: as("a course")`Duration`, kind: "number", unit: as("a unit")`h`, steps: [1, 5, 20, 50] },
    certificate: { label: t`Certificate`, kind: "flag" },
  },
};

const FILTERED: readonly OwnKind[] = ["choice", "choices", "number", "flag", "licence"];

/** The fields of a preset, in the words of the site's language. */
export function presetFields(preset: string, language: Language): OwnField[] {
  const fields = Object.entries(FIELDS[preset] ?? {}).map(
    ([key, { label, kind, unit, steps, options }]): OwnField => ({
      ...{ key, kind, label: say(label, language) },
      ...(unit && { unit: say(unit, language) }),
      ...(steps && { steps }),
      ...(options && {
        options: Object.entries(options).map(([value, words]) => ({
          value,
          label: typeof words === "string" ? words : say(words, language),
        })),
      }),
      shownIn: kind === "text" || kind === "link" ? ["facts"] : ["card", "facts", "comparison"],
      ...(FILTERED.includes(kind) && { isFilter: true }),
      editors: "owner",
    }),
  );
  return preset === "self-hosted" ? [...fields, alternativeTo(language)] : fields;
}
