import type { Deps } from "#actions/context.ts";
import { createLanguages } from "#core/languages.ts";
import { readSettings } from "#core/settings/config.ts";
import { effectiveSettings } from "#core/settings/live-settings.ts";
import { PRESETS, type Preset } from "#data/presets.ts";
import { isAccent, picked } from "#domain/site/design.ts";
import { LOOK_LIMITS, type SiteLook } from "#domain/site/site-look.ts";
import { CADENCES, type Cadence } from "#domain/site/site-shape.ts";
import { ofStartKind, START_KIND_IDS, type StartKindId, startKindOf, startTheme } from "#domain/site/start.ts";
import { THEME_IDS, type ThemeId } from "#domain/site/themes.ts";
import { isKeyOf } from "#domain/text/keys.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Language, NOUNS, type Noun } from "#languages/language.ts";
import { t } from "#languages/words.ts";
import type { Faults } from "../../kit/form.ts";
import { NOUN_OF } from "./noun-choice.ts";

/** What a new site is asked, as typed. */
export type StartForm = Record<"name" | "sentence" | "SITE_LANGUAGE" | "SITE_TIMEZONE" | "accent", string> & {
  kind: StartKindId;
  cadence: Cadence;
  topic: Preset | "";
  /** Empty: that of the topic, if one is chosen. */
  noun: Noun | "";
  theme: ThemeId;
};

/** The answers of the site as it is. */
export const startForm = (look: SiteLook, typed: ReadonlyMap<string, string>, topic: Preset | ""): StartForm => ({
  ...{ name: look.name ?? "", sentence: look.heroTitle ?? "", accent: look.accent ?? "" },
  SITE_LANGUAGE: typed.get("SITE_LANGUAGE") ?? "",
  SITE_TIMEZONE: typed.get("SITE_TIMEZONE") ?? "",
  ...{ kind: startKindOf(look), cadence: look.shape.cadence, topic, noun: "", theme: look.theme.theme },
});

export function readStartForm(of: (name: string) => string, look: SiteLook): StartForm {
  const isColor = /^[0-9a-f]{6}$/i.test(of("accent"));
  const kind = picked(START_KIND_IDS, of("kind")) ?? startKindOf(look);
  const theme = picked(THEME_IDS, of("theme")) ?? look.theme.theme;
  const topic = of("topic");
  return {
    ...{ name: of("name"), sentence: of("sentence"), accent: `${isColor ? "#" : ""}${of("accent").toLowerCase()}` },
    ...{ SITE_LANGUAGE: of("SITE_LANGUAGE"), SITE_TIMEZONE: of("SITE_TIMEZONE"), kind },
    cadence: picked(CADENCES, of("cadence")) ?? look.shape.cadence,
    topic: isKeyOf(PRESETS, topic) ? topic : "",
    noun: picked(NOUNS, of("noun")) ?? "",
    theme: startTheme(theme, kind, picked(START_KIND_IDS, of("was")) ?? kind),
  };
}

export function startFaults({ name, sentence, accent }: StartForm): Faults {
  const tooLong = (text: string, most: number) =>
    lengthOf(text) > most ? t`Use at most ${most} characters.` : undefined;
  return {
    name: tooLong(name, LOOK_LIMITS.name),
    sentence: tooLong(sentence, LOOK_LIMITS.heroTitle),
    accent: accent === "" || isAccent(accent) ? undefined : t`Enter a color as # and six hex digits, like #0b6f6a.`,
  };
}

/** The look of the site with the answers. A color that is none, and an empty text, is as the site has it by default. */
export function startLook(form: StartForm, look: SiteLook): SiteLook {
  const { shape, front } = ofStartKind(look, form.kind);
  return {
    ...look,
    front,
    shape: { ...shape, cadence: form.cadence, noun: form.noun || nounOf(form.topic, look) },
    name: form.name || null,
    heroTitle: form.sentence || null,
    accent: isAccent(form.accent) ? form.accent : null,
    theme: { ...look.theme, theme: form.theme },
  };
}

const nounOf = (topic: StartForm["topic"], { shape }: SiteLook): Noun => (topic ? NOUN_OF[topic] : shape.noun);

/** The first language of the site with the answers; undefined if it would have none. */
export function startLanguage(
  { SITE_LANGUAGE: tag }: Pick<StartForm, "SITE_LANGUAGE">,
  { settings, store }: Pick<Deps, "settings" | "store">,
): Language | undefined {
  const typed = new Map(store.typedSettings());
  if (tag) typed.set("SITE_LANGUAGE", tag);
  else typed.delete("SITE_LANGUAGE");
  try {
    return createLanguages(effectiveSettings(readSettings(settings.environment), typed).settings).first;
  } catch {
    return undefined;
  }
}

export const startQuery = ({ kind, ...form }: StartForm): string =>
  new URLSearchParams(Object.entries({ ...form, kind, was: kind }).filter(([, value]) => value !== "")).toString();
