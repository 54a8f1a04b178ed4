import { joined, t } from "#languages/words.ts";
import { ALL_FIELDS, DRAFT_FIELDS, type DraftFieldName, FIELDS, REQUIRED_FIELDS } from "../listings/fields.ts";
import type { Listing, ListingContent } from "../listings/listing.ts";
import { timelineOf } from "../listings/milestones.ts";
import type { OwnValues } from "../listings/own-fields.ts";
import { STORY_TITLE_MAX } from "../listings/section-fields.ts";
import { factOf, proofOf, textsOf } from "../listings/shared-facts.ts";
import type { Fault } from "../text/fault.ts";
import { byName } from "../text/keys.ts";
import { lengthOf } from "../text/text.ts";
import type { DraftContent } from "./draft.ts";

const textOf = (content: DraftContent, name: DraftFieldName): string | null => {
  const value = content.fields[name]?.value ?? null;
  return typeof value === "string" ? value : null;
};
const listOf = (content: DraftContent, name: DraftFieldName): string[] => {
  const value = content.fields[name]?.value ?? null;
  return Array.isArray(value) ? value : [];
};

export const missingForListing = (content: DraftContent): DraftFieldName[] =>
  REQUIRED_FIELDS.filter((name) =>
    name === "categories" ? listOf(content, name).length === 0 : !textOf(content, name),
  );

/** Faults for texts that are too long for a listing. Nothing is cut silently. */
export function tooLongForListing(content: DraftContent): Fault[] {
  const faults = DRAFT_FIELDS.flatMap((name) => {
    const length = lengthOf(textOf(content, name) ?? "");
    const max = FIELDS[name].listingMax;
    return length > max ? [fault(`/fields/${name}`, length, max)] : [];
  });
  const title = lengthOf(content.story.title ?? "");
  const max = STORY_TITLE_MAX.listing;
  return title > max ? [...faults, fault("/story/title", title, max)] : faults;
}

const fault = (pointer: string, length: number, max: number): Fault => ({
  pointer,
  code: "maximum",
  detail: joined([t`Has ${length} characters. The limit is ${max}.`, "Shorten it with update_draft."], " "),
});

/** What a draft says of the fields of the site, in place of what its listing said. */
export function attributesOf({ own }: DraftContent, before?: OwnValues): OwnValues | undefined {
  if (!own) return before;
  const set = Object.entries(own).flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const]));
  const kept = Object.entries(before ?? {}).filter(([key]) => !(key in own));
  return Object.fromEntries([...kept, ...set]);
}

/** The listing content of a draft. `kept` has what only listings have. */
export function contentOf(draft: DraftContent, kept?: Listing): ListingContent {
  const own = kept && byName(ALL_FIELDS, (name) => factOf(kept, name));
  const values = byName(DRAFT_FIELDS, (name) => draft.fields[name]?.value ?? null);
  const { title: seo_title, meta: seo_description } = draft.seo;
  const { attributes: before, media, preview } = kept?.profile ?? {};
  const attributes = attributesOf(draft, before);
  const { profile, ...texts } = textsOf({ ...own, ...values, seo_title, seo_description });
  return {
    ...texts,
    profile: {
      ...profile,
      faqs: draft.faqs,
      socials: draft.companySocials,
      story: draft.story,
      ...timelineOf(draft),
      ...(attributes && { attributes }),
      ...(media && { media }),
      ...(preview !== undefined && { preview }),
      ...proofOf(draft),
    },
  };
}
