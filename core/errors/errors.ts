import { didYouMean } from "../../domain/search/nearest.ts";
import type { Fault } from "../../domain/text/fault.ts";
import { keysOf } from "../../domain/text/keys.ts";

/** The only error type, and the table from code to HTTP status. All interfaces render these. */

const CODES = {
  validation_failed: [400, "Request is invalid"],
  unknown_field: [400, "Request is invalid"],
  malformed_json: [400, "Body is not JSON"],
  idempotency_key_invalid: [400, "Idempotency-Key is invalid"],
  credential_in_query: [400, "Credential in the URL"],
  draft_not_ready: [400, "Draft is not ready"],
  draft_incomplete: [400, "Draft is incomplete"],
  draft_saved: [400, "Draft is saved as a listing"],
  field_locked: [400, "Field is locked"],
  field_too_long_for_listing: [400, "Text is too long for a listing"],
  category_unknown: [400, "Category is unknown"],
  listing_not_submitted: [400, "Listing is not submitted"],
  listing_state_conflict: [400, "Listing is in another state"],
  launch_weeks_full: [400, "No launch week has room"],
  listing_not_found: [400, "Listing does not exist"],
  already_listed: [400, "Website is already listed"],
  already_drafted: [400, "Website already has a draft"],
  already_invited: [400, "Already invited"],
  listing_closed: [400, "Listing is closed"],
  milestone_limit: [400, "Milestone limit reached"],
  declined: [400, "Declined by the person"],
  invite_limit: [400, "Invite limit reached"],
  website_too_large: [400, "Website is too large to draft from"],
  website_not_allowed: [400, "Website cannot be read"],
  refund_by_hand: [400, "Refund is made at the provider"],
  order_item_invalid: [400, "Order is invalid"],
  order_not_payable: [400, "Order cannot be paid"],
  coupon_invalid: [400, "Coupon cannot be used"],
  payment_open: [400, "A payment is open"],
  last_admin: [400, "Only admin account"],
  account_unverified: [400, "Email address is not verified"],
  already_owned: [400, "Listing is yours"],
  claim_method_not_allowed: [400, "Method is not possible here"],
  claim_email_not_allowed: [400, "Email address is not possible here"],
  claim_not_verified: [400, "Proof was not found"],
  claim_expired: [400, "Claim has expired"],
  claim_closed: [400, "Claim has ended"],
  unauthenticated: [401, "Sign in first"],
  token_expired: [401, "Credential has expired"],
  insufficient_scope: [403, "Scope is missing"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  not_acceptable: [406, "Not acceptable"],
  idempotency_in_flight: [409, "Same request is still running"],
  payload_too_large: [413, "Request is too large"],
  unsupported_media_type: [415, "Content type is not supported"],
  idempotency_key_reused: [422, "Idempotency-Key was used for another request"],
  quota_exceeded: [429, "Too many requests"],
  internal_error: [500, "Something went wrong"],
  service_unavailable: [503, "Service is unavailable"],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof CODES;
export const ERROR_CODES = keysOf(CODES);

export const statusOf = (code: ErrorCode): number => CODES[code][0];
export const titleOf = (code: ErrorCode): string => CODES[code][1];

type Details = {
  faults?: Fault[];
  retryAfter?: number;
  scopes?: string[];
  replayed?: boolean;
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly faults: Fault[];
  readonly retryAfter: number | undefined;
  readonly scopes: string[];
  readonly replayed: boolean;

  constructor(
    code: ErrorCode,
    detail: string,
    { faults = [], retryAfter, scopes = [], replayed = false, cause }: Details = {},
  ) {
    super(detail, { cause });
    this.name = "AppError";
    this.code = code;
    this.faults = faults;
    this.retryAfter = retryAfter;
    this.scopes = scopes;
    this.replayed = replayed;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** A violated business rule (400 with its own code). */
export const conflict = (code: ErrorCode, detail: string, faults: Fault[] = []): AppError =>
  new AppError(code, detail, { faults });

export function notFound(what: string, id: string | number, next: string, near: string[] = []): AppError {
  return new AppError("not_found", `There is no ${what} "${id}".${didYouMean(near)} ${next}`);
}

/** The response names at most this many of a request's faults. */
const MOST_FAULTS = 50;

export const invalid = (faults: Fault[]): AppError =>
  new AppError(
    faults.every((fault) => fault.code === "unknown_field") ? "unknown_field" : "validation_failed",
    faults[0] && faults.length === 1
      ? faults[0].detail
      : `${faults.length} fields are invalid.${faults.length > MOST_FAULTS ? ` The first ${MOST_FAULTS} are listed.` : ""}`,
    { faults: faults.slice(0, MOST_FAULTS) },
  );

/** RFC 9457 body, the same on every interface. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  instance?: string;
  request_id: string;
  errors?: Fault[];
};

export function problemOf(error: AppError, where: { baseUrl: string; requestId: string; instance?: string }): Problem {
  return {
    type: `${where.baseUrl}/problems/${error.code.replaceAll("_", "-")}`,
    title: titleOf(error.code),
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(where.instance === undefined ? {} : { instance: where.instance }),
    request_id: where.requestId,
    ...(error.faults.length ? { errors: error.faults } : {}),
  };
}

export const OUR_FAULT = "This is an error on our side. Try again. If it happens again, report the request id.";

/** AppErrors as they are, everything else as a plain 500. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("internal_error", OUR_FAULT, { cause: error });
