import type { Ground, Outcome } from "#domain/moderation/report.ts";
import { RECORD_DAYS, standingOf } from "#domain/moderation/report.ts";
import { HELD_REASONS } from "#domain/moderation/spam.ts";
import type { Text } from "#languages/words.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { reportDecidedMessage, statementMessage } from "#mail/report-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Case, Report } from "#store/repos/moderation/reports.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import { hideSubject, readSubject } from "./report-subjects.ts";
import { reportStatusPath } from "./send-report.ts";

export type Decision = {
  outcome: Outcome;
  ground: Ground | null;
  rule: string | null;
  statement: string;
  by: string;
};
type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;
const DAY_MS = 24 * 3600_000;

export const subjectOf = ({ subjectType: type, subjectId: id }: Case) => ({ type, id });
export const decisionPath = (caseId: number): string => `/account/decisions/${caseId}`;

/** Whether the admin is involved in the case and somebody else could decide it. */
export async function isOwnCase(tx: Tx, one: Case, by: string): Promise<boolean> {
  if ((await tx.personal.otherAdmins(by)) === 0) return false;
  if (one.authorId === by || (await readSubject(tx, subjectOf(one)))?.authors.some(({ id }) => id === by)) return true;
  return (await tx.reports.ofCase(one.id)).some(({ report }) => report.accountId === by);
}

/**
 * Decides a case and tells both sides why. "gone" if there is nothing to decide or hide, "own" for
 * an admin who reported or wrote it while there is another. Call `wakeJobs` afterwards.
 */
export async function decideCase(
  tx: Tx,
  id: number,
  { outcome, ground, rule, statement, by }: Decision,
  parts: Parts,
): Promise<"done" | "gone" | "own"> {
  const one = await tx.reports.findCase(id);
  if (!one || one.decidedAt) return "gone";
  if (await isOwnCase(tx, one, by)) return "own";
  const at = parts.now();
  const ruling = { by, at, reason: statement };
  if (outcome === "hidden" && !(await hideSubject(tx, subjectOf(one), ruling, parts))) return "gone";
  const grounds = outcome === "hidden" ? { ground, rule } : { ground: null, rule: null };
  await tx.reports.decide(id, { outcome, ...grounds, statement, by, at });
  const decided = { ...one, outcome, ...grounds, statement };
  await tellReporters(tx, decided, { isChanged: false }, parts);
  if (outcome === "hidden") await tellAuthors(tx, decided, parts);
  return "done";
}

/** Explains the decision to all reporters, and warns those who are slowed down now. */
export async function tellReporters(
  tx: Tx,
  one: Case,
  { isChanged }: { isChanged: boolean },
  parts: Parts,
): Promise<void> {
  const at = parts.now();
  for (const { report, account } of await tx.reports.ofCase(one.id)) {
    const record = await tx.reports.record(report.reporter, new Date(at.getTime() - RECORD_DAYS * DAY_MS));
    const isWarned = !report.isSlowed && one.outcome === "kept" && standingOf(record) === "slowed";
    const email = account?.email ?? report.email;
    const news = { ...newsOf(one), id: report.id, name: account?.name ?? report.name, isWarned, isChanged };
    const url = `${parts.settings.BASE_URL}${reportStatusPath(report.id)}`;
    if (email) {
      const message = reportDecidedMessage(parts.settings, { ...news, ...linkOf(report, url) });
      await queueMail(tx, parts, message, email, { language: report.language });
    }
    if (!account) continue;
    const path = reportStatusPath(report.id);
    await notify(tx, {
      accountId: account.id,
      kind: "report",
      key: `report:${report.id}`,
      words: { about: one.title },
      path,
      at,
      by: null,
    });
  }
}

/** Only the confirmation email has the key of a visitor's link. */
const linkOf = ({ accountId }: Report, url: string) => (accountId === null ? {} : { url });

const newsOf = ({ title: about, outcome, ground, rule, statement }: Case) => ({
  ...{ about, ground, rule },
  outcome: outcome ?? "kept",
  statement: statement ?? "",
});

/** The statement of reasons (DSA, Art. 17). Reporters stay anonymous. */
export async function tellAuthors(tx: Tx, one: Case, parts: Parts): Promise<void> {
  const authors = (await readSubject(tx, subjectOf(one)))?.authors ?? [];
  const held = (await tx.writtenTexts.find(subjectOf(one)))?.held ?? [];
  const cause = {
    isReported: (await tx.reports.ofCase(one.id)).length > 0,
    heldFor: held.map((reason) => HELD_REASONS[reason]),
  };
  for (const author of authors) await tellAuthor(tx, one, author, cause, parts);
}

type Cause = { isReported: boolean; heldFor: Text[] };
async function tellAuthor(tx: Tx, one: Case, { id, name, email }: Account, cause: Cause, parts: Parts): Promise<void> {
  const path = decisionPath(one.id);
  const url = parts.settings.BASE_URL + path;
  await queueMail(tx, parts, statementMessage(parts.settings, { ...newsOf(one), ...cause, name, url }), email);
  await notify(tx, {
    accountId: id,
    kind: "decision",
    key: `decision:${one.id}`,
    words: { about: one.title },
    path,
    at: parts.now(),
    by: null,
  });
}
