import type { VoteDoubt } from "../../../domain/community/votes.ts";

const DOUBTS: Record<VoteDoubt, string> = {
  own_listing: "from your own team",
  account_inactive: "from accounts that were closed",
  unverified: "from people who have not confirmed their address",
  network_burst: "too many at once from one network",
  new_account_burst: "too many at once from new accounts",
  site_team: "left out by the site team",
};

const isDoubt = (reason: string): reason is VoteDoubt => Object.hasOwn(DOUBTS, reason);

/** Why votes do not count: "3 from people who have not confirmed their address". */
export const doubtWords = (reason: string): string => (isDoubt(reason) ? DOUBTS[reason] : "for another reason");
