import { type Ground, mayAppeal, reversed, sideOf } from "#domain/moderation/report.ts";
import { given } from "#domain/text/given.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { appealDecidedMessage } from "#mail/report-messages.ts";
import type { Case } from "#store/repos/moderation/reports.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import { decisionPath, isOwnCase, subjectOf, tellAuthors, tellReporters } from "./decide-case.ts";
import { hideSubject, readSubject, showSubject } from "./report-subjects.ts";
import { reportStatusPath } from "./send-report.ts";

export type Appellant = { caseId: number; reportId: number | null; accountId: string | null };
type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;

export async function canAppeal(
  store: { reports: Pick<Reads["reports"], "appealsOf"> },
  one: Case,
  reportId: number | null,
  now: Date,
): Promise<boolean> {
  const before = await store.reports.appealsOf(one.id);
  return mayAppeal(
    one,
    sideOf({ reportId }),
    before.some((appeal) => appeal.reportId === reportId),
    now,
  );
}

/** Saves a side's only appeal. False if it already appealed, has no reason to, or is too late. */
export const sendAppeal = (
  { caseId, reportId, accountId }: Appellant,
  text: string,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    const one = await tx.reports.findCase(caseId);
    if (!one || !(await canAppeal(tx, one, reportId, now()))) return false;
    await tx.reports.appeal({ caseId, reportId, accountId, text, at: now() });
    return true;
  });

type Answer = { isGranted: boolean; statement: string; ground: Ground; rule: string | null; by: string };

/**
 * Decides an appeal. "same" for the admin who decided first if there is another, "own" for one
 * involved in the case, "gone" if already decided. Call `wakeJobs` afterwards.
 */
export async function decideAppeal(
  tx: Tx,
  id: number,
  { isGranted, statement, ground, rule, by }: Answer,
  parts: Parts,
): Promise<"done" | "gone" | "same" | "own"> {
  const found = await tx.reports.findAppeal(id);
  if (!found || found.appeal.decidedAt) return "gone";
  const { appeal, case: one } = found;
  if (one.decidedBy === by && (await tx.personal.otherAdmins(by)) > 0) return "same";
  if (await isOwnCase(tx, one, by)) return "own";
  const at = parts.now();
  await tx.reports.decideAppeal(id, { isGranted, statement, by, at });
  // Another appeal may have reversed it already.
  const isOpen = one.outcome === (sideOf(appeal) === "author" ? "hidden" : "kept");
  const isChanged = isGranted && isOpen;
  await tellAppellant(tx, found, { isGranted, statement }, parts);
  if (!isChanged) return "done";
  const outcome = reversed(given(one.outcome));
  const ruling = { by, at, reason: statement };
  const [apply, grounds] =
    outcome === "hidden" ? [hideSubject, { ground, rule }] : [showSubject, { ground: null, rule: null }];
  await apply(tx, subjectOf(one), ruling, parts);
  await tx.reports.decide(one.id, { outcome, ...grounds, statement, by, at });
  const decided = { ...one, outcome, ...grounds, statement };
  if (outcome === "hidden") await tellAuthors(tx, decided, parts);
  else await tellReporters(tx, decided, { isChanged: true }, parts);
  return "done";
}

type FoundAppeal = NonNullable<Awaited<ReturnType<Tx["reports"]["findAppeal"]>>>;

export async function tellAppellant(
  tx: Tx,
  { appeal, case: one }: FoundAppeal,
  { isGranted, statement }: Pick<Answer, "isGranted" | "statement">,
  parts: Parts,
): Promise<void> {
  const { BASE_URL } = parts.settings;
  const about = one.title;
  if (appeal.reportId === null) {
    const path = decisionPath(one.id);
    for (const { id, name, email } of (await readSubject(tx, subjectOf(one)))?.authors ?? []) {
      const news = { name, about, isGranted, statement, side: "author" as const, url: BASE_URL + path };
      await queueMail(tx, parts, appealDecidedMessage(parts.settings, news), email);
      await notify(tx, {
        accountId: id,
        kind: "decision",
        key: `decision:${one.id}`,
        words: { about },
        path,
        at: parts.now(),
        by: null,
      });
    }
    return;
  }
  const report = (await tx.reports.find(appeal.reportId))?.report;
  const account = report?.accountId ? await tx.accounts.find(report.accountId) : undefined;
  const email = account?.email ?? report?.email;
  if (!report || !email) return;
  const path = reportStatusPath(report.id);
  const news = { name: account?.name ?? report.name, about, isGranted, statement, side: "reporter" as const };
  const link = account ? { url: BASE_URL + path } : {};
  const message = appealDecidedMessage(parts.settings, { ...news, ...link });
  await queueMail(tx, parts, message, email, { language: report.language });
  if (account)
    await notify(tx, {
      accountId: account.id,
      kind: "report",
      key: `report:${report.id}`,
      words: { about },
      path,
      at: parts.now(),
      by: null,
    });
}
