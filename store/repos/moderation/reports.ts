import type { PageRequest } from "#domain/listings/listing.ts";
import type { Outcome, ReporterRecord, Subject } from "#domain/moderation/report.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, appeals, listingMembers, reportCases, reports } from "../../sqlite/tables.ts";

export type Case = typeof reportCases.$inferSelect;
export type Report = typeof reports.$inferSelect;
export type Appeal = typeof appeals.$inferSelect;
type NewCase = Pick<
  Case,
  "subjectType" | "subjectId" | "title" | "path" | "said" | "version" | "authorId" | "openedAt"
>;
export type Verdict = Pick<Case, "outcome" | "ground" | "rule" | "statement"> & { by: string; at: Date };

const about = ({ type, id }: Subject) => has(reportCases, { subjectType: type, subjectId: id });
const MOST = 500;

export const reportReads = (db: Db) => {
  const withReporter = () =>
    db
      .select({ report: reports, account: accounts })
      .from(reports)
      .leftJoin(accounts, eq(accounts.id, reports.accountId));
  const ofAccount = (accountId: string) =>
    db
      .select({ report: reports, case: reportCases })
      .from(reports)
      .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
      .where(eq(reports.accountId, accountId))
      .orderBy(desc(reports.id))
      .all();
  /** Decisions against a person's content, newest first, without dismissed reports. */
  async function decisionsAbout(accountId: string): Promise<Case[]> {
    const theirListings = db
      .select({ id: sql`cast(${listingMembers.listingId} as text)` })
      .from(listingMembers)
      .where(eq(listingMembers.accountId, accountId));
    const wasHidden = sql`exists (select 1 from ${appeals} where ${appeals.caseId} = ${reportCases.id}
      and ${appeals.reportId} is null)`;
    const isTheirs = or(
      and(ne(reportCases.subjectType, "listing"), eq(reportCases.authorId, accountId)),
      and(eq(reportCases.subjectType, "listing"), inArray(reportCases.subjectId, theirListings)),
    );
    return db
      .select()
      .from(reportCases)
      .where(and(isTheirs, or(eq(reportCases.outcome, "hidden"), wasHidden)))
      .orderBy(sql`${reportCases.decidedAt} desc nulls last`, desc(reportCases.id))
      .limit(MOST);
  }

  return {
    ofAccount,
    decisionsAbout,
    async findCase(id: number): Promise<Case | undefined> {
      return db.select().from(reportCases).where(eq(reportCases.id, id)).get();
    },
    async openCase(subject: Subject): Promise<Case | undefined> {
      return db
        .select()
        .from(reportCases)
        .where(and(about(subject), isNull(reportCases.decidedAt)))
        .get();
    },
    async newestHidden(subject: Subject): Promise<Case | undefined> {
      return db
        .select()
        .from(reportCases)
        .where(and(about(subject), eq(reportCases.outcome, "hidden")))
        .orderBy(desc(reportCases.id))
        .limit(1)
        .get();
    },
    async find(id: number): Promise<{ report: Report; case: Case } | undefined> {
      return db
        .select({ report: reports, case: reportCases })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .where(eq(reports.id, id))
        .get();
    },
    async ofCase(caseId: number) {
      return withReporter().where(eq(reports.caseId, caseId)).orderBy(asc(reports.id)).all();
    },
    async appealsOf(caseId: number): Promise<Appeal[]> {
      return db.select().from(appeals).where(eq(appeals.caseId, caseId)).orderBy(asc(appeals.id));
    },
    async findAppeal(id: number): Promise<{ appeal: Appeal; case: Case } | undefined> {
      return db
        .select({ appeal: appeals, case: reportCases })
        .from(appeals)
        .innerJoin(reportCases, eq(reportCases.id, appeals.caseId))
        .where(eq(appeals.id, id))
        .get();
    },
    /** Whether this person reported the current version. */
    async hasReported(reporter: string, subject: Subject, version: string): Promise<boolean> {
      const found = await db
        .select({ id: reports.id })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .where(
          and(
            eq(reports.reporter, reporter),
            about(subject),
            or(isNull(reportCases.decidedAt), eq(reportCases.version, version)),
          ),
        )
        .limit(1)
        .get();
      return found !== undefined;
    },
    async timesOf(reporter: string, since: Date): Promise<Date[]> {
      const rows = await db
        .select({ at: reports.at })
        .from(reports)
        .where(and(eq(reports.reporter, reporter), gt(reports.at, since)));
      return rows.map(({ at }) => at);
    },
    /** Outcomes of a person's reports since then. */
    async record(reporter: string, since: Date): Promise<ReporterRecord> {
      const rows = await db
        .select({ outcome: reportCases.outcome, count: count() })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .where(and(eq(reports.reporter, reporter), gt(reportCases.decidedAt, since)))
        .groupBy(reportCases.outcome);
      const of = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
      return { founded: of("hidden"), unfounded: of("kept") };
    },
    async reportedBy(reporter: string, exceptCase: number) {
      return db
        .select({ report: reports, case: reportCases })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .where(and(eq(reports.reporter, reporter), ne(reports.caseId, exceptCase)))
        .orderBy(desc(reports.id))
        .limit(20);
    },
    async historyOf({ id, subjectType, subjectId, authorId }: Case): Promise<Case[]> {
      const same = about({ type: subjectType, id: subjectId });
      return db
        .select()
        .from(reportCases)
        .where(and(ne(reportCases.id, id), authorId === null ? same : or(same, eq(reportCases.authorId, authorId))))
        .orderBy(desc(reportCases.id))
        .limit(20);
    },
    /** Open cases with reasons and number of reporters, not counting slowed ones. */
    async queue() {
      const open = await db
        .select()
        .from(reportCases)
        .where(isNull(reportCases.decidedAt))
        .orderBy(asc(reportCases.openedAt))
        .limit(MOST);
      const given = await db
        .select()
        .from(reports)
        .where(
          inArray(
            reports.caseId,
            open.map(({ id }) => id),
          ),
        );
      const byCase = Map.groupBy(given, ({ caseId }) => caseId);
      return open.map((one) => {
        const all = byCase.get(one.id) ?? [];
        const counted = all.filter(({ isSlowed }) => !isSlowed);
        const people = new Set(
          counted.map(({ accountId, networkHash, reporter }) => accountId ?? networkHash ?? reporter),
        );
        return { case: one, reasons: [...new Set(counted.map(({ reason }) => reason))], people: people.size, all };
      });
    },
    async openAppeals() {
      return db
        .select({ appeal: appeals, case: reportCases })
        .from(appeals)
        .innerJoin(reportCases, eq(reportCases.id, appeals.caseId))
        .where(isNull(appeals.decidedAt))
        .orderBy(asc(appeals.at), asc(appeals.id))
        .limit(MOST);
    },
    async decided(request: PageRequest) {
      const isDecided = isNotNull(reportCases.decidedAt);
      const rows = db
        .select()
        .from(reportCases)
        .where(isDecided)
        .orderBy(desc(reportCases.decidedAt), desc(reportCases.id));
      return pageOf(db.$count(reportCases, isDecided), request, rows);
    },
    async everythingOf(accountId: string) {
      const given = await ofAccount(accountId);
      return {
        reports: given.map(({ report, case: one }) => ({
          ...{ id: report.id, about: one.title, path: one.path, reason: report.reason },
          ...{ explanation: report.explanation, name: report.name, email: report.email, at: report.at },
          ...{ outcome: one.outcome, decidedAt: one.decidedAt },
        })),
        decisions: (await decisionsAbout(accountId)).map(
          ({ id, title, path, said, outcome, ground, rule, statement, decidedAt }) => ({
            ...{ id, about: title, path, said, outcome, ground, rule, statement, decidedAt },
          }),
        ),
        appeals: await db
          .select({ decision: appeals.caseId, text: appeals.text, at: appeals.at, answer: appeals.statement })
          .from(appeals)
          .where(eq(appeals.accountId, accountId))
          .orderBy(asc(appeals.id)),
      };
    },
  };
};

