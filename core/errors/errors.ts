import { didYouMean } from "#domain/search/nearest.ts";
import type { Fault } from "#domain/text/fault.ts";
import { keysOf } from "#domain/text/keys.ts";
import { inEnglish, joined, plural, type Text, t, type Words } from "#languages/words.ts";

/** The only error type, and the table from code to HTTP status. All interfaces render these. */

const CODES = {
  validation_failed: [400, t`Request is invalid`],
  unknown_field: [400, t`Request is invalid`],
  malformed_json: [400, t`Body is not JSON`],
  idempotency_key_invalid: [400, t`Idempotency-Key is invalid`],
  credential_in_query: [400, t`Credential in the URL`],
  draft_not_ready: [400, t`Draft is not ready`],
  draft_incomplete: [400, t`Draft is incomplete`],
  draft_saved: [400, t`Draft is saved as a listing`],
  field_locked: [400, t`Field is locked`],
  field_too_long_for_listing: [400, t`Text is too long for a listing`],
  category_unknown: [400, t`Category is unknown`],
  fields_not_defined: [400, t`Directory has no custom fields`],
  attribute_required: [400, t`Field is required`],
  listing_not_submitted: [400, t`Listing is not submitted`],
  listing_state_conflict: [400, t`Listing is in another state`],
  launch_weeks_full: [400, t`No launch week has room`],
  listing_not_found: [400, t`Listing does not exist`],
  already_listed: [400, t`Website is already listed`],
  submission_closed: [400, t`Submissions are closed`],
  already_drafted: [400, t`Website already has a draft`],
  already_invited: [400, t`Already invited`],
  listing_closed: [400, t`Listing is closed`],
  milestone_limit: [400, t`Milestone limit reached`],
  declined: [400, t`Declined by the person`],
  invite_limit: [400, t`Invite limit reached`],
  website_too_large: [400, t`Website is too large to draft from`],
  website_not_allowed: [400, t`Website cannot be read`],
  refund_by_hand: [400, t`Refund is made at the provider`],
  order_item_invalid: [400, t`Order is invalid`],
  order_not_payable: [400, t`Order cannot be paid`],
  coupon_invalid: [400, t`Coupon cannot be used`],
  payment_open: [400, t`A payment is open`],
  last_admin: [400, t`Only admin account`],
  account_unverified: [400, t`Email address is not verified`],
  already_owned: [400, t`Listing is yours`],
  claim_method_not_allowed: [400, t`Method is not possible here`],
  claim_email_not_allowed: [400, t`Email address is not possible here`],
  claim_not_verified: [400, t`Proof was not found`],
  claim_expired: [400, t`Claim has expired`],
  claim_closed: [400, t`Claim has ended`],
  unauthenticated: [401, t`Sign in first`],
  token_expired: [401, t`Credential has expired`],
  insufficient_scope: [403, t`Scope is missing`],
  not_found: [404, t`Not found`],
  method_not_allowed: [405, t`Method not allowed`],
  not_acceptable: [406, t`Not acceptable`],
  idempotency_in_flight: [409, t`Same request is still running`],
  payload_too_large: [413, t`Request is too large`],
  unsupported_media_type: [415, t`Content type is not supported`],
  idempotency_key_reused: [422, t`Idempotency-Key was used for another request`],
  quota_exceeded: [429, t`Too many requests`],
  internal_error: [500, t`Something went wrong`],
  service_unavailable: [503, t`Service is unavailable`],
} as const satisfies Record<string, readonly [number, Words]>;

export type ErrorCode = keyof typeof CODES;
export const ERROR_CODES = keysOf(CODES);

export const statusOf = (code: ErrorCode): number => CODES[code][0];
export const titleOf = (code: ErrorCode): Words => CODES[code][1];

type Details = {
  faults?: Fault[];
  retryAfter?: number;
  scopes?: string[];
  replayed?: boolean;
  cause?: unknown;
};

/** `message` is `detail` in English: programs and logs read it. Pages show `detail`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: Text;
  readonly faults: Fault[];
  readonly retryAfter: number | undefined;
  readonly scopes: string[];
  readonly replayed: boolean;

  constructor(
    code: ErrorCode,
    detail: Text,
    { faults = [], retryAfter, scopes = [], replayed = false, cause }: Details = {},
  ) {
    super(inEnglish(detail), { cause });
    this.name = "AppError";
    this.code = code;
    this.detail = detail;
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
export const conflict = (code: ErrorCode, detail: Text, faults: Fault[] = []): AppError =>
  new AppError(code, detail, { faults });

/** For programs: pages have a page of their own for what does not exist. */
export function notFound(what: string, id: string | number, next: string, near: string[] = []): AppError {
  return new AppError("not_found", joined([`There is no ${what} "${id}".`, didYouMean(near), next], " "));
}

/** The response names at most this many of a request's faults. */
const MOST_FAULTS = 50;

export const invalid = (faults: Fault[]): AppError =>
  new AppError(
    faults.every((fault) => fault.code === "unknown_field") ? "unknown_field" : "validation_failed",
    faults[0] && faults.length === 1
      ? faults[0].detail
      : faults.length > MOST_FAULTS
        ? t`${plural(faults.length, "field is", "fields are")} invalid. The first ${MOST_FAULTS} are listed.`
        : t`${plural(faults.length, "field is", "fields are")} invalid.`,
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
  errors?: FaultInEnglish[];
};

type FaultInEnglish = Omit<Fault, "detail"> & { detail: string };

/** The faults of an error as programs read them. */
export const faultsInEnglish = (faults: readonly Fault[]): FaultInEnglish[] =>
  faults.map((fault) => ({ ...fault, detail: inEnglish(fault.detail) }));

export function problemOf(error: AppError, where: { baseUrl: string; requestId: string; instance?: string }): Problem {
  return {
    type: `${where.baseUrl}/problems/${error.code.replaceAll("_", "-")}`,
    title: inEnglish(titleOf(error.code)),
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(where.instance === undefined ? {} : { instance: where.instance }),
    request_id: where.requestId,
    ...(error.faults.length ? { errors: faultsInEnglish(error.faults) } : {}),
  };
}

export const OUR_FAULT = t`This is an error on our side. Try again. If it happens again, report the request id.`;

/** AppErrors as they are, everything else as a plain 500. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError("internal_error", OUR_FAULT, { cause: error });
