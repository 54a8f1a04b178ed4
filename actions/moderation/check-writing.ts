import { createHash } from "node:crypto";
import { AppError } from "../../core/errors/errors.ts";
import { refusalWords, yours } from "../../core/limits/limit-words.ts";
import { hasRenderedLink } from "../../core/text/markdown.ts";
import type { Subject } from "../../domain/moderation/report.ts";
import {
  FLOOD_MS,
  floodOf,
  type HeldReason,
  hasLink,
  isNewWriter,
  keysOf,
  reasonsToHold,
  SEEN_DAYS,
} from "../../domain/moderation/spam.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

const DAY_MS = 24 * 3600_000;
const printOf = (key: string): string => createHash("sha256").update(key).digest("base64url").slice(0, 22);

type Writing = {
  accountId: string;
  subject: Subject;
  /** Each as it is shown, because one may hide what another one says. */
  texts: readonly string[];
  /** Whether the team hid it, so that it comes back only through them. */
  wasHidden?: boolean;
  /** For makers below their own listing, and for profiles, whose links search engines do not follow. */
  mayLink?: boolean;
};

/**
 * Why a text that a person just wrote waits for the team; nothing if it may be shown at once. Call it in the change that
 * saves the text. Throws `quota_exceeded` for a flood, which undoes that change.
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
    throw new AppError("quota_exceeded", refusalWords(yours("text"), used), { retryAfter: flood.waitSeconds });
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
