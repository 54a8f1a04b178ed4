import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { checkUrl, type Overrides } from "./address.ts";
import type { HostQueue } from "./host-queue.ts";
import { OutboundError } from "./outbound-error.ts";
import { redirectTarget } from "./redirect.ts";
import type { ReadRobots, RobotsRules } from "./robots.ts";
import type { SafeFetch, SafeResponse } from "./safe-fetch.ts";
import { registrableDomain } from "./site-key.ts";

export type TripLimits = {
  wallMs: number;
  maxBytes: number;
  gapMs: number;
};

export type ReadOptions = {
  accept?: string;
  maxBytes?: number;
  /** Leaving this registrable domain is an error. */
  stayOn?: string;
  crawlDelayMs?: number;
  /** Waits up to 15 s for the first byte instead of 8. */
  isPatient?: boolean;
};

/** The requests of a crawl: budget, pauses, and what each origin allows. */
export type Trip = {
  /**
   * Reads a URL with redirects. Checks robots.txt at every hop and sends one request per host at a
   * time. Returns any status. Throws OutboundError, or the reason of `signal`.
   */
  read(url: string, options?: ReadOptions): Promise<SafeResponse>;
  rulesOf(url: string): Promise<RobotsRules>;
  /** Whether `read` threw because a robots.txt was unavailable. */
  isRobotsFailure(error: unknown): boolean;
  signal: AbortSignal;
  isOver(): boolean;
  requests(): number;
};

const PAGE_TIMEOUT_MS = 15_000;
const PAGE_BYTES = 3_000_000;
const MAX_REDIRECTS = 5;

export function startTrip(
  deps: { fetch: SafeFetch; readRobots: ReadRobots; queue: HostQueue; overrides: Overrides; now: () => Date },
  limits: TripLimits,
  callerSignal?: AbortSignal,
): Trip {
  const { fetch, readRobots, queue, overrides, now } = deps;
  const endsAt = now().getTime() + limits.wallMs;
  const timeout = AbortSignal.timeout(limits.wallMs);
  const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
  const rules = new Map<string, RobotsRules>();
  let requests = 0;
  let bytes = 0;

  const leftMs = () => endsAt - now().getTime();
  const hostOf = (url: string) => registrableDomain(new URL(url).hostname);

  async function rulesOf(url: string): Promise<RobotsRules> {
    const { origin } = new URL(url);
    const known = rules.get(origin);
    if (known) return known;
    const learnt = await queue(hostOf(url), limits.gapMs, () => readRobots(origin, { signal }), signal);
    requests += learnt.requests;
    rules.set(origin, learnt);
    return learnt;
  }

  async function askOnce(url: string, options: ReadOptions, cookies: ReadonlySet<string>): Promise<SafeResponse> {
    const { failure, isAllowed } = await rulesOf(url);
    if (failure) throw failure;
    if (!isAllowed(url)) throw disallowed(url);
    const gapMs = Math.max(limits.gapMs, options.crawlDelayMs ?? 0);
    const ask = async () => {
      // Waiting for the host may have used up the time.
      if (leftMs() <= 0) throw new OutboundError("timeout", CRAWL_WORDS.noTime(new URL(url).hostname));
      return fetch(url, {
        accept: options.accept ?? "*/*",
        maxBytes: Math.max(1, Math.min(options.maxBytes ?? PAGE_BYTES, limits.maxBytes - bytes)),
        timeoutMs: Math.min(PAGE_TIMEOUT_MS, leftMs()),
        ...(options.isPatient && { headersTimeoutMs: PAGE_TIMEOUT_MS }),
        ...(cookies.size > 0 && { headers: { cookie: [...cookies].join("; ") } }),
        maxRedirects: 0, // hops are requested here, so that each waits for its host and has its robots.txt read
        signal,
      });
    };
    try {
      const response = await queue(hostOf(url), gapMs, ask, signal);
      requests += response.requests;
      bytes += response.body.length;
      return response;
    } catch (error) {
      if (error instanceof OutboundError) requests += error.requests;
      throw error;
    }
  }

  return {
    rulesOf,
    isRobotsFailure: (error) => [...rules.values()].some(({ failure }) => failure !== undefined && failure === error),
    signal,
    isOver: () => signal.aborted || leftMs() <= 0 || bytes >= limits.maxBytes,
    requests: () => requests,

    async read(start, options = {}) {
      let url = checkUrl(start, overrides).href;
      const redirects: string[] = [];
      // Some sites set a cookie and redirect until it comes back. It is forgotten after this page.
      let cookies = new Set<string>();
      for (;;) {
        const response = await askOnce(url, options, cookies);
        const next = redirectTarget(response, url);
        if (next === undefined) return { ...response, redirects };
        redirects.push(url);
        const { host } = new URL(url);
        url = checkUrl(next, overrides).href;
        const staysOnHost = new URL(url).host === host;
        const known = staysOnHost ? cookies : new Set<string>();
        cookies = new Set([...known, ...(staysOnHost ? (response.cookies ?? []) : [])]);
        const isCircle = redirects.includes(url) && cookies.size === known.size;
        if (redirects.length > MAX_REDIRECTS || isCircle) {
          throw new OutboundError("http_error", CRAWL_WORDS.redirects(new URL(url).hostname));
        }
        if (options.stayOn !== undefined && hostOf(url) !== options.stayOn) {
          throw new OutboundError(
            "redirected_elsewhere",
            CRAWL_WORDS.elsewhere(new URL(start).hostname, new URL(url).hostname),
          );
        }
      }
    },
  };
}

const disallowed = (url: string) => new OutboundError("robots_disallowed", CRAWL_WORDS.robots(new URL(url).hostname));
