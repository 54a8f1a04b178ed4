import type { DraftContent, DraftEdit, DraftFounder } from "./draft.ts";
import { ALL_FIELDS, type DraftFieldName, labelOf } from "./fields.ts";
import type { ListingContent, Profile, Socials } from "./listing.ts";
import { editsBetween } from "./merge-texts.ts";
import { SECTION_LABELS } from "./section-fields.ts";
import { draftEditOf, factOf, sameValue } from "./shared-facts.ts";

/** What a listing said at one time. */
export type Snapshot = Omit<ListingContent, "profile"> & {
  profile: Profile;
  /** The founders as their draft names them; absent in versions of the first release. */
  people?: DraftFounder[];
  founderSocials?: Socials;
};

const lines = (texts: readonly (string | null | undefined | false)[]): string => texts.filter(Boolean).join("\n");
const pairs = (texts: Record<string, string>): string =>
  lines(Object.entries(texts).map(([name, text]) => `${name}: ${text}`));

type Shown = readonly [label: string, textOf: (snapshot: Snapshot) => string | null];

/** Everything a person may have changed, under the words that a form has for it, as text: fields first, then sections. */
const SHOWN: readonly Shown[] = [
  ...ALL_FIELDS.map((name): Shown => [labelOf(name), (snapshot) => [factOf(snapshot, name) ?? []].flat().join("\n")]),
  [SECTION_LABELS.faqs, ({ profile }) => lines(profile.faqs.map(({ question, answer }) => `${question}\n${answer}\n`))],
  [SECTION_LABELS.company_socials, ({ profile }) => pairs(profile.socials)],
  [
    SECTION_LABELS.founders,
    ({ profile, people }) =>
      lines(
        (people ?? profile.founders.map(({ name, title }) => ({ name, title, bio: null }))).flatMap(
          ({ name, title, bio }) => [lines([name, title]).replace("\n", ", "), bio],
        ),
      ),
  ],
  [SECTION_LABELS.founder_socials, ({ founderSocials = {} }) => pairs(founderSocials)],
  [SECTION_LABELS.story, ({ profile }) => pairs(profile.story)],
  [
    SECTION_LABELS.milestones,
    ({ profile }) =>
      lines(
        profile.milestones.map(({ date, title, description, url }) => lines([`${date} ${title}`, description, url])),
      ),
  ],
  [SECTION_LABELS.media, ({ profile }) => lines((profile.media ?? []).map(({ url, alt }) => `${alt}\n${url}\n`))],
];

export type Change = { label: string; before: string; after: string };

/** What differs between two versions, in reading order, each side as text. Where facts come from is not shown. */
export const changesBetween = (before: Snapshot, after: Snapshot): Change[] =>
  SHOWN.map(([label, textOf]) => ({ label, before: textOf(before) ?? "", after: textOf(after) ?? "" })).filter(
    (change) => change.before !== change.after,
  );

/** The edit of a draft that puts an old version of its listing back: old quotes come with old values, originals are originals again. */
export function putBackEdit(draft: DraftContent, now: Snapshot, target: Snapshot): DraftEdit {
  const { fields = {}, ...edit } = draftEditOf(now, target);
  const changed = Object.keys(fields) as DraftFieldName[];
  const isOriginal = (name: DraftFieldName): boolean => {
    const { state, aiValue = null } = draft.fields[name] ?? {};
    if (state === "override" || !sameValue(fields[name], aiValue)) return false;
    return aiValue !== null || target.profile.notFound.includes(name);
  };
  const { people, founderSocials, profile } = target;
  return {
    ...edit,
    fields: Object.fromEntries(changed.filter((name) => !isOriginal(name)).map((name) => [name, fields[name]])),
    restore: changed.filter(isOriginal),
    quotes: profile.evidence,
    ...(people && !sameValue(now.people, people) && { founders: people }),
    ...(founderSocials &&
      !sameValue(now.founderSocials, founderSocials) && {
        founderSocials: editsBetween(now.founderSocials ?? {}, founderSocials),
      }),
  };
}
