import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { castVote } from "../helpers/cast-vote.ts";
import { createFolder } from "../helpers/folder.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { poolerProgram, startPooler } from "../helpers/postgres/pooler.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

const program = isPostgres() ? poolerProgram() : undefined;
const MODES: [name: string, settings: Record<string, string>][] = [["in transaction mode", {}]];
// Since 1.21.
if (Number(program?.version.split(".")[1]) >= 21)
  MODES.push(["with prepared statements", { max_prepared_statements: "200" }]);

it.runIf(isPostgres() && !program)("needs the program of PgBouncer: apt-get install pgbouncer", ({ skip }) => {
  if (!process.env.CI) skip("there is no pgbouncer here");
  expect.fail("Install it: apt-get install pgbouncer");
});

describe.runIf(program).each(MODES)(`nodes behind PgBouncer ${program?.version} %s`, (_name, settings) => {
  const folder = createFolder();
  let db: Awaited<ReturnType<typeof cloneDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let env: { DATABASE_URL: string; DATABASE_LISTEN_URL: string };
  let one: World;
  let two: World;
  beforeAll(async () => {
    db = await cloneDatabase("seeded");
    const url = new URL(db.url);
    pooler = await startPooler(program!.file, folder, url, settings);
    env = { DATABASE_URL: pooler.url(url.pathname.slice(1)), DATABASE_LISTEN_URL: db.url };
    [one, two] = await Promise.all([createWorld({ env }), createWorld({ env })]);
  });
  afterAll(async () => {
    await Promise.all([one?.close(), two?.close()]);
    await pooler?.stop();
    await db?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const statusOf = async (world: World) =>
    ((await (await fetch(`${world.url}/readyz`)).json()) as { status: string }).status;
  const faults = (world: World) => world.logs.filter((line) => /"level":[56]0/.test(line));

  it("write, vote, search, hear each other and do their jobs", async () => {
    const { id: ownerId } = await one.account("ann");
    const listing = await one.listing("Pooled", { category: "crm", ownerId });
    const voters = await Promise.all(Array.from({ length: 20 }, (_, nth) => one.account(`voter${nth}`)));
    await Promise.all(voters.map(({ id }, nth) => castVote((nth % 2 ? one : two).deps, id, listing.id)));
    const read = async (path: string) => (await fetch(`${two.url}/api/v1${path}`)).json();
    for (let time = 0; time < 3; time++) {
      const path = `/me/listings/${listing.id}`;
      const { status } = await one.as("ann").patch(path, { body: { fields: { tagline: `Edited ${time}` } } });
      expect(status).toBe(200);
      await expect
        .poll(() => read(`/listings/${listing.slug}`))
        .toMatchObject({ tagline: `Edited ${time}`, votes: 20 });
      expect(await read("/listings?q=Pooled")).toMatchObject({ items: [{ slug: listing.slug }] });
    }
    await Promise.all([one.drain(), two.drain()]);
    expect([...faults(one), ...faults(two)]).toEqual([]);
  });

  it("go on after it was restarted", async () => {
    const save = (world: World) => world.deps.store.change((tx) => tx.reference.saveSecret("restarted", "x"));
    await pooler.stop();
    await expect(save(one)).rejects.toMatchObject({ trouble: "unreachable" });
    expect(await statusOf(one)).toBe("not_ready");
    await pooler.restart();
    for (const world of [one, two])
      await expect
        .poll(async () => {
          await save(world).catch(() => undefined);
          return statusOf(world);
        })
        .toBe("ready");
  });

  it("undo a change that hangs", async () => {
    const { store } = one.deps;
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hanging = store.change(async (tx) => {
      await tx.reference.saveSecret("hanging", "x");
      begun.resolve();
      await gate.promise;
    });
    hanging.catch(() => undefined);
    await begun.promise;
    await two.deps.store.change((tx) => tx.reference.saveSecret("other", "x"));
    gate.resolve();
    await expect(hanging).rejects.toThrow();
    expect(await store.reference.findSecret("hanging")).toBeUndefined();
  });

  it("are examined past it, and say what is missing without DATABASE_LISTEN_URL", async () => {
    const { stdout } = await runHere(["doctor", "--json", "--skip", "dns,https out"], { ...env, DATA_DIR: one.folder });
    const found = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === "database");
    expect(found).toMatchObject({ ok: true });
    const alone = { DATABASE_URL: env.DATABASE_URL, DATA_DIR: join(folder, "alone") };
    expect(await runHere(["migrate"], alone)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "Set DATABASE_LISTEN_URL to the address of the same database without the pooler.",
      ),
    });
  });
});
