import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from "cockatiel";
import { LRUCache } from "lru-cache";
import type { SafeFetch } from "#crawler/safe-fetch.ts";
import type { NumberCheck } from "#domain/invoices/vat.ts";
import type { VatNumber } from "#domain/invoices/vat-number.ts";
import { messageOf } from "#domain/text/failure.ts";

/** Looks up a number in VIES. Never throws: `unverified` if it is unavailable. */
export type CheckVatNumber = (number: VatNumber) => Promise<NumberCheck>;

const HOUR_MS = 3600_000;
const KEPT_MS = { valid: 24 * HOUR_MS, invalid: HOUR_MS };
const MOST_KEPT = 10_000;
const TIMEOUT_MS = 4_000;
/** Consecutive failures after which a state is not queried for a while. */
const FAILURES = 3;
const PAUSE_MS = 60_000;

type Options = {
  fetchSite: SafeFetch;
  baseUrl: string;
  requester: VatNumber | undefined;
  now: () => Date;
  log: (message: string, details: object) => void;
  pauseMs?: number;
};

/**
 * VIES REST API (`POST /check-vat-number`, ec.europa.eu/taxation_customs/vies). HTTP 200 may report
 * that a state is unavailable, so only a clear yes or no counts.
 */
export function createVies(options: Options): CheckVatNumber {
  const { now, log, pauseMs = PAUSE_MS } = options;
  const kept = new LRUCache<string, NumberCheck>({
    max: MOST_KEPT,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  });
  // One circuit breaker per state, because registers fail independently.
  const circuits = new Map<string, CircuitBreakerPolicy>();

  function circuitOf(prefix: string): CircuitBreakerPolicy {
    const known = circuits.get(prefix);
    if (known) return known;
    const made = circuitBreaker(handleAll, { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(FAILURES) });
    circuits.set(prefix, made);
    return made;
  }

  function keep(key: string, check: NumberCheck & { status: "valid" | "invalid" }): NumberCheck {
    kept.set(key, check, { ttl: KEPT_MS[check.status] });
    return check;
  }

  return async (number) => {
    const key = number.prefix + number.number;
    const before = kept.get(key);
    if (before) return before;
    try {
      const { isValid, reference } = await circuitOf(number.prefix).execute(() => ask(number, options));
      return keep(key, { status: isValid ? "valid" : "invalid", at: now(), reference });
    } catch (error) {
      if (!(error instanceof BrokenCircuitError))
        log("a VAT number could not be checked", { state: number.prefix, reason: messageOf(error) });
      return { status: "unverified", at: null, reference: null };
    }
  };
}

type Answer = {
  valid?: unknown;
  userError?: unknown;
  requestIdentifier?: unknown;
  errorWrappers?: { error?: unknown }[];
};

/** Throws unless the response is a clear yes or no. */
async function ask(
  { prefix, number }: VatNumber,
  { fetchSite, baseUrl, requester }: Options,
): Promise<{ isValid: boolean; reference: string | null }> {
  const { status, body } = await fetchSite(`${baseUrl}/check-vat-number`, {
    method: "POST",
    accept: "application/json",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      countryCode: prefix,
      vatNumber: number,
      ...(requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
    }),
    maxBytes: 100_000,
    maxRedirects: 0,
    timeoutMs: TIMEOUT_MS,
  });
  const parsed: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  const answer: Answer = typeof parsed === "object" && parsed !== null ? parsed : {};
  const wrappers = Array.isArray(answer.errorWrappers) ? answer.errorWrappers : [];
  const complaint = wrappers[0]?.error ?? answer.userError;
  // A malformed number is simply invalid.
  if (complaint === "INVALID_INPUT") return { isValid: false, reference: null };
  const isPlain = complaint === undefined || complaint === "VALID" || complaint === "INVALID";
  if (status !== 200 || wrappers.length > 0 || !isPlain || typeof answer.valid !== "boolean")
    throw new Error(
      `VIES answered with ${typeof complaint === "string" ? complaint.slice(0, 60) : `status ${status}`}.`,
    );
  const { requestIdentifier: reference } = answer;
  return { isValid: answer.valid, reference: typeof reference === "string" && reference !== "" ? reference : null };
}
