export const CLAIM_METHODS = ["dns", "meta", "file", "email"] as const;
export type ClaimMethod = (typeof CLAIM_METHODS)[number];

export const CLAIM_STATUSES = [
  "pending",
  "verified",
  "expired",
  "failed",
  "canceled",
  "superseded",
  "under_review",
] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

export type CheckResult = "found" | "not_found" | "unreachable";

export type Claim = {
  id: number;
  listingId: number;
  accountId: string;
  method: ClaimMethod;
  status: ClaimStatus;
  /** What is to be published: 32 hexadecimal digits. Null for a claim by mail. */
  token: string | null;
  /** Where the link of a claim by mail goes; null for other methods. */
  email: string | null;
  tokenHash: string | null;
  mailedAt: Date | null;
  /** Checks that found nothing; those that got no answer do not count. */
  tries: number;
  /** Weekly checks of a verified claim that found nothing, one after the other. */
  misses: number;
  checkedAt: Date | null;
  checkResult: CheckResult | null;
  checkDetail: string | null;
  createdAt: Date;
  expiresAt: Date;
  verifiedAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
};

const DAY_MS = 24 * 3600_000;
/** How long a claim waits for its proof. */
export const CLAIM_MS = 14 * DAY_MS;
/** How the ids of jobs begin that check a claim. */
export const claimChecks = (id: number): string => `check-claim:${id}:`;

export const MOST_TRIES = 10;
/** A verified record, tag or file is looked at this often, and may be missing this many times one after the other. */
export const RECHECK_MS = 7 * DAY_MS;
export const MOST_MISSES = 3;
/** The same mail is not sent again within this time. */
export const REMAIL_MS = 600_000;

/** What the website of a listing can be asked for proof. */
export type ClaimSite = {
  /** The address of the listing: the page whose head may hold the tag. */
  page: string;
  /** The registrable domain: its DNS records and its mail addresses are proof. */
  domain: string;
  file: string;
  /** Methods that prove nothing here, with the reason as a sentence. */
  refusals: Partial<Record<ClaimMethod, string>>;
};

export const CLAIM_TAG = "debut-claim";
export const CLAIM_FILE_PATH = "/.well-known/debut-claim.txt";

/** What a DNS record or a file holds. */
export const claimValue = (token: string): string => `${CLAIM_TAG}=${token}`;
/** Names at which a TXT record is looked for; the first is the one to recommend. */
export const recordNames = (domain: string): string[] => [`_${CLAIM_TAG}.${domain}`, domain];
export const claimTag = (token: string): string => `<meta name="${CLAIM_TAG}" content="${token}">`;

/** A claim that nobody proved in time is expired, also before a job has written that down. */
export const claimStatus = ({ status, expiresAt }: Pick<Claim, "status" | "expiresAt">, now: Date): ClaimStatus =>
  status === "pending" && expiresAt <= now ? "expired" : status;

/** How things stand with a listing when somebody has proven a claim on it. */
export type Standing = {
  /** The claimant is of the listing's team. */
  isMember: boolean;
  /** Somebody is. */
  hasTeam: boolean;
  /** The team has proven that the listing is theirs. */
  isVerified: boolean;
  isPaid: boolean;
};

/**
 * What a proven claim does: `verify` the listing for the team it has, let the claimant `take_over`, or wait for a `review` by a person.
 * Control of a website outranks a submission. It does not outrank another proof or a payment, and a mailbox is not control of a website.
 */
export function outcomeOf(method: ClaimMethod, standing: Standing): "verify" | "take_over" | "review" {
  if (standing.isMember) return "verify";
  if (!standing.hasTeam) return "take_over";
  return standing.isVerified || standing.isPaid || method === "email" ? "review" : "take_over";
}
