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
  /** The token to publish: 32 hexadecimal digits. Null for a claim by email. */
  token: string | null;
  /** The address that gets the link of a claim by email; null for other methods. */
  email: string | null;
  tokenHash: string | null;
  mailedAt: Date | null;
  /** Checks that found no proof. Checks without a response do not count. */
  tries: number;
  /** Consecutive weekly checks of a verified claim that found no proof. */
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
/** Prefix of the ids of jobs that check a claim. */
export const claimChecks = (id: number): string => `check-claim:${id}:`;

export const MOST_TRIES = 10;
/**
 * How often a verified record, tag or file is checked, and how many consecutive misses are allowed.
 */
export const RECHECK_MS = 7 * DAY_MS;
export const MOST_MISSES = 3;
/** How long before the same email may be sent again. */
export const REMAIL_MS = 600_000;

/** Where the website of a listing can show proof. */
export type ClaimSite = {
  /** The listing's URL: the page whose head may have the tag. */
  page: string;
  /** The registrable domain, whose DNS records and email addresses are proof. */
  domain: string;
  file: string;
  /** Methods that are not possible here, with the reason as a sentence. */
  refusals: Partial<Record<ClaimMethod, string>>;
};

export const CLAIM_TAG = "debut-claim";
export const CLAIM_FILE_PATH = "/.well-known/debut-claim.txt";

/** The content of a DNS record or a file. */
export const claimValue = (token: string): string => `${CLAIM_TAG}=${token}`;
/** Names to query for a TXT record; the first is recommended. */
export const recordNames = (domain: string): string[] => [`_${CLAIM_TAG}.${domain}`, domain];
export const claimTag = (token: string): string => `<meta name="${CLAIM_TAG}" content="${token}">`;

/** A claim that nobody proved in time is expired, even before a job has recorded it. */
export const claimStatus = ({ status, expiresAt }: Pick<Claim, "status" | "expiresAt">, now: Date): ClaimStatus =>
  status === "pending" && expiresAt <= now ? "expired" : status;

/** The state of a listing when somebody has proved a claim on it. */
export type Standing = {
  /** The claimant is on the listing's team. */
  isMember: boolean;
  /** The listing has a team. */
  hasTeam: boolean;
  /** The team has proved that it owns the listing. */
  isVerified: boolean;
  isPaid: boolean;
};

/**
 * What a proved claim does. Control of a website outranks a submission, but not another proof or a
 * payment. A mailbox is weaker.
 */
export function outcomeOf(method: ClaimMethod, standing: Standing): "verify" | "take_over" | "review" {
  if (standing.isMember) return "verify";
  if (!standing.hasTeam) return "take_over";
  return standing.isVerified || standing.isPaid || method === "email" ? "review" : "take_over";
}
