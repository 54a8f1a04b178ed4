import { hash } from "node:crypto";
import { byName, keysOf } from "../../domain/text/keys.ts";
import { AppError } from "../errors/errors.ts";
import type { Settings } from "../settings/config.ts";
import { checked, fromNetwork, fromVisitors, refusalWords, type Words, yours } from "./limit-words.ts";
import { createWindows } from "./windows.ts";

/** `count` requests in `seconds`. The name appears in RateLimit headers. */
type Quota = { count: number; seconds: number };

const quotas = (settings: Settings) =>
  ({
    "read-anonymous": { count: settings.LIMIT_READ_ANONYMOUS, seconds: 60 },
    "search-anonymous": { count: settings.LIMIT_SEARCH_ANONYMOUS, seconds: 60 },
    "mcp-anonymous": { count: settings.LIMIT_MCP_ANONYMOUS, seconds: 60 },
    mcp: { count: settings.LIMIT_MCP, seconds: 60 },
    credential: { count: settings.LIMIT_CREDENTIAL, seconds: 60 },
    "page-anonymous": { count: settings.LIMIT_PAGE_ANONYMOUS, seconds: 60 },
    page: { count: settings.LIMIT_PAGE, seconds: 60 },
    // Browsers reconnect after network pauses, and people share IP addresses.
    live: { count: 2 * settings.LIMIT_LIVE + 20, seconds: 60 },
    image: { count: settings.LIMIT_IMAGE, seconds: 60 },
    read: { count: settings.LIMIT_READ, seconds: 60 },
    write: { count: settings.LIMIT_WRITE, seconds: 60 },
    "submit-hour": { count: settings.LIMIT_SUBMIT_HOUR, seconds: 3600 },
    "submit-day": { count: settings.LIMIT_SUBMIT_DAY, seconds: 86_400 },
    "guest-draft": { count: settings.LIMIT_GUEST_DRAFTS, seconds: 3600 },
    "guest-draft-all": { count: settings.LIMIT_GUEST_DRAFTS_ALL, seconds: 3600 },
    regenerate: { count: settings.LIMIT_REGENERATE, seconds: 3600 },
    invite: { count: settings.LIMIT_INVITE, seconds: 86_400 },
    "claim-check": { count: settings.LIMIT_CLAIM_CHECK, seconds: 3600 },
    "badge-check": { count: settings.LIMIT_BADGE_CHECK, seconds: 3600 },
    quote: { count: settings.LIMIT_QUOTE, seconds: 60 },
    checkout: { count: settings.LIMIT_CHECKOUT, seconds: 3600 },
    // Codes are short: failed tries per account.
    coupon: { count: 20, seconds: 3600 },
    vote: { count: settings.LIMIT_VOTE, seconds: 3600 },
    follow: { count: settings.LIMIT_FOLLOW, seconds: 3600 },
    comment: { count: settings.LIMIT_COMMENT, seconds: 3600 },
    reaction: { count: settings.LIMIT_REACTION, seconds: 3600 },
    collection: { count: settings.LIMIT_COLLECTION, seconds: 3600 },
    review: { count: settings.LIMIT_REVIEW, seconds: 86_400 },
    view: { count: settings.LIMIT_VIEW, seconds: 3600 },
    "sign-in": { count: settings.LIMIT_SIGN_IN, seconds: 900 },
    "sign-in-address": { count: 5 * settings.LIMIT_SIGN_IN, seconds: 900 },
    "sign-in-account": { count: 10 * settings.LIMIT_SIGN_IN, seconds: 3600 },
    // Six digits can be guessed by anyone who knows the password, from any number of browsers.
    "second-factor": { count: 10, seconds: 3600 },
    "oauth-token": { count: settings.LIMIT_OAUTH_TOKEN, seconds: 60 },
    "oauth-register": { count: settings.LIMIT_OAUTH_REGISTER, seconds: 60 },
    // Refused notices of payment providers; valid ones do not count.
    "webhook-refused": { count: 30, seconds: 60 },
    // Manual deliveries are limited, because anybody's URL can be entered.
    "webhook-endpoint": { count: 20, seconds: 3600 },
    "push-browser": { count: 20, seconds: 3600 },
    "webhook-send": { count: 30, seconds: 3600 },
    "checkout-page": { count: 120, seconds: 60 },
    "checkout-form": { count: 60, seconds: 600 },
    contact: { count: 3, seconds: 3600 },
    // All visitors together: what a team can read.
    "contact-all": { count: 60, seconds: 3600 },
    report: { count: 20, seconds: 3600 },
    // All visitors without an account.
    "report-all": { count: 300, seconds: 3600 },
    // Cached cards are free; drawing one takes a good part of a second.
    drawing: { count: 60, seconds: 60 },
    pictures: { count: 60, seconds: 3600 },
    upload: { count: 120, seconds: 3600 },
    // Includes tried handles: whether one is free is no secret, but nobody needs to try a thousand.
    profile: { count: 40, seconds: 3600 },
    "account-export": { count: 10, seconds: 3600 },
    mail: { count: 5, seconds: 3600 },
    // Fewer than links expire: there is always a valid token, even if a stranger requests one.
    "reset-mail": { count: 2, seconds: 900 },
  }) as const satisfies Record<string, Quota>;

