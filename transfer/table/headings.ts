import { PLATFORMS } from "#domain/listings/section-fields.ts";
import { slugify } from "#domain/text/slug.ts";
import { COLUMNS } from "../row-schema.ts";

export const OLD_ADDRESS = "old_address";
export const SOCIAL = "socials.";
export const OWN = "own.";

/** What a column can be, besides a field of the site. */
export const TARGETS: readonly string[] = [...COLUMNS, ...PLATFORMS.map((name) => SOCIAL + name), OLD_ADDRESS];

/** What other directories and spreadsheets call the fields, in English and German. The first in a table wins. */
const NAMES: Record<string, string> = {
  name:
    "title product product_name tool tool_name app app_name software company_name company titel bezeichnung " +
    "produkt produktname firma anbieter model",
  url:
    "website website_url homepage homepage_url link site site_url web web_address product_url external_link " +
    "webseite internetseite adresse_im_web internetadresse url_website",
  tagline: "slogan one_liner subtitle short_text claim motto untertitel kurztext",
  short_description: "excerpt short_desc summary_short kurzbeschreibung intro teaser",
  description: "desc long_description content body text about beschreibung langtext info details",
  categories: "category kategorie kategorien rubrik topic topics type_of_software section sections bereich branche",
  tags: "tag labels label schlagworte schlagwort stichworte keywords_list",
  pricing_summary: "price prices preis preise preis_ab kosten cost costs",
  pricing_model: "pricing price_model pricing_type preismodell lizenzmodell",
  country: "land country_code staat country_of_origin herkunft herkunftsland",
  city: "stadt ort location sitz headquarters hq",
  founded_year: "founded year_founded foundation gruendungsjahr gegruendet baujahr established",
  contact_email: "email e_mail mail contact kontakt kontakt_email contact_mail",
  logo_url: "logo icon image image_url bild logo_link icon_url thumbnail",
  demo_video_url: "video video_url youtube_video demo_video video_link",
  launched_at: "published published_at date created_at created launch_date launched added added_at date_added datum",
  language: "sprache lang",
  stage: "status_of_product phase reifegrad",
  features: "feature_list funktionen merkmale",
  [OLD_ADDRESS]: "old_url permalink slug_url page_url path former_address alte_adresse alte_url seite",
  [`${SOCIAL}x`]: "twitter twitter_url x_url twitter_handle",
  ...Object.fromEntries(
    PLATFORMS.filter((name) => !["x", "website", "custom"].includes(name)).map((name) => [
      SOCIAL + name,
      `${name} ${name}_url ${name}_link`,
    ]),
  ),
};
const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([target, names]) => names.split(" ").map((name) => [name, target] as const)),
);

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
