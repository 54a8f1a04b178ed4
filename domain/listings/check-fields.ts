import { joined, listed, plural, type Text, t } from "#languages/words.ts";
import { isPictureLink } from "../pictures/pictures.ts";
import { otherCategories } from "../search/nearest.ts";
import type { Fault } from "../text/fault.ts";
import { keysOf } from "../text/keys.ts";
import type { TextEdits } from "../text/merge-texts.ts";
import { lengthOf } from "../text/text.ts";
import { isLanguageTag } from "../text/written-language.ts";
import { FIELDS, STAGES, YEARS } from "./fields.ts";
import type { FieldKind } from "./profile-field.ts";
import { DRAFT_SEO_FIELDS, PLATFORMS } from "./section-fields.ts";
import type { FieldValues } from "./shared-facts.ts";

export type Known = { categories: string[]; countries: ReadonlySet<string> };

const YOUTUBE = /^https:\/\/(www\.|m\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)\//i;
const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@.<>,;:"()[\]\\]{2,}$/;

const CHECKS: Partial<Record<FieldKind, (value: string, known: Known) => Text | undefined>> = {
  country: (value, { countries }) =>
    countries.has(value.toUpperCase()) ? undefined : t`Must be an ISO 3166 country code, like DE.`,
  language: (value) => (isLanguageTag(value) ? undefined : t`Must be the tag of a language, like de or pt-BR.`),
  year: (value) =>
    /^\d{4}$/.test(value) && Number(value) >= YEARS.from && Number(value) <= YEARS.to
      ? undefined
      : t`Must be a year from ${YEARS.from} to ${YEARS.to}.`,
  email: (value) => (EMAIL.test(value) ? undefined : t`Must be one email address, like hello@example.com.`),
  video: (value) =>
    YOUTUBE.test(value) && URL.canParse(value) ? undefined : t`Must be an https link to a YouTube video.`,
  picture: (value) => (isPictureLink(value) ? undefined : t`Must be an https link to a picture.`),
  word: (value) =>
    /^[a-z0-9][a-z0-9-]*$/.test(value)
      ? undefined
      : t`Must be one lower-case word, like ${listed(STAGES, "disjunction")}.`,
};

export function checkFields(fields: FieldValues, known: Known): Fault[] {
  return keysOf(fields).flatMap((name): Fault[] => {
    const value = fields[name];
    if (value === null || value === undefined || value === "") return [];
    if (Array.isArray(value)) return name === "categories" ? unknownCategories(value, known) : [];
    const detail = CHECKS[FIELDS[name].kind]?.(value, known);
    return detail ? [{ pointer: `/fields/${name}`, code: "format", detail }] : [];
  });
}

function unknownCategories(names: string[], { categories }: Known): Fault[] {
  const folded = new Set(categories.map((name) => name.toLowerCase()));
  return names.flatMap((name, index) => {
    if (folded.has(name.toLowerCase())) return [];
    return [
      {
        pointer: `/fields/categories/${index}`,
        code: "enum",
        detail: joined([t`"${name}" is not a category.`, ...otherCategories(name, categories)], " "),
      },
    ];
  });
}

export const spellCategories = (names: string[], { categories }: Known): string[] =>
  names.map((name) => categories.find((candidate) => candidate.toLowerCase() === name.toLowerCase()) ?? name);

const isPlatform = (name: string): boolean => PLATFORMS.some((platform) => platform === name);

/** Faults of socials: unknown platforms or not an https link. Empty values remove an entry. */
export function checkSocials(socials: TextEdits, pointer: string): Fault[] {
  return Object.entries(socials).flatMap(([platform, value]): Fault[] => {
    if (!isPlatform(platform))
      return [
        {
          pointer: `${pointer}/${platform}`,
          code: "unknown_field",
          detail: `"${platform}" is not a known platform. Known are: ${PLATFORMS.join(", ")}.`,
        },
      ];
    return !value || (/^https?:\/\//i.test(value) && URL.canParse(value))
      ? []
      : [{ pointer: `${pointer}/${platform}`, code: "format", detail: t`Must be a full https link to the profile.` }];
  });
}

type DraftSeo = Partial<Record<keyof typeof DRAFT_SEO_FIELDS, string | null | undefined>>;

/** Faults of changed search engine texts over the draft limit; a listing allows longer ones. */
export const checkDraftSeo = (given: DraftSeo, now: DraftSeo): Fault[] =>
  (["title", "meta"] as const).flatMap((name) => {
    const { max } = DRAFT_SEO_FIELDS[name];
    const isFine = lengthOf(given[name] ?? "") <= max || given[name] === now[name];
    return isFine
      ? []
      : [{ pointer: `/seo/${name}`, code: "maximum", detail: t`Must be ${plural(max, "character")} or fewer.` }];
  });

export const checkMilestoneUrl = (url: string | null | undefined, pointer: string): Fault[] =>
  !url || (/^https:\/\//i.test(url) && URL.canParse(url))
    ? []
    : [{ pointer, code: "format", detail: t`Must be an https link.` }];
