import { t } from "#languages/words.ts";
import type { Picture } from "../pictures/pictures.ts";
import type { Fault } from "../text/fault.ts";
import { byName } from "../text/keys.ts";
import { mergeTexts, type TextEdits } from "../text/merge-texts.ts";
import { ALL_FIELDS, REQUIRED_FIELDS } from "./fields.ts";
import type { Faq, Listing, ListingCategory, ListingContent, Socials, Website } from "./listing.ts";
import type { Timeline } from "./milestones.ts";
import { type Facts, type FieldValues, factOf, textsOf } from "./shared-facts.ts";

export type ListingEdit = {
  fields?: FieldValues;
  socials?: Socials | undefined;
  faqs?: Faq[] | undefined;
  /** Sections that are not named stay unchanged. */
  story?: TextEdits;
  timeline?: Timeline;
  media?: Picture[];
  /** Fields of the site, as they were given; null removes. */
  attributes?: Record<string, unknown> | undefined;
} & TeamEdit;

/** What only the site team changes on a listing; owners edit its draft. */
export type TeamEdit = {
  categories?: ListingCategory[];
  website?: Website;
  /** The old address redirects. */
  slug?: string;
};

/** Applies the edit. Evidence comes from the draft (`proofOf`) or from `proofKept`. */
export function editListing(listing: Listing, edit: ListingEdit): ListingContent {
  const { media: pictures, ...kept } = listing.profile;
  const media = edit.media ?? pictures ?? [];
  const values = byName(ALL_FIELDS, (name) => {
    const given = edit.fields?.[name];
    return given === undefined ? factOf(listing, name) : given;
  });
  const { profile, ...texts } = textsOf(values);
  return {
    ...texts,
    profile: {
      ...kept,
      ...profile,
      faqs: edit.faqs ?? kept.faqs,
      socials: edit.socials ?? kept.socials,
      story: mergeTexts(kept.story, edit.story),
      ...edit.timeline,
      ...(media.length > 0 && { media }),
    },
  };
}

/** Required facts can be replaced but not removed, because the draft could not be saved again. */
export const requiredRemoved = (before: Facts, after: Facts): Fault[] =>
  REQUIRED_FIELDS.filter((name) => name !== "categories" && factOf(before, name) && !factOf(after, name)).map(
    (name) => ({
      pointer: `/fields/${name}`,
      code: "required",
      detail: t`The ${name.replaceAll("_", " ")} is required. Send a new value instead of an empty one.`,
    }),
  );