export type LimitName = keyof ReturnType<typeof quotas>;

/** Quotas of an account or listing; all others count per network. */
const WORDS: Partial<Record<LimitName, Words>> = {
  "search-anonymous": fromNetwork("search", "searches"),
  "mcp-anonymous": fromNetwork("message"),
  mcp: yours("message"),
  live: fromNetwork("live connection"),
  credential: fromNetwork("wrong credential"),
  page: yours("page"),
  read: yours("read"),
  write: yours("change"),
  "submit-hour": yours("website"),
  "submit-day": yours("website"),
  "guest-draft": fromNetwork("website"),
  "guest-draft-all": fromVisitors("website"),
  regenerate: yours("rewrite"),
  invite: yours("invitation"),
  "claim-check": checked("this website for a claim"),
  "badge-check": checked("this listing's badge on request"),
  quote: yours("quote"),
  checkout: yours("order"),
  coupon: yours("wrong coupon code"),
  vote: yours("vote"),
  follow: yours("follow"),
  comment: yours("comment"),
  reaction: yours("reaction"),
  collection: yours("change of your collections"),
  review: yours("review"),
  "webhook-endpoint": yours("endpoint or secret"),
  "push-browser": yours("browser"),
  "webhook-send": yours("event sent by hand"),
  pictures: yours("change of pictures"),
  upload: yours("upload"),
  profile: yours("change of your profile"),
  "account-export": yours("export"),
  mail: yours("email of this kind"),
};

export type LimitState = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  allowed: boolean;
  /** Over twice the quota: refusals no longer need an explanation. */
  isFlood: boolean;
};

export type Limiter = {
  /**
   * Counts `points` of `key` against quota `name`. Never throws: returns `allowed: false` over the
   * quota.
   */
  take(name: LimitName, key: string, points?: number): Promise<LimitState>;
  /** The same without awaiting other processes. */
  count(name: LimitName, key: string, points?: number): LimitState;
  look(name: LimitName, key: string): LimitState;
  /** Refunds a request, for free responses (304). */
  giveBack(name: LimitName, key: string): Promise<void>;
  refusals(): ReadonlyMap<LimitName, number>;
};

/**
 * Counts in a `windowMs` window shared by all processes. Undefined if that is impossible or
 * unnecessary.
 */
export type CountShared = (
  id: string,
  points: number,
  windowMs: number,
) => Promise<{ count: number; leftMs: number } | undefined>;

/** Too frequent or too urgent to count in the database. */
const OF_PROCESS = new Set<LimitName>([
  ...(["read-anonymous", "search-anonymous", "read", "mcp-anonymous", "mcp", "page-anonymous", "page"] as const),
  ...(["live", "image", "view", "drawing", "checkout-page", "webhook-refused"] as const),
]);