export const reportWrites = (db: Db) => ({
  ...reportReads(db),
  async open(one: NewCase): Promise<Case> {
    return db.insert(reportCases).values(one).returning().get();
  },
  async add(report: Omit<Report, "id">): Promise<Report> {
    return db.insert(reports).values(report).returning().get();
  },
  /** Saves or replaces a decision. */
  async decide(id: number, { by, at, ...verdict }: Verdict): Promise<void> {
    await db
      .update(reportCases)
      .set({ ...verdict, decidedAt: at, decidedBy: by })
      .where(eq(reportCases.id, id));
  },
  async appeal(appeal: Pick<Appeal, "caseId" | "reportId" | "accountId" | "text" | "at">): Promise<Appeal> {
    return db.insert(appeals).values(appeal).returning().get();
  },
  async decideAppeal(
    id: number,
    { isGranted, statement, by, at }: { isGranted: boolean; statement: string; by: string; at: Date },
  ): Promise<void> {
    await db.update(appeals).set({ isGranted, statement, decidedBy: by, decidedAt: at }).where(eq(appeals.id, id));
  },
  /** Decided cases lose names, and after some time others' texts. */
  async forgetDecidedBefore(at: Date): Promise<void> {
    const old = sql`${reports.caseId} in (select id from report_cases where decided_at < ${at.getTime()})`;
    const bare = { name: null, email: null, networkHash: null, keyHash: null, explanation: "" };
    await db.update(reports).set(bare).where(old);
    await db.update(reportCases).set({ said: "" }).where(sql`${reportCases.decidedAt} < ${at.getTime()}`);
  },
  async forgetOf(accountId: string): Promise<void> {
    await db
      .update(reports)
      .set({ accountId: null, name: null, email: null, networkHash: null, reporter: sql`'gone:' || ${reports.id}` })
      .where(eq(reports.accountId, accountId));
    await db.update(appeals).set({ accountId: null }).where(eq(appeals.accountId, accountId));
    const isTheirs = eq(reportCases.authorId, accountId);
    await db
      .update(reportCases)
      .set({ said: "", title: "what a deleted account wrote", path: "/" })
      .where(and(isTheirs, ne(reportCases.subjectType, "listing")));
    await db.update(reportCases).set({ authorId: null }).where(isTheirs);
    const isProfile = has(reportCases, { subjectType: "profile", subjectId: accountId });
    await db
      .update(reportCases)
      .set({ subjectId: sql`'gone:' || ${reportCases.id}` })
      .where(isProfile);
  },
});
