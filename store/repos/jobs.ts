import { and, asc, desc, eq, inArray, lt, lte, sql } from "../sqlite/drizzle.ts";
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
    .where(and(eq(jobs.state, "queued"), lte(jobs.runAt, sql.placeholder("now"))))
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    async find(id: string): Promise<Job | undefined> {
      return byId.get({ id });
    },
    /** Queued rows whose time has come, oldest first. */
    async due(now: Date, limit: number): Promise<Job[]> {
      return dueBy.all({ now: now.getTime(), limit });
    },
    /** When the next queued row is due. */
    async nextRunAt(): Promise<Date | undefined> {
      return db
        .select({ at: jobs.runAt })
        .from(jobs)
        .where(eq(jobs.state, "queued"))
        .orderBy(asc(jobs.runAt))
        .limit(1)
        .get()?.at;
    },
    /** For whoever looks after the site: those that were due last come first. */
    async list({
      state,
      kind,
      limit,
    }: {
      state: JobState | undefined;
      kind: string | undefined;
      limit: number;
    }): Promise<Job[]> {
      return db
        .select()
        .from(jobs)
        .where(and(state && eq(jobs.state, state), kind === undefined ? undefined : eq(jobs.kind, kind)))
        .orderBy(desc(jobs.runAt), asc(jobs.id))
        .limit(limit)
        .all();
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
  /** A failed job, or every one, runs once more with all its tries. Gives those that do. */
  async again(at: Date, id?: string): Promise<Job[]> {
    const failed = and(eq(jobs.state, "failed"), id === undefined ? undefined : eq(jobs.id, id));
    return db.update(jobs).set({ state: "queued", runAt: at, attempts: 0, finishedAt: null }).where(failed).returning();
  },
  /** What a process that died left running is due again. */
  async requeueInterrupted(): Promise<number> {
    return db.update(jobs).set({ state: "queued" }).where(eq(jobs.state, "running")).run().changes;
  },
  async removeDone(before: Date): Promise<void> {
    await db.delete(jobs).where(and(eq(jobs.state, "done"), lt(jobs.finishedAt, before)));
  },
});
