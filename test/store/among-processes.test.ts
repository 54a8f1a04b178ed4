import { afterEach, beforeEach, expect, it } from "vitest";
import { type CountShared, createLimiter } from "../../core/limits/limiter.ts";
import { readSettings } from "../../core/settings/config.ts";
import { createHostQueue, HOLD_MS } from "../../crawler/host-queue.ts";
import { amongProcesses } from "../../server/among-processes.ts";
import type { Store } from "../../store/store.ts";
import { createDatabase } from "../helpers/database.ts";

const log = { warn: (...words: unknown[]) => expect(words).toEqual([]) };
const signal = new AbortController().signal;
let db: Awaited<ReturnType<typeof createDatabase>>;
let stores: Store[];
let clock: number;
let hasOthers: boolean;
beforeEach(async () => {
  db = await createDatabase();
  stores = [db.store, await db.another()];
  clock = Date.parse("2026-11-18T10:00:00Z");
  hasOthers = true;
});
afterEach(async () => {
  await stores[1]!.close();
  await db.close();
});

const now = () => new Date(clock);
/** What each of two processes has of it. */
const each = <T>(make: (shared: ReturnType<typeof amongProcesses>) => T): [T, T] => {
  const one = (store: Store) => make(amongProcesses({ store, now, log, hasOthers: () => hasOthers } as never));
  return [one(stores[0]!), one(stores[1]!)];
};

it("quotas that protect people are shared by all processes; read quotas are per process", async () => {
  const settings = readSettings({ LIMIT_SIGN_IN: "5", LIMIT_READ_ANONYMOUS: "5" });
  const nodes = each(({ countShared }) => createLimiter(settings, countShared));
  const allowed = async (name: "sign-in" | "read-anonymous", key: string) => {
    const all = Array.from({ length: 20 }, (_, index) => nodes[index % 2]!.take(name, key));
    return (await Promise.all(all)).filter((state) => state.allowed).length;
  };
  expect(await allowed("sign-in", "ann")).toBe(5);
  expect(await allowed("sign-in", "bob")).toBe(5);
  expect(await allowed("read-anonymous", "203.0.113.9")).toBe(10);
  hasOthers = false;
  expect(await allowed("sign-in", "eve")).toBe(10);
});

it("write quotas are merged asynchronously", async () => {
  const settings = readSettings({ LIMIT_WRITE: "5" });
  const told = Promise.withResolvers<void>();
  const counted: ReturnType<CountShared>[] = [];
  const nodes = each(({ countShared }) =>
    createLimiter(settings, async (...given) => {
      const counting = countShared(...given);
      counted.push(counting);
      await told.promise;
      return counting;
    }),
  );
  const change = async (node: number) => (await nodes[node]!.take("write", "ann")).allowed;
  // Neither has heard of the other.
  expect(await Promise.all([0, 0, 0, 1, 1, 1].map(change))).toEqual(Array(6).fill(true));
  // Whatever comes now is counted behind all six, on either node.
  await Promise.all(counted);
  expect(await Promise.all([0, 1].map(change))).toEqual([true, true]);
  told.resolve();
  await expect.poll(() => nodes.map(({ look }) => look("write", "ann").remaining)).toEqual([0, 0]);
  expect(await Promise.all([0, 1].map(change))).toEqual([false, false]);
  expect(nodes[1]!.look("write", "bob")).toMatchObject({ remaining: 5 });
  expect(nodes[1]!.look("write", "ann").resetSeconds).toBeLessThanOrEqual(60);
});

it("a shared quota can be refunded, ends with its window, and stores no IP address", async () => {
  const [one, two] = each(({ countShared }) => createLimiter(readSettings({ LIMIT_VOTE: "2" }), countShared));
  await one.take("vote", "ann@people.example");
  await two.take("vote", "ann@people.example");
  await one.giveBack("vote", "ann@people.example");
  expect(await two.take("vote", "ann@people.example")).toMatchObject({ allowed: true, remaining: 0 });
  expect(await one.take("vote", "ann@people.example")).toMatchObject({ allowed: false, resetSeconds: 3600 });
  const rows = db.writer.prepare("select * from quota_windows").all();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("ann");
  clock += 3600_000;
  await stores[0]!.change((tx) => tx.quotas.forgetBefore(new Date(clock + 1)));
  expect(db.writer.prepare("select * from quota_windows").all()).toEqual([]);
});

it("a process that refuses by its own count skips the database", async () => {
  const asked: string[] = [];
  const limiter = createLimiter(readSettings({ LIMIT_VOTE: "2" }), async (id) => {
    asked.push(id);
    return undefined;
  });
  for (let n = 0; n < 9; n++) await limiter.take("vote", "ann");
  expect(asked).toHaveLength(2);
});

it("a process that does not know of others counts alone", async () => {
  const warned: unknown[] = [];
  const { countShared, turns } = amongProcesses({
    store: stores[0]!,
    now,
    log: { warn: ({ err }: { err: Error }) => void warned.push(err.message) },
    hasOthers: () => {
      throw new Error("unable to open database file");
    },
  } as never);
  const limiter = createLimiter(readSettings({ LIMIT_OAUTH_TOKEN: "1" }), countShared);
  expect(await limiter.take("oauth-token", "app")).toMatchObject({ allowed: true });
  expect(await limiter.take("oauth-token", "app")).toMatchObject({ allowed: false });
  expect(await turns.take("a.example", 500, HOLD_MS)).toBe(0);
  expect(warned).toEqual(Array(2).fill("unable to open database file"));
});

it("two processes request one host in turn, with pauses, and other hosts meanwhile", async () => {
  const sleep = async (ms: number) => {
    clock += ms;
  };
  const queues = each(({ turns }) => createHostQueue({ now, sleep, turns }));
  const spans: { host: string; from: number; to: number }[] = [];
  const ask = (node: number, host: string) =>
    queues[node]!(
      host,
      500,
      async () => {
        const from = clock;
        await new Promise(setImmediate);
        clock += 40;
        spans.push({ host, from, to: clock });
      },
      signal,
    );
  await Promise.all([0, 1, 0, 1, 0, 1].map((node) => ask(node, "slow.example")));
  const ours = spans.toSorted((a, b) => a.from - b.from);
  expect(ours).toHaveLength(6);
  for (const [index, { from }] of ours.entries())
    if (index > 0) expect(from - ours[index - 1]!.to).toBeGreaterThanOrEqual(500);
  const before = clock;
  await ask(0, "a.example");
  await ask(1, "b.example");
  expect(clock - before).toBe(80);
});

it("a host is free again half a minute after a process was killed in the middle of a request to it", async () => {
  const [dead, alive] = each(({ turns }) => turns);
  expect(await dead.take("a.example", 500, HOLD_MS)).toBe(0);
  expect(await alive.take("a.example", 500, HOLD_MS)).toBe(HOLD_MS + 500);
  clock += HOLD_MS + 499;
  expect(await alive.take("a.example", 500, HOLD_MS)).toBe(1);
  clock += 1;
  expect(await alive.take("a.example", 500, HOLD_MS)).toBe(0);
  await alive.leave("a.example");
  expect(await dead.take("a.example", 500, HOLD_MS)).toBe(500);
});

it("a host that was taken by a clock five hours ahead is free again", async () => {
  const [wrong, right] = each(({ turns }) => turns);
  clock += 5 * 3600_000;
  await wrong.take("a.example", 500, HOLD_MS);
  clock -= 5 * 3600_000;
  expect(await right.take("a.example", 500, HOLD_MS)).toBe(0);
});
