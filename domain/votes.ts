/** Why a vote is kept but not counted. */
export const VOTE_DOUBTS = [
  "own_listing",
  "account_inactive",
  "unverified",
  "network_burst",
  "new_account_burst",
  "site_team",
] as const;
export type VoteDoubt = (typeof VOTE_DOUBTS)[number];

/** What a person of the site team decided about a vote, above every check. */
export type VoteRuling = "counted" | "not_counted";

/** Votes on one listing within this time before a vote make a burst. */
export const BURST_MS = 3600_000;
/** An account younger than this is new. */
export const NEW_ACCOUNT_MS = 24 * 3600_000;

/** What is known about a vote when it is judged. All of it stays true later, so judging again gives the same answer. */
export type VoteFacts = {
  isTeam: boolean;
  isActive: boolean;
  isVerified: boolean;
  isNewAccount: boolean;
  /** Earlier votes on the listing within BURST_MS from the same network; 0 when the network is not known. */
  fromSameNetwork: number;
  /** Earlier votes on the listing within BURST_MS from accounts that were new then. */
  fromNewAccounts: number;
};

/** How many votes an hour on one listing are believed. */
export type BurstLimits = { network: number; newAccounts: number };
export const burstLimits = (settings: {
  VOTE_BURST_NETWORK: number;
  VOTE_BURST_NEW_ACCOUNTS: number;
}): BurstLimits => ({
  network: settings.VOTE_BURST_NETWORK,
  newAccounts: settings.VOTE_BURST_NEW_ACCOUNTS,
});

/** Null when the vote counts. The first doubt that holds is the one that is kept. */
export function doubtOf(facts: VoteFacts, limits: BurstLimits): VoteDoubt | null {
  if (facts.isTeam) return "own_listing";
  if (!facts.isActive) return "account_inactive";
  if (!facts.isVerified) return "unverified";
  if (facts.fromSameNetwork >= limits.network) return "network_burst";
  if (facts.isNewAccount && facts.fromNewAccounts >= limits.newAccounts) return "new_account_burst";
  return null;
}
