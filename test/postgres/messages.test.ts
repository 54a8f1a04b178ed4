import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { castVote } from "../helpers/cast-vote.ts";
import { cloneDatabase } from "../helpers/postgres/engine.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";
import { rawConnection } from "../helpers/postgres/raw.ts";
import { createWorld, type World } from "../helpers/world.ts";

/** More than the connections that are opened and the statements that get a name meanwhile. */
const [FIRST, TIMES] = [30, 15];

type Sent = { messages: number; statements: number };

/** A way to a server that counts what a node sends to it: how often, and how many statements. */
async function createCounter(target: string) {
  let sent: Sent = { messages: 0, statements: 0 };
  const open = new Set<Socket>();
  const way = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(new URL(target).port), host: "127.0.0.1", noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to).on("error", () => from.destroy());
    }
    let rest: Buffer = Buffer.alloc(0);
    let isStarted = false;
    near.on("data", (bytes: Buffer) => {
      sent.messages++;
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4) return;
        const end = head + rest.readUInt32BE(head);
        if (rest.length < end) return;
        // What binds the values of a statement, and a statement without values.
        if (isStarted && ["B", "Q"].includes(String.fromCharCode(rest[0]!))) sent.statements++;
        isStarted = true;
        rest = rest.subarray(end);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  const url = new URL(target);
  url.port = String((way.address() as AddressInfo).port);
  return {
    url: url.href,
    async during(work: () => Promise<unknown>): Promise<Sent> {
      sent = { messages: 0, statements: 0 };
      await work();
      return sent;
    },
    async close() {
      for (const socket of open) socket.destroy();
      way.close();
      await once(way, "close");
    },
  };
}

describe.runIf(isPostgres())("PostgreSQL is sent", () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let counter: Awaited<ReturnType<typeof createCounter>>;
  let world: World;
  beforeAll(async () => {
    database = await cloneDatabase("seeded");
    counter = await createCounter(database.url);
    // Notices of commits, which several changes share, go past the counter.
    const env = { DATABASE_URL: counter.url, DATABASE_LISTEN_URL: database.url };
    const unlimited = { LIMIT_VOTE: "10000", LIMIT_WRITE: "10000", LIMIT_CREDENTIAL: "10000" };
    world = await createWorld({ env: { ...env, ...unlimited } });
    await world.jobs.stop(0);
  });
  afterAll(async () => {
    await world.close();
    await counter.close();
    await database.drop();
  });

  /** The least of several times: now and then a node asks for changes of others meanwhile. */
  async function leastOf(work: (nth: number) => Promise<unknown>): Promise<Sent> {
    let least: Sent = { messages: Number.POSITIVE_INFINITY, statements: Number.POSITIVE_INFINITY };
    for (let nth = 0; nth < FIRST + TIMES; nth++) {
      const sent = await counter.during(() => work(nth));
      if (nth >= FIRST && sent.messages <= least.messages) least = sent;
    }
    return least;
  }

  it("6 messages for an edit by REST, besides the notice", async () => {
    const { id } = await world.account("ann");
    const listing = await world.listing("Edited", { category: "crm", ownerId: id });
    const ann = world.as("ann");
    const raw = rawConnection(database.url);
    const counted = () => Number(raw.prepare("select coalesce(sum(count), 0) from quota_windows").pluck().get());
    const before = counted();
    const sent = await leastOf(async (nth) => {
      const { status } = await ann.patch(`/me/listings/${listing.id}`, {
        body: { fields: { tagline: `Edit ${nth}` } },
      });
      expect(status).toBe(200);
      // The quota is counted beside the edit, and the answer does not wait for it.
      await vi.waitFor(() => expect(counted()).toBe(before + nth + 1), { interval: 5, timeout: 10_000 });
    });
    expect(sent).toEqual({ messages: 6, statements: 16 });
  });

  const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
  const signIn = async (name: string) => {
    const { id: accountId } = await world.account(name);
    const at = world.deps.now();
    const times = { signedInAt: at, createdAt: at, lastSeenAt: at, expiresAt: new Date(at.getTime() + 86_400_000) };
    const cookie = hash(`secret of ${name}`);
    await world.deps.store.change((tx) =>
      tx.accounts.addSession({ idHash: hash(cookie), accountId, userAgent: "test", ...times }),
    );
    return cookie;
  };
  const vote = async (cookie: string, slug: string) => {
    const answer = await fetch(`${world.url}/listings/${slug}/vote`, {
      method: "POST",
      headers: { cookie: `sid=${cookie}`, "sec-fetch-site": "same-origin", accept: "application/json" },
      body: new URLSearchParams({ csrf: hash(`csrf ${cookie}`), vote: "on" }),
    });
    return answer.json();
  };

  it("6 messages for a vote on the site, besides the notice", async () => {
    const ben = await signIn("ben");
    const slugs: string[] = [];
    const ann = await world.account("ann");
    for (let nth = 0; nth < FIRST + TIMES; nth++) {
      const listing = await world.listing(`Voted ${nth}`, { category: "crm" });
      // The first vote of a listing is counted for the whole site.
      await castVote(world.deps, ann.id, listing.id);
      slugs.push(listing.slug);
    }
    const sent = await leastOf(async (nth) => {
      expect(await vote(ben, slugs[nth]!)).toMatchObject({ on: true, count: 2 });
    });
    expect(sent).toEqual({ messages: 6, statements: 13 });
  });

  it("a third of that for each of 20 votes at once", async () => {
    const voters = await Promise.all(Array.from({ length: 20 }, (_, nth) => signIn(`voter-${nth}`)));
    const listings = await Promise.all(
      Array.from({ length: FIRST + TIMES }, (_, nth) => world.listing(`Hot ${nth}`, { category: "crm" })),
    );
    const { messages } = await leastOf((nth) => Promise.all(voters.map((voter) => vote(voter, listings[nth]!.slug))));
    expect(messages).toBeLessThan((6 / 3) * voters.length);
  });
});
