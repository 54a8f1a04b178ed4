import { rmSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOrder } from "../../actions/orders/checkout.ts";
import { ALL_CHANGES } from "../../store/postgres/turn-queries.ts";
import { createTill } from "../crash/till.ts";
import { createFolder } from "../helpers/folder.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { BOUGHT } from "./bought.ts";

describe.runIf(isPostgres())("a node", () => {
  const folder = createFolder();
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let till: Awaited<ReturnType<typeof createTill>>;
  let world: World;
  beforeAll(async () => {
    server = await startPostgres(folder);
    till = await createTill();
    world = await createWorld({ env: { DATABASE_URL: server.url("postgres"), ...till.env } });
  });
  afterAll(async () => {
    await world.close();
    await till.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ready = async () => {
    const response = await fetch(`${world.url}/readyz`);
    return { status: response.status, body: await response.json() };
  };

  it("refuses a payment's webhook with 503 and Retry-After while PostgreSQL is away, and takes it when it is back", async () => {
    const { id: accountId } = await world.account("ann");
    const { deps } = world;
    const order = await deps.store.change((tx) => addOrder(tx, BOUGHT, accountId, deps));
    const { payload, headers } = till.notice({ ...order, site: new URL(deps.settings.BASE_URL).host });
    const send = () => fetch(`${world.url}/webhooks/stripe`, { method: "POST", headers, body: payload });
    await server.kill();
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
      503,
      "1",
      "This webhook could not be saved. Send it again later.",
    ]);
    expect(await ready()).toMatchObject({ status: 503, body: { status: "not_ready", reason: "unreachable" } });
    await server.restart();
    for (let time = 0; time < 2; time++) expect((await send()).status).toBe(200);
    expect(await deps.store.orders.find(order.number)).toMatchObject({ status: "paid" });
    await expect.poll(ready).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("looks alive while all connections for reads and writes are taken", async () => {
    const other = new pg.Client(server.url("postgres"));
    await other.connect();
    await other.query("begin; lock table listings, webhook_endpoints in access exclusive mode");
    const { store } = world.deps;
    const reads = Array.from({ length: 20 }, () => store.listings.findLive("none").catch(() => undefined));
    const writes = Array.from({ length: 20 }, (_, nth) =>
      store.change(async (tx) => void (await tx.listings.findLive("none")), [`row ${nth}`]).catch(() => undefined),
    );
    const waiting = async () =>
      Number((await other.query("select count(*) from pg_locks where not granted")).rows[0].count);
    await expect.poll(waiting).toBe(24);
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
    await world.jobs.beat();
    // Neither waited until those gave up.
    expect(await waiting()).toBe(24);
    await other.query("rollback");
    await other.end();
    await Promise.all([...reads, ...writes]);
  });

  it("is ready for reads only while somebody keeps the database locked", async () => {
    const other = new pg.Client(server.url("postgres"));
    await other.connect();
    await other.query("select pg_advisory_lock($1)", [ALL_CHANGES]);
    const begun = performance.now();
    const changes = Array.from({ length: 40 }, (_, index) =>
      world.deps.store.change(
        (tx) => tx.reference.saveSecret(`locked ${index}`, "x"),
        index % 2 ? [`row ${index}`] : undefined,
      ),
    );
    for (const change of changes) change.catch(() => undefined);
    for (const change of changes) await expect(change).rejects.toMatchObject({ status: 503, trouble: "busy" });
    // One waits for 8 seconds; one after the other, they would wait for minutes.
    expect(performance.now() - begun).toBeLessThan(60_000);
    // The heartbeat of jobs takes no lock, so it succeeds and proves nothing.
    await world.deps.store.change((tx) => tx.jobs.beat("nobody"), []);
    const asked = performance.now();
    expect(await ready()).toMatchObject({ status: 200, body: { status: "read_only", reason: "busy" } });
    // Before a change is refused, which takes 8 seconds. Load balancers wait for 5.
    expect(performance.now() - asked).toBeLessThan(7500);
    expect((await fetch(world.url)).status).toBe(200);
    await other.end();
    await expect.poll(ready).toMatchObject({ status: 200, body: { status: "ready" } });
  });
});
