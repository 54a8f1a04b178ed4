import { partsIn } from "#core/runtime/phrases.ts";
import { PLATFORMS } from "#domain/listings/section-fields.ts";
import { slugify } from "#domain/text/slug.ts";
import { COLUMNS } from "../row-schema.ts";

export const OLD_ADDRESS = "old_address";
export const SOCIAL = "socials.";
export const OWN = "own.";

/** What a column can be, besides a field of the site. */
export const TARGETS: readonly string[] = [...COLUMNS, ...PLATFORMS.map((name) => SOCIAL + name), OLD_ADDRESS];

/** What other directories and spreadsheets call the fields, in English and German. The first in a table wins. */
const BY_NAME = new Map([
  ...[...partsIn("columns")].flatMap(([target, names]) => names.map((name) => [name, target] as const)),
  ...PLATFORMS.filter((name) => !["x", "website", "custom"].includes(name)).flatMap((name) =>
    [name, `${name}_url`, `${name}_link`].map((heading) => [heading, SOCIAL + name] as const),
  ),
]);

/** A heading without case, spaces and marks: "Preis ab (€)" is "preis_ab". */
export const foldHeading = (heading: string): string =>
  slugify(heading.replace(/[äöü]/gi, (letter) => `${letter}e`).replace(/\(.*\)$/, ""), "").replaceAll("-", "_");

/** The key of a field with this name or heading, which may be too long: "Price per month" is price_per_month. */
export const keyNamed = (name: string): string => foldHeading(name.replace(/[()]/g, " ")).replace(/^[^a-z]+/, "");

/** Likely targets of a heading, the surest first. */
export function targetsNamed(heading: string): { exact: string | undefined; alike: string | undefined } {
  const folded = foldHeading(heading);
  const exact = TARGETS.find((target) => target === folded || target === heading.trim().toLowerCase());
  return { exact, alike: BY_NAME.get(folded) };
}
