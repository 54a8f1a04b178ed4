import { inEnglish, type Text, t } from "#languages/words.ts";
import { patternOf, retold } from "../text/retold.ts";

/** Why a listing has its status. Stored in English, and shown by `statusText`. */
export const STATUS_REASONS = {
  badge: () => t`The badge is no longer on the homepage. The listing is live again once it is found there.`,
  queue: () =>
    t`Four launch weeks began without the badge on the homepage, so the listing left the calendar. Choose a plan again.`,
  withdrawn: () => t`Its team withdrew the launch.`,
  deleted: () => t`Its owner deleted their account.`,
  merged: (name: Text) => t`Merged into ${name}.`,
  taken: (slug: Text) => t`Its website is already listed as “${slug}”.`,
  takenUnseen: () => t`Its website is already listed.`,
};
const REASONS = Object.values(STATUS_REASONS);
const TAKEN = patternOf(STATUS_REASONS.taken);
const TAKEN_UNSEEN = inEnglish(STATUS_REASONS.takenUnseen());
export const statusText = (reason: string): Text => retold(reason, REASONS);

/** Whether a saved listing lost its website to another one, whose slug is null if it is not public. */
export function takenBy(reason: string | null | undefined): { slug: string | null } | undefined {
  if (reason === TAKEN_UNSEEN) return { slug: null };
  const [, slug] = TAKEN.exec(reason ?? "") ?? [];
  return slug === undefined ? undefined : { slug };
}
