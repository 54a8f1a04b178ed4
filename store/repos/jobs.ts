import type { Page, PageRequest } from "../../domain/listing.ts";
import { and, asc, desc, eq, gt, inArray, lt, lte, ne, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { jobs } from "../sqlite/tables.ts";

export const JOB_STATES = ["queued", "running", "done", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];
export type Job = typeof jobs.$inferSelect;
/** `id` decides identity: adding a job whose id exists changes nothing, so periodic work and retries are safe. */
export type NewJob = { id: string; kind: string; payload: unknown; runAt: Date; createdAt: Date };
export type JobReads = ReturnType<typeof jobReads>;
export type JobWrites = ReturnType<typeof jobWrites>;

export const jobReads = (db: Db) => {
  const byId = db
    .select()
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder("id")))
    .prepare();
  const dueBy = db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, sql.placeholder("kind")),
        // Written out, because a bound value would hide from SQLite that the index of queued rows serves.
        sql`${jobs.state} = 'queued'`,
        lte(jobs.runAt, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    async find(id: string): Promise<Job | undefined> {
      return byId.get({ id });
    },
    /** Queued rows of a kind whose time has come, oldest first. */
    async due(kind: string, now: Date, limit: number): Promise<Job[]> {
      return dueBy.all({ kind, now: now.getTime(), limit });
    },
    /** Those of some kinds that have such rows. */
    async dueKinds(kinds: string[], now: Date): Promise<string[]> {
      const rows = db.all<{ kind: string }>(
        sql`select value as kind from json_each(${JSON.stringify(kinds)}) where exists
          (select 1 from ${jobs} where kind = value and state = 'queued' and run_at <= ${now.getTime()})`,
      );
      return rows.map(({ kind }) => kind);
    },
    /** When the next row is due that was not due at a moment. */
    async nextRunAt(after: Date): Promise<Date | undefined> {
      return db
        .select({ at: jobs.runAt })
        .from(jobs)
        .where(and(eq(jobs.state, "queued"), gt(jobs.runAt, after)))
        .orderBy(asc(jobs.runAt))
        .limit(1)
        .get()?.at;
    },
    /** What waits by when it is due, what ended the newest first, everything by when it was due last. */
    async list(
      { state, kind }: { state?: JobState | undefined; kind?: string | undefined },
      { page, perPage }: PageRequest,
    ): Promise<Page<Job>> {
      const where = and(state && eq(jobs.state, state), kind === undefined ? undefined : eq(jobs.kind, kind));
      const total = db.select({ count: sql<number>`count(*)` }).from(jobs).where(where).get()?.count ?? 0;
      const isOpen = state === "queued" || state === "running";
      const order = isOpen ? asc(jobs.runAt) : desc(state ? jobs.finishedAt : jobs.runAt);
      const items = db
        .select()
        .from(jobs)
        .where(where)
        .orderBy(order, asc(jobs.id))
        .limit(perPage)
        .offset((page - 1) * perPage)
        .all();
      return { items, total };
    },
    async countByKind(): Promise<{ kind: string; state: JobState; count: number }[]> {
      return db
        .select({ kind: jobs.kind, state: jobs.state, count: sql<number>`count(*)` })
        .from(jobs)
        .groupBy(jobs.kind, jobs.state)
        .all();
    },
    /** Since when the oldest waiting row of each kind is due, for kinds that have one. */
    async oldestDue(at: Date): Promise<{ kind: string; since: Date }[]> {
      const rows = db
        .select({ kind: jobs.kind, since: sql<number>`min(${jobs.runAt})` })
        .from(jobs)
        .where(and(eq(jobs.state, "queued"), lte(jobs.runAt, at)))
        .groupBy(jobs.kind)
        .all();
      return rows.map(({ kind, since }) => ({ kind, since: new Date(since) }));
    },
    /** Rows of a kind that run, or wait although they are due. */
    async countOpen(kind: string, now: Date): Promise<number> {
      const isDue = sql`${jobs.state} = 'queued' and ${jobs.runAt} <= ${now.getTime()}`;
      const isOpen = sql`(${jobs.state} = 'running' or (${isDue}))`;
      return (
        db
          .select({ count: sql<number>`count(*)` })
          .from(jobs)
          .where(and(eq(jobs.kind, kind), isOpen))
          .get()?.count ?? 0
      );
    },
    async countByState(): Promise<Record<string, number>> {
      const rows = db.select({ state: jobs.state, count: sql<number>`count(*)` }).from(jobs).groupBy(jobs.state).all();
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
};

export const jobWrites = (db: Db) => ({
  ...jobReads(db),
  async add(job: NewJob): Promise<void> {
    await db.insert(jobs).values(job).onConflictDoNothing();
  },
  async start(ids: string[]): Promise<void> {
    await db
      .update(jobs)
      .set({ state: "running", attempts: sql`${jobs.attempts} + 1` })
      .where(inArray(jobs.id, ids));
  },
  async finish(id: string, at: Date): Promise<void> {
    await db.update(jobs).set({ state: "done", finishedAt: at, lastError: null }).where(eq(jobs.id, id));
  },
  async retry(id: string, runAt: Date, lastError: string): Promise<void> {
    await db.update(jobs).set({ state: "queued", runAt, lastError }).where(eq(jobs.id, id));
  },
  async fail(id: string, at: Date, lastError: string): Promise<void> {
    await db.update(jobs).set({ state: "failed", finishedAt: at, lastError }).where(eq(jobs.id, id));
  },
  /** A job that failed or waits for later, or every one that failed, is due now with all its tries. Gives those that are. */
  async again(at: Date, id?: string): Promise<Job[]> {
    const idle =
      id === undefined ? eq(jobs.state, "failed") : and(eq(jobs.id, id), inArray(jobs.state, ["failed", "queued"]));
    return db.update(jobs).set({ state: "queued", runAt: at, attempts: 0, finishedAt: null }).where(idle).returning();
  },
  /** False when it runs at the moment, or is gone. */
  async remove(id: string): Promise<boolean> {
    return (
      db
        .delete(jobs)
        .where(and(eq(jobs.id, id), ne(jobs.state, "running")))
        .run().changes > 0
    );
  },
  /** What a process that died left running is due again. */
  async requeueInterrupted(): Promise<number> {
    return db.update(jobs).set({ state: "queued" }).where(eq(jobs.state, "running")).run().changes;
  },
  async removeDone(before: Date): Promise<void> {
    await db.delete(jobs).where(and(eq(jobs.state, "done"), lt(jobs.finishedAt, before)));
  },
});
