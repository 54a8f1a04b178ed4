import { medianHours, type ReportFigures } from "#domain/moderation/report.ts";
import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { and, gte, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { appeals, reportCases, reports, writtenTexts } from "../../sqlite/tables.ts";

export const reportFigureReads = (db: Db) => ({
  async between(from: Date, to: Date): Promise<ReportFigures> {
    const received = await db
      .select({ reason: reports.reason, isSlowed: reports.isSlowed, count: sql<number>`count(*)` })
      .from(reports)
      .where(and(gte(reports.at, from), lt(reports.at, to)))
      .groupBy(reports.reason, reports.isSlowed);
    const cases = await db
      .select(pick(reportCases, "outcome", "ground", "openedAt", "decidedAt"))
      .from(reportCases)
      .where(and(gte(reportCases.decidedAt, from), lt(reportCases.decidedAt, to)));
    const appealed = await db
      .select({ reportId: appeals.reportId, isGranted: appeals.isGranted })
      .from(appeals)
      .where(and(gte(appeals.at, from), lt(appeals.at, to)));
    const held = await db
      .select({ count: sql<number>`count(*)` })
      .from(writtenTexts)
      .where(and(gte(writtenTexts.at, from), lt(writtenTexts.at, to), sql`${writtenTexts.held} <> '[]'`))
      .get();
    const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    const byReason = Map.groupBy(received, ({ reason }) => reason);
    const counted = (outcome: string) => cases.filter((one) => one.outcome === outcome).length;
    return {
      received: sum(received),
      byReason: Object.fromEntries([...byReason].map(([reason, rows]) => [reason, sum(rows)])),
      decided: { kept: counted("kept"), hidden: counted("hidden"), gone: counted("gone") },
      byLaw: cases.filter(({ ground }) => ground === "law").length,
      medianHours: medianHours(cases.map(({ openedAt, decidedAt }) => given(decidedAt).getTime() - openedAt.getTime())),
      appeals: {
        author: appealed.filter(({ reportId }) => reportId === null).length,
        reporter: appealed.filter(({ reportId }) => reportId !== null).length,
      },
      reversed: appealed.filter(({ isGranted }) => isGranted).length,
      slowedReports: sum(received.filter(({ isSlowed }) => isSlowed)),
      heldTexts: held?.count ?? 0,
    };
  },
  async firstYear(): Promise<number | undefined> {
    const row = await db
      .select({ at: sql<number | null>`min(${reports.at})` })
      .from(reports)
      .get();
    return row?.at ? new Date(row.at).getUTCFullYear() : undefined;
  },
});
