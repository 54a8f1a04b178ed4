import { expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { createWebhookSecret } from "../../core/credentials/webhook-signature.ts";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createWebhookReceiver } from "../helpers/webhook-receiver.ts";
import { createWorld } from "../site/world.ts";

/** Stands for the end of the process: what was committed and sent stays, and nothing else happens. */
class Killed extends Error {}

const KINDS = ["announce-event", "call-endpoint"];
const MINUTE = 60_000;

const receiver = await createWebhookReceiver();
const world = await createWorld();
const overrides = parseOverrides(receiver.resolve("a.test", "b.test"));
const fetchSite = createSafeFetch({ userAgent: "test", overrides, now: () => new Date() });

/** The program with one step at which it dies: before or after a change, before or after a request. */
function dying(at: number): { deps: Deps; steps: () => number } {
  let steps = 0;
  const step = () => {
    if (steps++ === at) throw new Killed();
  };
  const between = async <T>(work: () => Promise<T>): Promise<T> => {
    step();
    const value = await work();
    step();
    return value;
  };
  const { store } = world;
  const deps: Deps = {
    ...world.deps,
    store: { ...store, change: (work) => between(() => store.change(work)) },
    fetchSite: (url, options) => between(() => fetchSite(url, options)),
  };
  return { deps, steps: () => steps };
}

/** Runs what is due until nothing is. A process that dies leaves its job to the next one. */
async function runDue(deps: Deps): Promise<void> {
  const { store } = world;
  for (;;) {
    const job = await store.change(async (tx) => {
      for (const kind of KINDS) {
        const [claimed] = await tx.jobs.claim(kind, "test", world.deps.now(), 1);
        if (claimed) return claimed;
      }
      return undefined;
    });
    if (!job) return;
    try {
      await jobKinds[job.kind]!.run(job.payload as never, deps, new AbortController().signal);
      const end = { state: "done" as const, finishedAt: world.deps.now(), lastError: null };
      await store.change((tx) => tx.jobs.settle(job.id, "test", end));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await store.change((tx) => tx.jobs.release("test"));
      return runDue({ ...world.deps, fetchSite });
    }
  }
}

async function addPerson(name: string) {
  const id = world.deps.uuid();
  const at = world.deps.now();
  await world.store.change(async (tx) => {
    await tx.accounts.add({ id, email: `${name}@people.example`, name, createdAt: at, emailVerifiedAt: at });
    for (const host of ["a.test", "b.test"])
      await tx.webhooks.add({
        id: world.deps.uuid(),
        accountId: id,
        url: `https://${host}/`,
        types: ["draft.ready"],
        categories: [],
        secret: createWebhookSecret(world.deps.random),
        createdAt: at,
      });
  });
  return id;
}

/** Two drafts become ready, which is two events for two endpoints. */
async function makeEvents(accountId: string): Promise<void> {
  const insert = world.writer.prepare(
    `insert into drafts(id, account_id, url, site_key, status, content_json, crawl_json, created_at, updated_at)
     values (?, ?, 'https://x.example/', ?, 'drafting', '{}', '{}', ?, ?)`,
  );
  const at = world.deps.now().getTime();
  for (let draft = 0; draft < 2; draft++) {
    const id = world.deps.uuid();
    insert.run(id, accountId, id, at, at);
    world.writer.prepare("update drafts set status = 'ready' where id = ?").run(id);
  }
}

it("a process that dies between any two steps loses no event, and sends one at most twice, with the same id", async () => {
  const accountId = await addPerson("ann");
  let steps = Number.POSITIVE_INFINITY;
  let twice = 0;
  for (let at = 0; at <= steps; at++) {
    receiver.received.length = 0;
    await makeEvents(accountId);
    const life = dying(at);
    await runDue(life.deps);
    // What the dead process held is free again.
    world.clock.at = new Date(world.clock.at.getTime() + MINUTE);
    await runDue({ ...world.deps, fetchSite });
    if (life.steps() <= at) steps = at;
    const arrived = receiver.received.map(({ host, id }) => `${host} ${id}`);
    expect(new Set(arrived).size, `killed at step ${at}`).toBe(4);
    expect(arrived.length, `killed at step ${at}`).toBeLessThanOrEqual(5);
    twice += arrived.length - 4;
  }
  expect(steps).toBeGreaterThan(15);
  expect(twice).toBeGreaterThan(0);
  const left = world.writer.prepare("select count(*) from webhook_deliveries where state <> 'delivered'").pluck();
  expect(left.get()).toBe(0);
});
