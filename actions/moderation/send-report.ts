import { createHmac } from "node:crypto";
import { hashToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import {
  isReason,
  RECORD_DAYS,
  REPORT_REASONS,
  REPORT_TEXT,
  type ReportReason,
  reportWaitMs,
  type Subject,
  standingOf,
} from "#domain/moderation/report.ts";
import { foldText, lengthOf } from "#domain/text/text.ts";
import { decimal, type Text, t } from "#languages/words.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { reportReceivedMessage } from "#mail/report-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import { checkEmail, checkName } from "../accounts/new-account.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";
import { findSubject, versionOf } from "./report-subjects.ts";

export type ReportForm = { reason: ReportReason; explanation: string; name: string; email: string };
export type ReportedBy = { account: Account | undefined; address: string; language: string | null };
export type SentReport =
  | { result: "sent"; id: number; key: string | undefined }
  | { result: "known" | "own" | "gone" | "too-often" | "too-many" }
  | { result: "slowed"; waitMs: number };

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">;
const DAY_MS = 24 * 3600_000;

/** The status page of a report. Visitors need the key. */
export const reportStatusPath = (id: number, key?: string): string => `/reports/${id}${key ? `?key=${key}` : ""}`;

/**
 * Saves a report, once per person and subject, and confirms it by email. Reports hide nothing by
 * themselves, however many there are.
 */
export async function sendReport(
  subject: Subject,
  form: ReportForm,
  who: ReportedBy,
  deps: Needs,
): Promise<SentReport> {
  const { store, now, limiter, random } = deps;
  const { account, language } = who;
  const networkHash = account ? null : await hashOf(addressKey(who.address), deps);
  const quotaKey = account?.id ?? addressKey(who.address);
  if (!(await limiter.take("report", quotaKey)).allowed) return { result: "too-often" };
  if (!account && !(await limiter.take("report-all", "everybody")).allowed) return { result: "too-many" };
  const email = account ? account.email : form.email;
  // A visitor can enter anyone's address.
  const isMailed =
    email !== "" && (account !== undefined || (await limiter.take("mail", `report ${foldText(email)}`)).allowed);
  const key = account ? undefined : random(24).toString("base64url");
  const reporter = account
    ? `account:${account.id}`
    : email
      ? `mail:${await hashOf(foldText(email), deps)}`
      : `network:${networkHash}`;

  const sent = await store.change(async (tx): Promise<SentReport> => {
    const at = now();
    const found = await findSubject(tx, subject);
    if (!found) return { result: "gone" };
    if (account && found.authors.some(({ id }) => id === account.id)) return { result: "own" };
    const version = versionOf(found);
    if (await tx.reports.hasReported(reporter, found.subject, version)) return { result: "known" };
    const since = (days: number) => new Date(at.getTime() - days * DAY_MS);
    const standing = standingOf(await tx.reports.record(reporter, since(RECORD_DAYS)));
    const waitMs = reportWaitMs(standing, await tx.reports.timesOf(reporter, since(1)), at);
    if (waitMs > 0) return { result: "slowed", waitMs };
    const one =
      (await tx.reports.openCase(found.subject)) ??
      (await tx.reports.open({
        ...{ subjectType: found.subject.type, subjectId: found.subject.id, version, openedAt: at },
        ...{ title: found.title, path: found.path, said: found.said, authorId: found.authors[0]?.id ?? null },
      }));
    const { id } = await tx.reports.add({
      ...{ caseId: one.id, reporter, accountId: account?.id ?? null, networkHash, language, at },
      ...{ name: account?.name ?? (form.name || null), email: email || null },
      ...{ reason: form.reason, explanation: form.explanation, isSlowed: standing === "slowed" },
      keyHash: key === undefined ? null : hashToken(key),
    });
    if (isMailed)
      await confirm(tx, { id, key, email, name: account?.name ?? form.name, about: found.title, language }, deps);
    return { result: "sent", id, key };
  });
  deps.wakeJobs();
  return sent;
}

type Receipt = {
  id: number;
  key: string | undefined;
  email: string;
  name: string | null;
  about: string;
  language: string | null;
};
async function confirm(tx: Tx, { id, key, email, name, about, language }: Receipt, deps: Needs): Promise<void> {
  const url = deps.settings.BASE_URL + reportStatusPath(id, key);
  await queueMail(tx, deps, reportReceivedMessage(deps.settings, { id, name, about, url }), email, { language });
}

/** A keyed hash, so addresses cannot be guessed. */
async function hashOf(text: string, deps: Needs): Promise<string> {
  const secret = await keptSecret(deps, "reporters", () => deps.random(32).toString("base64url"));
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, 22);
}

type Typed = { reason: string; explanation: string; name: string; email: string; isHonest: boolean };
type Faults = Record<"reason" | "explanation" | "name" | "email" | "honest", Text | undefined>;

const NEEDED = t`The law requires this for such reports. Only the site team sees it.`;

export function checkReport(typed: Typed, isMember: boolean): { form: ReportForm } | { faults: Faults } {
  const { reason, explanation, name, email } = typed;
  const known = isReason(reason) ? reason : undefined;
  const isNeeded = !isMember && known !== undefined && REPORT_REASONS[known].needsName;
  const { min, max } = REPORT_TEXT;
  const faults: Faults = {
    reason: known ? undefined : t`Choose what is wrong.`,
    explanation:
      lengthOf(explanation) >= min && lengthOf(explanation) <= max
        ? undefined
        : t`Explain it in ${min} to ${decimal(max)} characters.`,
    name: isMember ? undefined : isNeeded && name === "" ? NEEDED : checkName(name),
    email: isMember || (email === "" && !isNeeded) ? undefined : email === "" ? NEEDED : checkEmail(email),
    honest: typed.isHonest ? undefined : t`Confirm this. We cannot accept a report without it.`,
  };
  if (known === undefined || Object.values(faults).some(Boolean)) return { faults };
  return { form: { reason: known, explanation, name: isMember ? "" : name, email: isMember ? "" : email } };
}
