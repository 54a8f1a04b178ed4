import { conflict } from "#core/errors/errors.ts";
import { type Draft, type DraftEdit, type FieldRef, fieldAt } from "#domain/drafts/draft.ts";
import {
  checkDraftSeo,
  checkFields,
  checkMilestoneUrl,
  checkSocials,
  type Known,
} from "#domain/listings/check-fields.ts";
import type { NewMilestone } from "#domain/listings/milestones.ts";
import type { Fault } from "#domain/text/fault.ts";
import { joined, t } from "#languages/words.ts";

type FieldAct = "lock" | "unlock" | "restore";

/** Changes to a draft. Absent keys stay unchanged. */
export type DraftChange = Omit<DraftEdit, "quotes" | "timeline" | "competitor" | "own" | FieldAct> & {
  [Act in FieldAct | "regenerate"]?: FieldRef[];
} & {
  /** Fields of the site, as they were given; null removes. */
  attributes?: Record<string, unknown>;
  milestones?: NewMilestone[];
  /** null or empty clears it. */
  competitorUrl?: string | null;
};

export const faultsOfChange = (change: DraftChange, draft: Draft, known: Known): Fault[] => [
  ...checkFields(change.fields ?? {}, known),
  ...checkSocials(change.companySocials ?? {}, "/company_socials"),
  ...checkSocials(change.founderSocials ?? {}, "/founder_socials"),
  ...(change.milestones ?? []).flatMap(({ url }, index) => checkMilestoneUrl(url, `/milestones/${index}/url`)),
  ...checkDraftSeo(change.seo ?? {}, draft.content.seo),
  ...doubled(change),
  ...(draft.status === "ready" ? [] : tooEarly(change)),
];

function doubled(change: DraftChange): Fault[] {
  const { fields = {}, attributes = {}, lock = [], unlock = [], restore = [], regenerate = [] } = change;
  const own = Object.keys(attributes).map((key) => `attributes.${key}`);
  const places: string[] = [...Object.keys(fields), ...own, ...new Set(restore), ...new Set(regenerate)];
  const isRestored = new Set<string>(restore);
  const twice = [...new Set(places.filter((name, index) => places.indexOf(name) !== index))].map((name) => ({
    pointer: isRestored.has(name) ? "/restore" : "/regenerate",
    code: "conflict",
    detail: t`${name} is in more than one of fields, restore and regenerate. Send it in one.`,
  }));
  const notLocked = ([key, names]: [string, FieldRef[]]) =>
    [...new Set(names)]
      .filter((name) => lock.includes(name))
      .map((name) => ({
        pointer: `/${key}`,
        code: "conflict",
        detail: t`${name} is in lock_fields and ${key}. Send it in one.`,
      }));
  return [...twice, ...Object.entries({ unlock_fields: unlock, restore }).flatMap(notLocked)];
}

const tooEarly = ({ restore = [] }: DraftChange): Fault[] =>
  restore.length
    ? [
        {
          pointer: "/restore",
          code: "draft_not_ready",
          detail: joined(
            [t`Nothing can be restored while the draft is being built.`, "Poll get_draft until its status is ready."],
            " ",
          ),
        },
      ]
    : [];

/** Locked fields are not redrafted unless the same change unlocks them. */
export function refuseLocked(draft: Draft, { regenerate = [], lock = [], unlock = [] }: DraftChange): void {
  const isLocked = (ref: FieldRef) => fieldAt(draft.content, ref)?.state === "override" && !unlock.includes(ref);
  const locked = regenerate.filter((name) => isLocked(name) || lock.includes(name));
  if (locked.length === 0) return;
  throw conflict(
    "field_locked",
    t`${locked.join(", ")} cannot be regenerated: locked. Unlock with unlock_fields, then regenerate.`,
    locked.map((name) => ({
      pointer: `/regenerate/${regenerate.indexOf(name)}`,
      code: "locked",
      detail: t`${name} is locked.`,
    })),
  );
}
