import type { Text } from "#languages/words.ts";

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
  /** 32 hexadecimal digits to publish; null for a claim by email. */
  token: string | null;
  /** Recipient of the link for a claim by email; null for other methods. */
  email: string | null;
  tokenHash: string | null;
  mailedAt: Date | null;
  /** Checks that found no proof, not counting failed requests. */
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
export const CLAIM_MS = 14 * DAY_MS;
export const claimChecks = (id: number): string => `check-claim:${id}:`;

export const MOST_TRIES = 10;
/** How often published proof is checked again, and how many consecutive misses are allowed. */
export const RECHECK_MS = 7 * DAY_MS;
export const MOST_MISSES = 3;
export const REMAIL_MS = 600_000;

export type ClaimSite = {
  /** The page whose head may contain the tag. */
  page: string;
  /** Registrable domain for DNS records and email addresses. */
  domain: string;
  file: string;
  /** Methods that are impossible here, with the reason. */
  refusals: Partial<Record<ClaimMethod, Text>>;
};

export const CLAIM_TAG = "debut-claim";
export const CLAIM_FILE_PATH = "/.well-known/debut-claim.txt";

export const claimValue = (token: string): string => `${CLAIM_TAG}=${token}`;
export const recordNames = (domain: string): string[] => [`_${CLAIM_TAG}.${domain}`, domain];
export const claimTag = (token: string): string => `<meta name="${CLAIM_TAG}" content="${token}">`;

/** An overdue claim counts as expired even before the job records it. */
export const claimStatus = ({ status, expiresAt }: Pick<Claim, "status" | "expiresAt">, now: Date): ClaimStatus =>
  status === "pending" && expiresAt <= now ? "expired" : status;

export type Standing = {
  isMember: boolean;
  hasTeam: boolean;
  isVerified: boolean;
  isPaid: boolean;
};

/**
 * What a proved claim does. Website control outranks a submission, but neither another proof nor a
 * payment. A mailbox is weaker.
 */
export function outcomeOf(method: ClaimMethod, standing: Standing): "verify" | "take_over" | "review" {
  if (standing.isMember) return "verify";
  if (!standing.hasTeam) return "take_over";
  return standing.isVerified || standing.isPaid || method === "email" ? "review" : "take_over";
}
