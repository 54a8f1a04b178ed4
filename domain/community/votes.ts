export const VOTE_DOUBTS = [
  "own_listing",
  "account_inactive",
  "unverified",
  "network_burst",
  "new_account_burst",
  "site_team",
] as const;
export type VoteDoubt = (typeof VOTE_DOUBTS)[number];

/** The site team's decision about a vote, which overrides every check. */
export type VoteRuling = "counted" | "not_counted";

/** The period before a vote in which votes on the same listing make a burst. */
export const BURST_MS = 3600_000;
export const NEW_ACCOUNT_MS = 24 * 3600_000;

/** The facts that decide a vote. They stay true, so checking again gives the same result. */
export type VoteFacts = {
  isTeam: boolean;
  isActive: boolean;
  isVerified: boolean;
  isNewAccount: boolean;
  /**
   * Earlier votes on the listing within BURST_MS from the same network; 0 if the network is
   * unknown.
   */
  fromSameNetwork: number;
  /** Earlier votes on the listing within BURST_MS from accounts that were new at the time. */
  fromNewAccounts: number;
};

export type BurstLimits = { network: number; newAccounts: number };
export const burstLimits = (settings: {
  VOTE_BURST_NETWORK: number;
  VOTE_BURST_NEW_ACCOUNTS: number;
}): BurstLimits => ({
  network: settings.VOTE_BURST_NETWORK,
  newAccounts: settings.VOTE_BURST_NEW_ACCOUNTS,
});

/** Null if the vote counts, otherwise the first reason why not. */
export function doubtOf(facts: VoteFacts, limits: BurstLimits): VoteDoubt | null {
  if (facts.isTeam) return "own_listing";
  if (!facts.isActive) return "account_inactive";
  if (!facts.isVerified) return "unverified";
  if (facts.fromSameNetwork >= limits.network) return "network_burst";
  if (facts.isNewAccount && facts.fromNewAccounts >= limits.newAccounts) return "new_account_burst";
  return null;
}
