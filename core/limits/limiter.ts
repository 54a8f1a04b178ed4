import { hash } from "node:crypto";
import { byName, keysOf } from "#domain/text/keys.ts";
import { ordinal, plural, t } from "#languages/words.ts";
import { AppError } from "../errors/errors.ts";
import type { Settings } from "../settings/config.ts";
import type { LimitSetting } from "../settings/limit-settings.ts";
import { type LimitWords, refusalWords } from "./limit-words.ts";
import { createWindows } from "./windows.ts";

/** A number, the setting that has it, or how it follows from one. */
type Count = number | LimitSetting | ((settings: Settings) => number);
type Quota = readonly [count: Count, seconds: number, words?: LimitWords];

const requests: LimitWords = (n, span) => t`Your network sent ${plural(n, "request")} ${span}.`;

/** Quotas by name, which RateLimit headers show, with what a refusal says was used up. */
const QUOTAS = {
  "read-anonymous": ["LIMIT_READ_ANONYMOUS", 60],
  "search-anonymous": [
    "LIMIT_SEARCH_ANONYMOUS",
    60,
    (n, span) => t`Your network sent ${plural(n, "search", "searches")} ${span}.`,
  ],
  "mcp-anonymous": ["LIMIT_MCP_ANONYMOUS", 60, (n, span) => t`Your network sent ${plural(n, "message")} ${span}.`],
  mcp: ["LIMIT_MCP", 60, (n, span) => t`That was your ${ordinal(n)} message ${span}.`],
  credential: ["LIMIT_CREDENTIAL", 60, (n, span) => t`Your network sent ${plural(n, "wrong credential")} ${span}.`],
  "page-anonymous": ["LIMIT_PAGE_ANONYMOUS", 60],
  page: ["LIMIT_PAGE", 60, (n, span) => t`That was your ${ordinal(n)} page ${span}.`],
  // Browsers reconnect after network pauses, and people share IP addresses.
  live: [
    ({ LIMIT_LIVE }) => 2 * LIMIT_LIVE + 20,
    60,
    (n, span) => t`Your network opened ${plural(n, "live connection")} ${span}.`,
  ],
  image: ["LIMIT_IMAGE", 60],
  read: ["LIMIT_READ", 60, (n, span) => t`That was your ${ordinal(n)} read ${span}.`],
  write: ["LIMIT_WRITE", 60, (n, span) => t`That was your ${ordinal(n)} change ${span}.`],
  "submit-hour": ["LIMIT_SUBMIT_HOUR", 3600, (n, span) => t`That was your ${ordinal(n)} website ${span}.`],
  "submit-day": ["LIMIT_SUBMIT_DAY", 86_400, (n, span) => t`That was your ${ordinal(n)} website ${span}.`],
  "guest-draft": ["LIMIT_GUEST_DRAFTS", 3600, (n, span) => t`Your network sent ${plural(n, "website")} ${span}.`],
  "guest-draft-all": [
    "LIMIT_GUEST_DRAFTS_ALL",
    3600,
    (n, span) => t`Visitors without an account sent ${plural(n, "website")} ${span}, the most that we read.`,
  ],
  regenerate: ["LIMIT_REGENERATE", 3600, (n, span) => t`That was your ${ordinal(n)} rewrite ${span}.`],
  invite: ["LIMIT_INVITE", 86_400, (n, span) => t`That was your ${ordinal(n)} invitation ${span}.`],
  "claim-check": ["LIMIT_CLAIM_CHECK", 3600, (n, span) => t`We checked this claim ${plural(n, "time")} ${span}.`],
  "badge-check": ["LIMIT_BADGE_CHECK", 3600, (n, span) => t`We checked this badge ${plural(n, "time")} ${span}.`],
  quote: ["LIMIT_QUOTE", 60, (n, span) => t`That was your ${ordinal(n)} quote ${span}.`],
  checkout: ["LIMIT_CHECKOUT", 3600, (n, span) => t`That was your ${ordinal(n)} order ${span}.`],
  coupon: [20, 3600, (n, span) => t`That was your ${ordinal(n)} wrong coupon code ${span}.`],
  vote: ["LIMIT_VOTE", 3600, (n, span) => t`That was your ${ordinal(n)} vote ${span}.`],
  follow: ["LIMIT_FOLLOW", 3600, (n, span) => t`That was your ${ordinal(n)} follow ${span}.`],
  comment: ["LIMIT_COMMENT", 3600, (n, span) => t`That was your ${ordinal(n)} comment ${span}.`],
  reaction: ["LIMIT_REACTION", 3600, (n, span) => t`That was your ${ordinal(n)} reaction ${span}.`],
  collection: ["LIMIT_COLLECTION", 3600, (n, span) => t`That was your ${ordinal(n)} collection change ${span}.`],
  review: ["LIMIT_REVIEW", 86_400, (n, span) => t`That was your ${ordinal(n)} review ${span}.`],
  view: ["LIMIT_VIEW", 3600],
  "sign-in": ["LIMIT_SIGN_IN", 900],
  "sign-in-address": [({ LIMIT_SIGN_IN }) => 5 * LIMIT_SIGN_IN, 900],
  "sign-in-account": [({ LIMIT_SIGN_IN }) => 10 * LIMIT_SIGN_IN, 3600],
  // Six digits can be guessed by anyone who knows the password, from any number of browsers.
  "second-factor": [10, 3600],
  "oauth-token": ["LIMIT_OAUTH_TOKEN", 60],
  "oauth-register": ["LIMIT_OAUTH_REGISTER", 60],
  // Refused notices of payment providers; valid ones do not count.
  "webhook-refused": [30, 60],
  // Manual deliveries are limited, because anybody's URL can be entered.
  "webhook-endpoint": [20, 3600, (n, span) => t`That was your ${ordinal(n)} endpoint or secret ${span}.`],
  "push-browser": [20, 3600, (n, span) => t`That was your ${ordinal(n)} browser ${span}.`],
  "webhook-send": [30, 3600, (n, span) => t`That was your ${ordinal(n)} test event ${span}.`],
  "checkout-page": [120, 60],
  "checkout-form": [60, 600],
  // What visitors begin before they sign in.
  wanted: [60, 3600],
  contact: [3, 3600],
  "contact-all": [60, 3600],
  report: [20, 3600],
  "report-all": [300, 3600],
  // Cached cards are free; drawing one takes a good part of a second.
  drawing: [60, 60],
  pictures: [60, 3600, (n, span) => t`That was your ${ordinal(n)} picture change ${span}.`],
  upload: [120, 3600, (n, span) => t`That was your ${ordinal(n)} upload ${span}.`],
  profile: [40, 3600, (n, span) => t`That was your ${ordinal(n)} profile change ${span}.`],
  "account-export": [10, 3600, (n, span) => t`That was your ${ordinal(n)} export ${span}.`],
  mail: [5, 3600, (n, span) => t`That was your ${ordinal(n)} email of this kind ${span}.`],
  // Fewer than links expire: there is always a valid token, even if a stranger requests one.
  "reset-mail": [2, 900],
} as const satisfies Record<string, Quota>;
export type LimitName = keyof typeof QUOTAS;

