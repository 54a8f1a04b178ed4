import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Settings } from "./config.ts";
import { quotaExceeded } from "./errors.ts";

/** A quota as `count` requests in `seconds`. The name appears in the RateLimit headers. */
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
    image: { count: settings.LIMIT_IMAGE, seconds: 60 },
    read: { count: settings.LIMIT_READ, seconds: 60 },
    write: { count: settings.LIMIT_WRITE, seconds: 60 },
    "submit-hour": { count: settings.LIMIT_SUBMIT_HOUR, seconds: 3600 },
    "submit-day": { count: settings.LIMIT_SUBMIT_DAY, seconds: 86_400 },
    regenerate: { count: settings.LIMIT_REGENERATE, seconds: 3600 },
    invite: { count: settings.LIMIT_INVITE, seconds: 86_400 },
    "claim-check": { count: settings.LIMIT_CLAIM_CHECK, seconds: 3600 },
    "badge-check": { count: settings.LIMIT_BADGE_CHECK, seconds: 3600 },
    quote: { count: settings.LIMIT_QUOTE, seconds: 60 },
    checkout: { count: settings.LIMIT_CHECKOUT, seconds: 3600 },
    vote: { count: settings.LIMIT_VOTE, seconds: 3600 },
    follow: { count: settings.LIMIT_FOLLOW, seconds: 3600 },
    review: { count: settings.LIMIT_REVIEW, seconds: 86_400 },
    view: { count: settings.LIMIT_VIEW, seconds: 3600 },
    "sign-in": { count: settings.LIMIT_SIGN_IN, seconds: 900 },
    "sign-in-address": { count: 5 * settings.LIMIT_SIGN_IN, seconds: 900 },
    "sign-in-account": { count: 10 * settings.LIMIT_SIGN_IN, seconds: 3600 },
    "oauth-token": { count: settings.LIMIT_OAUTH_TOKEN, seconds: 60 },
    "oauth-register": { count: settings.LIMIT_OAUTH_REGISTER, seconds: 60 },
    // Notices of payment providers that were refused; genuine ones count for nothing.
    "webhook-refused": { count: 30, seconds: 60 },
    // Anybody's address can be entered, so it is not sent much by hand.
    "webhook-endpoint": { count: 20, seconds: 3600 },
    "webhook-send": { count: 30, seconds: 3600 },
    "checkout-page": { count: 120, seconds: 60 },
    "checkout-form": { count: 60, seconds: 600 },
    pictures: { count: 60, seconds: 3600 },
    "account-export": { count: 10, seconds: 3600 },
    mail: { count: 5, seconds: 3600 },
    // More often than a link in such a mail expires: whoever asks for it, the owner always has one that works.
    "reset-mail": { count: 2, seconds: 900 },
  }) as const satisfies Record<string, Quota>;

export type LimitName = keyof ReturnType<typeof quotas>;

/** What is left after one request: `resetSeconds` until the quota is whole again. */
export type LimitState = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  allowed: boolean;
  /** More than twice the quota was asked for: a refusal no longer needs to explain itself. */
  isFlood: boolean;
};

export type Limiter = {
  /** Counts `points` of `key` against the quota `name`. Never throws: over the quota gives `allowed: false`. */
  take(name: LimitName, key: string, points?: number): Promise<LimitState>;
  /** The state of the quota as it is, nothing counted. */
  look(name: LimitName, key: string): Promise<LimitState>;
  /** Gives one request back, for answers that cost nothing (304). */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** How many requests each quota has refused since the start. */
  refusals(): ReadonlyMap<LimitName, number>;
};

/** Quotas kept in memory: one process serves the site, and a restart forgives. */
export function createLimiter(settings: Settings): Limiter {
  const limiters = new Map(
    Object.entries(quotas(settings)).map(([name, { count, seconds }]) => [
      name as LimitName,
      { count, seconds, memory: new RateLimiterMemory({ keyPrefix: name, points: count, duration: seconds }) },
    ]),
  );
  const refusals = new Map([...limiters.keys()].map((name) => [name, 0]));
  type Figures = { remainingPoints: number; msBeforeNext: number; consumedPoints: number };
  const stateOf = (name: LimitName, figures: Figures, allowed: boolean): LimitState => {
    const { count, seconds } = limiters.get(name)!;
    return {
      name,
      limit: count,
      windowSeconds: seconds,
      remaining: Math.max(0, figures.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(figures.msBeforeNext / 1000)),
      allowed,
      isFlood: figures.consumedPoints > 2 * count,
    };
  };
  return {
    refusals: () => refusals,
    async take(name, key, points = 1) {
      const { count, memory } = limiters.get(name)!;
      // Over the quota the library rejects with the same figures it resolves with.
      const figures = await memory.consume(key, points).catch((refused: Figures) => refused);
      const allowed = figures.consumedPoints <= count;
      if (!allowed) refusals.set(name, refusals.get(name)! + 1);
      return stateOf(name, figures, allowed);
    },
    async look(name, key) {
      const { count, memory } = limiters.get(name)!;
      const figures = (await memory.get(key)) ?? { remainingPoints: count, msBeforeNext: 0, consumedPoints: 0 };
      return stateOf(name, figures, figures.consumedPoints < count);
    },
    async giveBack(name, key) {
      await limiters.get(name)!.memory.reward(key);
    },
  };
}

/** Learns of each quota that a request counts against, and for which key. */
export type OnLimit = (state: LimitState, key: string) => void;

type Taking = { onLimit?: OnLimit | undefined; detail?: (state: LimitState) => string };

/** Counts one request, or throws `quota_exceeded`, in the words of `detail` where it is given. */
export async function takeQuota(
  limiter: Pick<Limiter, "take">,
  name: LimitName,
  key: string,
  { onLimit, detail }: Taking = {},
): Promise<void> {
  const state = await limiter.take(name, key);
  onLimit?.(state, key);
  if (!state.allowed) throw quotaExceeded(state, detail?.(state));
}

/** Words for a quota by the hour: `hourly("Pictures can be saved")`. */
export const hourly =
  (what: string) =>
  ({ limit, resetSeconds }: LimitState): string =>
    `${what} ${limit} times an hour. Try again in ${resetSeconds} seconds.`;

/** draft-ietf-httpapi-ratelimit-headers: every quota that a request counted against. */
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

/** The key of an address: IPv6 networks of /56 count as one, because one home or host has that many. */
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
