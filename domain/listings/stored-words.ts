import { type Text, t } from "../../languages/words.ts";
import { retold } from "../text/retold.ts";

/** Why a listing has its status. Stored in English, and shown by `statusText`. */
export const STATUS_REASONS = {
  badge: () => t`The badge is no longer on the homepage. The listing is live again once it is found there.`,
  queue: () =>
    t`Four launch weeks began without the badge on the homepage, so the listing left the calendar. Choose a plan again.`,
  withdrawn: () => t`Its team withdrew the launch.`,
  deleted: () => t`Its owner deleted their account.`,
  merged: (name: Text) => t`Merged into ${name}.`,
};
const REASONS = Object.values(STATUS_REASONS);
export const statusText = (reason: string): Text => retold(reason, REASONS);