/**
 * Checked on every change. Counts of other nodes are merged asynchronously, so several processes
 * may allow slightly more.
 */
const LEARNED_LATER = new Set<LimitName>(["write"]);

/**
 * In-memory quotas, reset by a restart. With several processes, quotas that protect people or cost
 * money are also shared. A refusal needs no shared count.
 */
export function createLimiter(settings: Settings, countShared?: CountShared): Limiter {
  const allowed = quotas(settings);
  const limits = byName(keysOf(allowed), (name) => {
    const { count, seconds } = allowed[name];
    return { count, seconds, windows: createWindows(seconds * 1000), refused: 0 };
  });

  function look(name: LimitName, key: string): LimitState {
    const { count, seconds, windows } = limits[name];
    const used = windows.look(key);
    const state = stateOf(name, { count, seconds }, used);
    state.allowed = used.count < count;
    return state;
  }

  function count(name: LimitName, key: string, points = 1): LimitState {
    const limit = limits[name];
    const state = stateOf(name, limit, limit.windows.add(key, points));
    if (!state.allowed) limit.refused++;
    return state;
  }

  const addShared = (name: LimitName, key: string, points: number) =>
    OF_PROCESS.has(name)
      ? undefined
      : countShared?.(hash("sha256", `${name} ${key}`).slice(0, 32), points, limits[name].seconds * 1000);

  async function take(name: LimitName, key: string, points = 1): Promise<LimitState> {
    const own = count(name, key, points);
    const limit = limits[name];
    const shared = own.allowed ? addShared(name, key, points) : undefined;
    if (shared && LEARNED_LATER.has(name)) {
      void shared.then((all) => all && limit.windows.learn(key, all));
      return own;
    }
    const used = await shared;
    if (!used) return own;
    const state = stateOf(name, limit, used);
    if (!state.allowed) limit.refused++;
    return state;
  }

  return {
    refusals: () => new Map(keysOf(limits).map((name) => [name, limits[name].refused])),
    count,
    take,
    look,
    async giveBack(name, key) {
      limits[name].windows.add(key, -1);
      await addShared(name, key, -1);
    },
  };
}

const stateOf = (
  name: LimitName,
  { count, seconds }: Quota,
  used: ReturnType<ReturnType<typeof createWindows>["look"]>,
): LimitState => ({
  name,
  limit: count,
  windowSeconds: seconds,
  remaining: Math.max(0, count - used.count),
  resetSeconds: Math.max(1, Math.ceil(used.leftMs / 1000)),
  allowed: used.count <= count,
  isFlood: used.count > 2 * count,
});

/** Called for each quota that a request counts against. */
export type OnLimit = (state: LimitState, key: string) => void;

export const quotaExceeded = (state: LimitState): AppError =>
  new AppError("quota_exceeded", refusalWords(WORDS[state.name] ?? fromNetwork("request"), state), {
    retryAfter: state.resetSeconds,
  });

/** Counts one request, or throws `quota_exceeded`. */
export async function takeQuota(
  limiter: Pick<Limiter, "take">,
  name: LimitName,
  key: string,
  { onLimit }: { onLimit?: OnLimit | undefined } = {},
): Promise<void> {
  const state = await limiter.take(name, key);
  onLimit?.(state, key);
  if (!state.allowed) throw quotaExceeded(state);
}

/** RateLimit headers (draft-ietf-httpapi-ratelimit-headers) for all quotas of a request. */
export const limitHeaders = (states: readonly LimitState[]): Record<string, string> =>
  states.length === 0
    ? {}
    : {
        "RateLimit-Policy": states
          .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
          .join(", "),
        RateLimit: states
          .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
          .join(", "),
      };

/** IPv6 addresses count by /56, because one home or host has that many. */
export function addressKey(address: string): string {
  if (!address.includes(":")) return address;
  if (address.startsWith("::ffff:") && address.includes(".")) return address.slice(7);
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  const fourth = Number.parseInt(groups[3] ?? "0", 16) & 0xff00;
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}:${fourth.toString(16)}::/56`;
}
