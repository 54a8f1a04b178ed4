import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BEGIN, turnOf } from "../../store/postgres/turn-queries.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { startNode, type TestNode } from "./nodes.ts";

const at = new Date();

describe.runIf(isPostgres())("three nodes on one database", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  let make: ReturnType<typeof communityOf>;
  let nodes: TestNode[];
  const start = (name: string) => startNode(db.url, db.folder, name);
  beforeAll(async () => {
    db = await createSeededDatabase();
    make = communityOf(db.store);
    nodes = await Promise.all(["one", "two", "three"].map(start));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end("SIGKILL")));
    await db.close();
  });

  it("count 200 people who vote for one listing at once exactly, each once", async () => {
    const listing = await make.listing({}, at);
    const people = await Promise.all(Array.from({ length: 200 }, () => make.person()));
    // Everybody votes on two nodes.
    await Promise.all(
      [0, 1, 2].map((place) =>
        nodes[place]!.do("vote", {
          slug: listing.slug,
          accounts: people.filter((_, index) => index % 3 !== place),
        }),
      ),
    );
    const counted = db.writer.prepare("select count(*) from votes where listing_id = ? and counted = 1").pluck();
    expect(counted.get(listing.id)).toBe(200);
    for (const node of nodes)
      expect((await node.do<{ votes: number }>("find", { slug: listing.slug })).votes).toBe(200);
    expect(db.writer.prepare("select sum(count) from vote_quarters").pluck().get()).toBe(200);
  });

  it("give orders numbers without gaps when 51 are made at once and every third is rolled back", async () => {
    const accountId = await make.person();
    const given = await Promise.all(
      nodes.map((node) => node.do<(string | undefined)[]>("order", { count: 17, accountId })),
    );
    const numbers = given.flat().filter((number) => number !== undefined);
    expect(numbers).toHaveLength(33);
    expect(new Set(numbers).size).toBe(33);
    const ids = db.writer.prepare("select id from orders order by id").pluck().all();
    expect(ids).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
    const kept = db.writer.prepare("select number from orders").pluck().all() as string[];
    expect(kept.toSorted()).toEqual(numbers.toSorted());
  });

  it("give a website to one of 60 listings that are proven at once", async () => {
    const saved = { status: "draft", launchedAt: null, siteKey: "raced.example" } as const;
    const ids: number[] = [];
    for (let made = 0; made < 60; made++) ids.push((await make.listing(saved, at)).id);
    const got = await Promise.all(
      nodes.map((node, place) => node.do<number[]>("prove", { ids: ids.filter((_, index) => index % 3 === place) })),
    );
    expect(got.flat()).toHaveLength(1);
    expect((await db.store.listings.findBySite("raced.example"))?.id).toBe(got.flat()[0]);
  });

  it.each([
    { name: "alone", end: "SIGKILL" as const, blocks: false, touched: undefined },
    { name: "alone, and hangs", end: undefined, blocks: true, touched: undefined },
    { name: "with others on the same rows, and hangs", end: undefined, blocks: true, touched: ["votes slow"] },
  ])("wait for one that dies in its turn $name, and none is refused", async ({ end, blocks, touched }) => {
    const dying = await start(`dying-${blocks}-${touched}`);
    const holding = dying.told("holding");
    dying.do("hold", { touched, blocks }).catch(() => undefined);
    await holding;
    if (end) await dying.end(end);
    // A turn that does not come within 8 seconds is refused.
    await db.store.change((tx) => tx.reference.saveSecret("after", "it"));
    await dying.end("SIGKILL");
  });

  it("let changes on other rows pass while one takes its turn", async () => {
    const slow = new pg.Client(db.url);
    await slow.connect();
    await slow.query(BEGIN);
    await slow.query(turnOf(["votes slow"]));
    // Its turn never ends: a change that waited for it would be refused.
    await db.store.change((tx) => tx.reference.saveSecret("other", "row"), ["votes other"]);
    await slow.end();
  });

  it("see and find what another one wrote", async () => {
    const listing = await make.listing({}, at);
    for (const node of nodes) {
      await expect
        .poll(async () => (await node.do<{ id: number }>("find", { slug: listing.slug }))?.id)
        .toBe(listing.id);
      await expect.poll(() => node.do("search", { q: listing.name })).toBeGreaterThan(0);
    }
  });
});