export type LimitState = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  allowed: boolean;
  /** Over twice the quota: refusals no longer need an explanation. */
  isFlood: boolean;
  words?: LimitWords | undefined;
};

export type Limiter = {
  take(name: LimitName, key: string, points?: number): Promise<LimitState>;
  count(name: LimitName, key: string, points?: number): LimitState;
  look(name: LimitName, key: string): LimitState;
  giveBack(name: LimitName, key: string): Promise<void>;
  refusals(): ReadonlyMap<LimitName, number>;
};

/** Counts in a `windowMs` window shared by all processes. Undefined if that is impossible or unnecessary. */
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
  const limits = byName(keysOf(QUOTAS), (name) => {
    const [of, seconds, words]: Quota = QUOTAS[name];
    const read = typeof of === "string" ? () => settings[of] : typeof of === "number" ? () => of : () => of(settings);
    return { read, seconds, words, windows: createWindows(seconds * 1000), refused: 0 };
  });

  function look(name: LimitName, key: string): LimitState {
    const limit = limits[name];
    const used = limit.windows.look(key);
    return { ...stateOf(name, limit, used), allowed: used.count < limit.read() };
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
  { read, seconds, words }: { read: () => number; seconds: number; words: LimitWords | undefined },
  used: ReturnType<ReturnType<typeof createWindows>["look"]>,
): LimitState => {
  const count = read();
  return {
    name,
    limit: count,
    windowSeconds: seconds,
    remaining: Math.max(0, count - used.count),
    resetSeconds: Math.max(1, Math.ceil(used.leftMs / 1000)),
    allowed: used.count <= count,
    isFlood: used.count > 2 * count,
    words,
  };
};

export type OnLimit = (state: LimitState, key: string) => void;

export const quotaExceeded = (state: LimitState): AppError =>
  new AppError("quota_exceeded", refusalWords(state.words ?? requests, state), {
    retryAfter: state.resetSeconds,
  });

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
