import { type Text, t } from "#languages/words.ts";
import type { DraftContent, DraftEdit, DraftFounder } from "../drafts/draft.ts";
import { firstOf } from "../drafts/edit-draft.ts";
import { keysOf } from "../text/keys.ts";
import { editsBetween } from "../text/merge-texts.ts";
import { ALL_FIELDS, type DraftFieldName, labelOf } from "./fields.ts";
import type { ListingContent, Profile, Socials } from "./listing.ts";
import { typedOwn } from "./own-values.ts";
import { SECTION_LABELS } from "./section-fields.ts";
import { draftEditOf, factOf, sameValue } from "./shared-facts.ts";

export type Snapshot = Omit<ListingContent, "profile"> & {
  profile: Profile;
  people: DraftFounder[];
  founderSocials: Socials;
  /** Absent in versions from before the site team could change it. */
  url?: string;
};

const lines = (texts: readonly (string | null | undefined | false)[]): string => texts.filter(Boolean).join("\n");
const pairs = (texts: Record<string, string>): string =>
  lines(Object.entries(texts).map(([name, text]) => `${name}: ${text}`));

type Shown = readonly [label: Text, textOf: (snapshot: Snapshot) => string | null];

/** Everything editable, as text by form label: fields first, then sections. */
const SHOWN: readonly Shown[] = [
  [t`Website`, ({ url }) => url ?? null],
  ...ALL_FIELDS.map((name): Shown => [labelOf(name), (snapshot) => [factOf(snapshot, name) ?? []].flat().join("\n")]),
  [
    t`Fields of this directory`,
    ({ profile: { attributes = {} } }) =>
      lines(Object.entries(attributes).map(([key, value]) => `${key}: ${typedOwn(value)}`)),
  ],
  [SECTION_LABELS.faqs, ({ profile }) => lines(profile.faqs.map(({ question, answer }) => `${question}\n${answer}\n`))],
  [SECTION_LABELS.company_socials, ({ profile }) => pairs(profile.socials)],
  [
    SECTION_LABELS.founders,
    ({ people }) => lines(people.flatMap(({ name, title, bio }) => [lines([name, title]).replace("\n", ", "), bio])),
  ],
  [SECTION_LABELS.founder_socials, ({ founderSocials }) => pairs(founderSocials)],
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

export type Change = { label: Text; before: string; after: string };

export const changesBetween = (before: Snapshot, after: Snapshot): Change[] =>
  SHOWN.map(([label, textOf]) => ({
    label,
    before: textOf(withUrlOf(before, after)) ?? "",
    after: textOf(withUrlOf(after, before)) ?? "",
  })).filter((change) => change.before !== change.after);

const withUrlOf = (snapshot: Snapshot, { url }: Snapshot): Snapshot => ({ ...(url && { url }), ...snapshot });

/** The draft edit that restores an old version, with its quotes and originals. */
export function putBackEdit(draft: DraftContent, now: Snapshot, target: Snapshot): DraftEdit {
  const { fields = {}, ...edit } = draftEditOf(now, target);
  const changed = keysOf(fields);
  const isOriginal = (name: DraftFieldName): boolean => {
    const field = draft.fields[name];
    const first = field ? firstOf(field).value : null;
    if (field?.state === "override" || !sameValue(fields[name], first)) return false;
    return first !== null || target.profile.notFound.includes(name);
  };
  const { people, founderSocials, profile } = target;
  // A listing may show fewer categories than its quotes support.
  const { categories: _, ...quotes } = profile.evidence;
  return {
    ...edit,
    fields: Object.fromEntries(changed.filter((name) => !isOriginal(name)).map((name) => [name, fields[name]])),
    restore: changed.filter(isOriginal),
    quotes,
    ...(!sameValue(now.people, people) && { founders: people }),
    ...(!sameValue(now.founderSocials, founderSocials) && {
      founderSocials: editsBetween(now.founderSocials, founderSocials),
    }),
  };
}
