import { createHash } from "node:crypto";
import { AppError } from "#core/errors/errors.ts";
import { type LimitWords, refusalWords } from "#core/limits/limit-words.ts";
import { hasRenderedLink } from "#core/text/markdown.ts";
import type { Subject } from "#domain/moderation/report.ts";
import {
  FLOOD_MS,
  floodOf,
  type HeldReason,
  hasLink,
  isNewWriter,
  keysOf,
  reasonsToHold,
  SEEN_DAYS,
} from "#domain/moderation/spam.ts";
import { ordinal, t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

const textsSent: LimitWords = (n, span) => t`That was your ${ordinal(n)} text ${span}.`;
const DAY_MS = 24 * 3600_000;
const printOf = (key: string): string => createHash("sha256").update(key).digest("base64url").slice(0, 22);

type Writing = {
  accountId: string;
  subject: Subject;
  /** Checked separately, because one text may mask another. */
  texts: readonly string[];
  /** Whether the team hid it, so that only they can publish it. */
  wasHidden?: boolean;
  /** For makers on their own listing, and profiles, whose links are nofollow. */
  mayLink?: boolean;
};

/**
 * Reasons to hold a new text; empty if it may be published. Call inside the change that saves it: a
 * flood throws `quota_exceeded` and rolls it back.
 */
export async function checkWriting(
  tx: Tx,
  { accountId, subject, texts, wasHidden = false, mayLink = false }: Writing,
  { now, settings }: Pick<Deps, "now"> & Partial<Pick<Deps, "settings">>,
): Promise<HeldReason[]> {
  const at = now();
  const account = await tx.accounts.find(accountId);
  if (!account) return [];
  const { createdAt, isAdmin } = account;
  const isNew = isNewWriter({ createdAt, isAdmin, hasPassed: await tx.writtenTexts.hasPassed(accountId) }, at);
  const isKnownSubject = (await tx.writtenTexts.find(subject)) !== undefined;
  const times = await tx.writtenTexts.timesOf(accountId, new Date(at.getTime() - FLOOD_MS));
  const flood = isKnownSubject ? undefined : floodOf(times, isNew, at, settings?.LIMIT_TEXT);
  if (flood) {
    const used = { limit: flood.count, windowSeconds: flood.seconds, resetSeconds: flood.waitSeconds };
    throw new AppError("quota_exceeded", refusalWords(textsSent, used), { retryAfter: flood.waitSeconds });
  }
  const text = texts.join("\n");
  const prints = keysOf(text).map(printOf);
  const isSeen = await tx.writtenTexts.isSeen(prints, subject, new Date(at.getTime() - SEEN_DAYS * DAY_MS));
  const held = reasonsToHold({
    text,
    leadsElsewhere: texts.some((shown) => hasLink(shown) || hasRenderedLink(shown)),
    isNew: isNew && !mayLink,
    isSeen,
    wasHidden,
    words: await tx.writtenTexts.listedWords(),
  });
  await tx.writtenTexts.note({ accountId, subject, at, held, prints });
  return held;
}
