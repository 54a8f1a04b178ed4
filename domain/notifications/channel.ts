import { t, type Words } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import type { Answer } from "./webhook.ts";

export const CHANNEL_KINDS = ["discord", "slack", "mattermost", "telegram", "mastodon", "bluesky"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

type News = { label: Words; event: string; needs?: "awards" };
/** What a channel can get. Triggers write the events. */
export const CHANNEL_NEWS = {
  launches: { label: t`New listings`, event: "category.launch" },
  winners: { label: t`Winners`, event: "week.awarded", needs: "awards" },
  updates: { label: t`Updates`, event: "update.posted" },
  reports: { label: t`Reports`, event: "report.sent" },
} as const satisfies Record<string, News>;
export type ChannelNews = keyof typeof CHANNEL_NEWS;
export const CHANNEL_NEWS_NAMES = keysOf(CHANNEL_NEWS);

type OffReason = "admin" | "refused" | "failing";
export type NewsChannel = {
  id: string;
  kind: ChannelKind;
  gets: ChannelNews[];
  language: string;
  /** Of Mastodon and Bluesky. */
  server: string | null;
  /** A chat or a handle. */
  account: string | null;
  /** A webhook URL, token or app password. */
  secret: string;
  createdAt: Date;
  postedSeq: number;
  sentAt: Date | null;
  offSince: Date | null;
  offReason: OffReason | null;
  failingSince: Date | null;
  failures: number;
  lastError: string | null;
};

export const MAX_CHANNELS = 30;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 480 * MINUTE_MS];
const LONGEST_PAUSE_MS = DAY_MS;
/** A deleted webhook, a revoked token or a removed bot answers like this for ever. */
const REFUSALS: readonly number[] = [401, 403, 404, 410];
const REFUSED_AFTER = 3;
const FAILING_AFTER = 8;

/** `retryAfterMs` is what the network asked for. */
export type ChannelAnswer = (Answer | { status: number; error: string }) & { retryAfterMs?: number | undefined };
export const isPosted = ({ status, error }: ChannelAnswer): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

type State = Pick<NewsChannel, "failures" | "failingSince" | "lastError"> &
  Partial<Pick<NewsChannel, "sentAt" | "offSince" | "offReason">>;

/** The state of a channel after an attempt, and when to try again. */
export function afterPosting(
  channel: Pick<NewsChannel, "failures" | "failingSince">,
  attempt: number,
  answer: ChannelAnswer,
  at: Date,
): { channel: State; retryAt: Date | undefined } {
  if (isPosted(answer))
    return { channel: { failures: 0, failingSince: null, lastError: null, sentAt: at }, retryAt: undefined };
  const { status, error, retryAfterMs } = answer;
  const lastError = [status, error].filter((part) => part !== null && part !== "").join(": ");
  // Waiting as asked is no failure.
  if (status === 429) {
    const pause = Math.min(retryAfterMs ?? RETRIES_MS[attempt] ?? LONGEST_PAUSE_MS, LONGEST_PAUSE_MS);
    return { channel: { ...pickFailing(channel), lastError }, retryAt: new Date(at.getTime() + pause) };
  }
  const failures = channel.failures + 1;
  const failingSince = channel.failingSince ?? at;
  const isRefused = status !== null && REFUSALS.includes(status) && failures >= REFUSED_AFTER;
  const isFailing = failures >= FAILING_AFTER && at.getTime() - failingSince.getTime() >= DAY_MS;
  const offReason = isRefused ? "refused" : isFailing ? "failing" : undefined;
  const pause = RETRIES_MS[attempt];
  return {
    channel: { failures, failingSince, lastError, ...(offReason && { offReason, offSince: at }) },
    retryAt: offReason || pause === undefined ? undefined : new Date(at.getTime() + Math.max(pause, retryAfterMs ?? 0)),
  };
}

const pickFailing = ({ failures, failingSince }: Pick<NewsChannel, "failures" | "failingSince">) => ({
  failures,
  failingSince,
});
