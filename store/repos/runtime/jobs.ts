import type { Page, PageRequest } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { pageOf } from "../../sql/page-of.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, sql } from "../../sqlite/drizzle.ts";
import { asJson } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { jobs } from "../../sqlite/tables.ts";

export const JOB_STATES = ["queued", "running", "done", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];
export type Job = typeof jobs.$inferSelect;
/** Adding an existing `id` changes nothing, so periodic work and retries are safe. */
export type NewJob = { id: string; kind: string; payload: unknown; runAt: Date; createdAt: Date };
export type JobEnd =
  | { state: "done"; finishedAt: Date; lastError: null }
  | { state: "queued"; runAt: Date; lastError: string }
  | { state: "failed"; finishedAt: Date; lastError: string };

export const jobReads = (db: Db) => {
  const dueKinds = statement(({ kinds, now }: { kinds: readonly string[]; now: Date }) =>
    db
      .select({ kind: sql<string>`value` })
      .from(sql`json_each(${asJson(kinds)})`)
      .where(sql`exists (select 1 from ${jobs} where kind = value and state = 'queued' and run_at <= ${now})`),
  );
  const nextRunAt = statement(({ after }: { after: Date }) =>
    db
      .select({ at: jobs.runAt })
      .from(jobs)
      .where(and(eq(jobs.state, "queued"), gt(jobs.runAt, after)))
      .orderBy(asc(jobs.runAt))
      .limit(1),
  );
  const suspect = statement(({ kinds, at }: { kinds: readonly string[]; at: Date }) =>
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`${jobs.id} = ${suspectOf(kinds, at)}`),
  );
  return {
    /** The next due job that must run alone. */
    async dueSuspect(kinds: string[], at: Date): Promise<string | undefined> {
      return (await suspect.get({ kinds, at }))?.id;
    },
    find: statement((id: string) => db.select().from(jobs).where(eq(jobs.id, id))).get,
    async isOpen(idStart: string): Promise<boolean> {
      const isUnder = and(gte(jobs.id, idStart), lt(jobs.id, `${idStart}\u{10ffff}`));
      const isNotOver = inArray(jobs.state, ["queued", "running"]);
      return (await db.select({ id: jobs.id }).from(jobs).where(and(isUnder, isNotOver)).limit(1).get()) !== undefined;
    },
    async dueKinds(kinds: string[], now: Date): Promise<string[]> {
      return (await dueKinds.all({ kinds, now })).map(({ kind }) => kind);
    },
    async nextRunAt(after: Date): Promise<Date | undefined> {
      return (await nextRunAt.get({ after }))?.at;
    },
    async heldByOthers(owner: string): Promise<Job[]> {
      const other = or(isNull(jobs.owner), ne(jobs.owner, owner));
      return db
        .select()
        .from(jobs)
        .where(and(eq(jobs.state, "running"), other));
    },
    /** Queued jobs by due time, ended ones newest first. */
    async list(
      { state, kind }: { state?: JobState | undefined; kind?: string | undefined },
      request: PageRequest,
    ): Promise<Page<Job>> {
      const where = and(state && eq(jobs.state, state), kind === undefined ? undefined : eq(jobs.kind, kind));
      const isOpen = state === "queued" || state === "running";
      const order = isOpen ? asc(jobs.runAt) : state ? sql`${jobs.finishedAt} desc nulls last` : desc(jobs.runAt);
      return pageOf(db.$count(jobs, where), request, db.select().from(jobs).where(where).orderBy(order, asc(jobs.id)));
    },
    async countByKind(): Promise<{ kind: string; state: JobState; count: number }[]> {
      return db
        .select({ kind: jobs.kind, state: jobs.state, count: sql<number>`count(*)` })
        .from(jobs)
        .groupBy(jobs.kind, jobs.state);
    },
    async oldestDue(at: Date): Promise<{ kind: string; since: Date }[]> {
      const rows = await db
        .select({ kind: jobs.kind, since: sql<number>`min(${jobs.runAt})` })
        .from(jobs)
        .where(and(eq(jobs.state, "queued"), lte(jobs.runAt, at)))
        .groupBy(jobs.kind);
      return rows.map(({ kind, since }) => ({ kind, since: new Date(since) }));
    },
    async countOpen(kind: string, now: Date): Promise<number> {
      const isDue = sql`${jobs.state} = 'queued' and ${jobs.runAt} <= ${now.getTime()}`;
      const isOpen = sql`(${jobs.state} = 'running' or (${isDue}))`;
      return await db.$count(jobs, and(eq(jobs.kind, kind), isOpen));
    },
    async countByState(): Promise<Record<string, number>> {
      const rows = await db.select({ state: jobs.state, count: sql<number>`count(*)` }).from(jobs).groupBy(jobs.state);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
};

/** Clocks of several nodes differ by less. */
const MOST_SKEW_MS = 60_000;

/** Suspects run one at a time, across nodes. */
const noneCrashed = sql`not exists (select 1 from ${jobs} where state = 'running' and crashes > 0)`;
const suspectOf = (kinds: readonly string[], at: Date) => sql`(select id from ${jobs}
  where state = 'queued' and crashes > 1 and run_at <= ${at} and kind in (select value from json_each(${asJson(kinds)}))
    and ${noneCrashed} order by run_at, id limit 1)`;

const heldBy = (owner: string, id?: string) =>
  and(has(jobs, { state: "running", owner }), id === undefined ? undefined : eq(jobs.id, id));

const begun = (owner: string, startedAt: Date) => ({
  ...{ state: "running" as const, owner, startedAt },
  attempts: sql`${jobs.attempts} + 1`,
});

export const jobWrites = (db: Db) => {
  const claim = statement(({ kind, owner, at, room }: { kind: string; owner: string; at: Date; room: number }) => {
    const due = sql`kind = ${kind} and state = 'queued' and run_at <= ${at}`;
    const crashed = sql`(select id from ${jobs} where ${due} and crashes = 1 and ${noneCrashed}
      order by run_at, id limit 1)`;
    const next = sql`(select id from ${jobs} where ${due} and (crashes = 0 or id = ${crashed})
      order by run_at, id limit ${room})`;
    return db.update(jobs).set(begun(owner, at)).where(sql`${jobs.id} in ${next}`).returning();
  });
  const beat = statement(({ owner }: { owner: string }) =>
    db
      .update(jobs)
      .set({ beats: sql`${jobs.beats} + 1` })
      .where(heldBy(owner))
      .returning({ id: jobs.id }),
  );
  const held = statement(({ id, owner }: { id: string; owner: string }) =>
    db.select({ id: jobs.id }).from(jobs).where(heldBy(owner, id)),
  );
  const settle = statement(({ id, holder, ...end }: JobEnd & { id: string; holder: string }) =>
    db
      .update(jobs)
      .set({ ...end, owner: null, crashes: 0 })
      .where(heldBy(holder, id)),
  );
  const insert = statement((job: NewJob) => db.insert(jobs).values(job).onConflictDoNothing());

  return {
    ...jobReads(db),
    async add(job: NewJob): Promise<void> {
      await insert.run(job);
    },
    /**
     * Claims up to `room` due jobs of a kind, oldest first. Jobs whose process crashed run one at a
     * time, and after a second crash alone: `claimSuspect`.
     */
    async claim(kind: string, owner: string, at: Date, room: number): Promise<Job[]> {
      const claimed = await claim.all({ kind, owner, at, room });
      return claimed.sort((a, b) => a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1));
    },
    claimSuspect: statement((kinds: string[], owner: string, at: Date) =>
      db
        .update(jobs)
        .set(begun(owner, at))
        .where(sql`${jobs.id} = ${suspectOf(kinds, at)}`)
        .returning(),
    ).all,
    /** Not to be blamed for a requested shutdown. */
    async clear(owner: string): Promise<void> {
      await db.update(jobs).set({ crashes: 0 }).where(heldBy(owner));
    },
    async beat(owner: string): Promise<string[]> {
      return (await beat.all({ owner })).map(({ id }) => id);
    },
    async isHeld(id: string, owner: string): Promise<boolean> {
      return (await held.get({ id, owner })) !== undefined;
    },
    /** Requires the process's lease. */
    async settle(id: string, owner: string, end: JobEnd): Promise<void> {
      await settle.run({ ...end, id, holder: owner });
    },
    /** Requeues jobs of a process that shuts down. */
    async release(owner: string): Promise<number> {
      const idle = { state: "queued" as const, owner: null, attempts: sql`${jobs.attempts} - 1` };
      return (await db.update(jobs).set(idle).where(heldBy(owner))).changes;
    },
    /**
     * Ends an expired lease and requeues the job. A possible crash is recorded, and as an
     * interruption if it ran alone.
     */
    async takeOver({ id, owner, beats, startedAt }: Job, mayHaveCrashed: boolean): Promise<boolean> {
      const unchanged = and(
        has(jobs, { id, state: "running", beats }),
        owner === null ? isNull(jobs.owner) : eq(jobs.owner, owner),
      );
      const since = startedAt?.toISOString() ?? "an unknown time";
      const lastError = `The process ended or hung in the middle of the job, which had begun at ${since}.`;
      const interrupted = {
        state: "queued" as const,
        owner: null,
        attempts: sql`${jobs.attempts} - 1`,
        ...(mayHaveCrashed && {
          interruptions: sql`${jobs.interruptions} + case when ${jobs.crashes} > 1 then 1 else 0 end`,
          crashes: sql`${jobs.crashes} + 1`,
        }),
        lastError,
      };
      return (await db.update(jobs).set(interrupted).where(unchanged)).changes > 0;
    },
    /** Makes a failed or waiting job, or all failed ones, due with all retries. Returns them. */
    async again(at: Date, id?: string): Promise<Job[]> {
      const idle =
        id === undefined ? eq(jobs.state, "failed") : and(eq(jobs.id, id), inArray(jobs.state, ["failed", "queued"]));
      const afresh = {
        state: "queued" as const,
        runAt: at,
        attempts: 0,
        crashes: 0,
        interruptions: 0,
        finishedAt: null,
      };
      return db.update(jobs).set(afresh).where(idle).returning();
    },
    async remove(id: string): Promise<boolean> {
      return (await db.delete(jobs).where(and(eq(jobs.id, id), ne(jobs.state, "running")))).changes > 0;
    },
    /** Jobs planned by a clock that was ahead wait as long after `at` as they would have by that clock. */
    async setBack(at: Date): Promise<void> {
      const latest = new Date(at.getTime() + MOST_SKEW_MS);
      for (const since of [jobs.createdAt, jobs.startedAt])
        await db
          .update(jobs)
          .set({ runAt: sql`${jobs.runAt} - ${since} + ${at.getTime()}` })
          .where(and(eq(jobs.state, "queued"), gt(since, latest), gte(jobs.runAt, since)));
    },
    async removeDone(before: Date): Promise<void> {
      await db.delete(jobs).where(and(eq(jobs.state, "done"), lt(jobs.finishedAt, before)));
    },
  };
};
