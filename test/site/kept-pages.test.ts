import { afterAll, describe, expect, it } from "vitest";
import { moderateListing } from "../../actions/moderation/moderate-listing.ts";
import { databaseFile } from "../../core/settings/config.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import type { Tx } from "../../store/store.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { addPerson } from "../helpers/people.ts";
import { png } from "../helpers/png.ts";
import { end, serve } from "../helpers/process.ts";
import { statementsOf } from "../helpers/statements.ts";
import { createWorld } from "../helpers/world.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Of one response only. */
const OWN = ["date", "x-request-id", "content-length", "transfer-encoding", "connection", "keep-alive"];

/** Stands still until it is moved, because some pages show the minutes that are left. */
let now = new Date();
/** Another process on the same database. */

const world = await createWorld({ env: { LIMIT_VIEW: "100000" }, replaced: { now: () => now } });
const acme = await world.listing("Acme", { category: "crm" });
const bolt = await world.listing("Bolt", { category: "crm" });
const other = await serve({ DATA_DIR: world.folder, LIMIT_PAGE_ANONYMOUS: "100000" });
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

type Shown = { status: number; headers: Record<string, string>; text: string };

async function get(path: string, headers: Record<string, string> = {}, site = world.url): Promise<Shown> {
  const response = await fetch(site + path, { redirect: "manual", headers });
  const sent = [...response.headers].filter(([name]) => !OWN.includes(name));
  return { status: response.status, headers: Object.fromEntries(sent), text: await response.text() };
}
/** The page as it is made for somebody who has any cookie, which keeps nothing. */
const made = (path: string, headers: Record<string, string> = {}, site = world.url) =>
  get(path, { cookie: "seen=1", "sec-fetch-site": "none", ...headers }, site);

/** Whether a page is sent without reading a listing, and with its length, which is not known while it is compressed. */
async function isKept(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  let length: string | null = null;
  const ran = await statementsOf(async () => {
    const response = await fetch(world.url + path, { headers: { "accept-encoding": "gzip", ...headers } });
    length = response.headers.get("content-length");
    await response.text();
  });
  return length !== null && !ran.some(({ sql }) => /\b(?:from|join) "?(?:listings|categories)\b/.test(sql));
}
/** A page that any commit drops, such as that of a job, is kept again at once. */
const isSoonKept = (path: string, headers: Record<string, string> = {}) =>
  expect.poll(() => isKept(path, headers)).toBe(true);
/** Twice, because the first response of an encoding is made from the page as it is. */
async function warm(path: string, headers: Record<string, string> = {}, site = world.url): Promise<void> {
  for (const _ of [1, 2, 3]) await get(path, headers, site);
}

/** A kept page differs after a write, and both processes send it as they would make it. */
async function expectMadeAgain(path: string, write: () => Promise<unknown>): Promise<void> {
  await warm(path);
  await warm(path, {}, other.site);
  await isSoonKept(path);
  const before = await get(path);
  await write();
  const after = await get(path);
  expect(after.text).not.toBe(before.text);
  expect(after).toEqual(await made(path));
  expect(await get(path, {}, other.site)).toEqual(await made(path, {}, other.site));
}

const PAGES = [
  "/",
  "/listings/acme",
  "/listings/acme/alternatives",
  "/categories",
  "/categories/crm",
  "/leaderboards/community-all-time",
  "/launches",
  "/founders",
  "/awards",
];

describe("a public page", () => {
  it.each(PAGES)("%s is kept, and sent as it would be made, in every encoding", async (path) => {
    for (const encoding of ["identity", "gzip", "br", "gzip, deflate, br, zstd", "br;q=0.5, gzip;q=0.9"]) {
      const headers = { "accept-encoding": encoding };
      await warm(path, headers);
      expect(await get(path, headers)).toEqual(await made(path, headers));
      await isSoonKept(path, headers);
    }
    expect((await get(path)).headers["cache-control"]).toBe("public, max-age=60");
  });

  it.each<[name: string, path: string, headers: Record<string, string>, method?: string]>([
    ["with any cookie", "/listings/acme", { cookie: "seen=1" }],
    ["with a query", "/listings/acme?notice=welcome", {}],
    ["as Markdown", "/listings/acme", { accept: "text/markdown" }],
    ["as a twin", "/listings/acme.md", {}],
    ["in another spelling", "/LISTINGS/acme", {}],
    ["with a slash at its end", "/listings/acme/", {}],
  ])("%s is not kept", async (_name, path, headers) => {
    await warm("/listings/acme");
    await warm(path, headers);
    expect(await isKept(path, headers)).toBe(false);
    expect(await isKept("/listings/acme")).toBe(true);
  });

  it("answers HEAD as before, and not found stays not found", async () => {
    await warm("/listings/acme");
    const head = await fetch(`${world.url}/listings/acme`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    await warm("/listings/no-such");
    expect(await isKept("/listings/no-such")).toBe(false);
  });

  it("is made again after a minute, and with every minute when it shows the time", async () => {
    await warm("/listings/acme");
    await warm("/");
    now = new Date(now.getTime() + 60_000);
    expect([await isKept("/listings/acme"), await isKept("/")]).toEqual([false, false]);
    await isSoonKept("/listings/acme");
    await isSoonKept("/");
  });

  it("is not kept while the copy of a picture is made", async () => {
    const media = [{ url: "https://pictures.example/a.png", alt: "A" }];
    const { slug } = await world.listing("Pictured", { profile: { media }, unlocked: ["media"] });
    await warm(`/listings/${slug}`);
    expect((await get(`/listings/${slug}`)).text).not.toContain('class="gallery"');
    await world.deps.pictures.keep(media[0]!.url, png(4, 3), "wide");
    expect((await get(`/listings/${slug}`)).text).toContain('class="gallery"');
  });
});

describe("a kept page", () => {
  it("is never given to members, nor made from what they see", async () => {
    const person = await addPerson(world.deps.store, { email: "mia@people.example", name: "Mia" }, world.deps.now());
    const cookie = `sid=${person.cookie}`;
    const fresh = await world.listing("Fresh", { category: "crm" });
    const path = `/listings/${fresh.slug}`;
    const own = await get(path, { cookie });
    expect(own.text).toContain('name="csrf"');
    expect(own.headers["cache-control"]).toBe("private, no-store");
    const anybody = await get(path);
    expect(anybody.text).not.toContain("csrf");
    await warm(path);
    expect((await get(path, { cookie })).text).toContain('name="csrf"');
    expect(await get(path)).toEqual(anybody);
    expect(anybody.headers.vary).toBe("Cookie, Accept, Accept-Encoding");
  });

  it("counts the visitor, once a day", async () => {
    const { id, slug } = await world.listing("Watched");
    const look = (agent: string) => get(`/listings/${slug}`, { "user-agent": agent });
    await warm(`/listings/${slug}`);
    for (const agent of [`${BROWSER} 1`, `${BROWSER} 1`, `${BROWSER} 2`, "curl/8"]) await look(agent);
    await world.deps.visits.flush();
    expect((await world.deps.store.listings.find(id))?.views).toBe(2);
    // A view is no reason to make a page again.
    expect(await isKept(`/listings/${slug}`, { "user-agent": `${BROWSER} 3` })).toBe(true);
  });

  it("leaves the same line in the access log, and keeps the request's id", async () => {
    await warm("/listings/acme");
    const lines: Record<string, unknown>[] = [];
    for (const [id, headers] of [
      ["kept-one", {}],
      ["made-one", { cookie: "seen=1" }],
    ] as const) {
      const response = await fetch(`${world.url}/listings/acme`, { headers: { "x-request-id": id, ...headers } });
      await response.text();
      expect(response.headers.get("x-request-id")).toBe(id);
      await expect.poll(() => world.logs.find((line) => line.includes(id))).toBeDefined();
      const {
        ms: _ms,
        bytes: _bytes,
        time: _time,
        request_id,
        ...line
      } = JSON.parse(world.logs.find((text) => text.includes(id))!);
      lines.push(line);
      expect(request_id).toBe(id);
    }
    expect(lines[0]).toEqual(lines[1]);
    expect(lines[0]).toMatchObject({ route: "/listings/:slug", status: 200, caller: "anonymous" });
  });
});

describe("the page of a category", () => {
  const path = "/categories/crm";

  it("stays while listings elsewhere change, and listings of it in what it does not show", async () => {
    const elsewhere = await world.listing("Elsewhere", { category: "code-editors" });
    await warm(path);
    await world.deps.store.change(async (tx) => {
      const row = (await tx.listings.find(elsewhere.id))!;
      await tx.listings.update(row, { ...row, tagline: "New" }, {}, { accountId: null, client: "test" }, new Date());
    });
    await castVote(world.deps, (await world.account("ann")).id, elsewhere.id);
    await get(`/listings/${acme.slug}`, { "user-agent": `${BROWSER} 9` });
    await world.deps.visits.flush();
    expect(await isKept(path)).toBe(true);
  });

  it.each<[what: string, write: () => Promise<unknown>]>([
    ["has a new listing", () => world.listing("Came", { category: "crm" })],
    ["has another order", async () => castVote(world.deps, (await world.account("bea")).id, bolt.id)],
    [
      "has another name",
      () =>
        world.deps.store.change(async (tx) => {
          const row = (await tx.reference.findCategory("crm"))!;
          await tx.categories.save({ ...row, name: "Customers" });
        }),
    ],
  ])("is made again once it %s", async (_what, write) => {
    await expectMadeAgain(path, write);
  });

  it("is made again once a listing of its second page is voted to the first", async () => {
    const { id, slug } = await world.listing("Overtaking", { category: "code-editors" });
    for (let nth = 0; nth < 20; nth++) await world.listing(`Ahead ${nth}`, { category: "code-editors" });
    const db = openWriter(databaseFile(world.deps.settings));
    db.exec(`update listings set votes = 2 where name like 'Ahead %'`);
    await warm("/categories/developer-tools");
    const { status, text } = await get("/categories/developer-tools");
    expect(status).toBe(200);
    expect(text).not.toContain(`/listings/${slug}"`);
    db.prepare("update listings set votes = 3 where id = ?").run(id);
    db.close();
    expect((await get("/categories/developer-tools")).text).toContain(`/listings/${slug}"`);
  });
});

describe("page limits", () => {
  it("hold for kept pages, with the same refusal", async () => {
    const small = await createWorld({ env: { LIMIT_PAGE_ANONYMOUS: "5" } });
    try {
      const statuses: number[] = [];
      for (let nth = 0; nth < 7; nth++) statuses.push((await fetch(`${small.url}/categories`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(small.deps.limiter.refusals().get("page-anonymous")).toBe(2);
    } finally {
      await small.close();
    }
  });

  it("are not met by a cache without room", async () => {
    const small = await createWorld({ env: { CACHE_MB: "0" } });
    try {
      await small.listing("Acme");
      const read = () => fetch(`${small.url}/listings/acme`);
      await read();
      const ran = await statementsOf(read);
      expect(ran.some(({ sql }) => /from "listings"/.test(sql))).toBe(true);
    } finally {
      await small.close();
    }
  });
});

describe("after a commit, the next request by either process sees", () => {
  const change = <T>(work: (tx: Tx) => Promise<T>) => world.deps.store.change(work);
  const at = () => world.deps.now();
  const one = async () => (await world.deps.store.listings.find(acme.id))!;
  const two = async () => (await world.deps.store.listings.find(bolt.id))!;
  const by = { accountId: null, client: "test" };
  const ann = async () => (await world.account("ann")).id;

  const WRITES: [what: string, write: () => Promise<unknown>][] = [
    ["a vote", async () => castVote(world.deps, await ann(), acme.id)],
    [
      "a follow",
      async () => {
        const accountId = await ann();
        await change((tx) => tx.engagement.follow(accountId, acme.id, at()));
      },
    ],
    [
      "an update",
      async () => {
        const accountId = await ann();
        await change((tx) =>
          tx.updates.add({ listingId: acme.id, accountId, title: "News", body: "New", publishedAt: at() }),
        );
      },
    ],
    [
      "a review",
      async () => {
        const accountId = await ann();
        await change(async (tx) => {
          await tx.reviews.write(accountId, acme.id, { rating: 4, title: null, body: "Fine" }, at());
          const { id, updatedAt } = (await tx.reviews.find(accountId, acme.id))!;
          await tx.reviews.decide(id, "published", { by: accountId, at: at(), seenAt: updatedAt });
        });
      },
    ],
    [
      "the new name of a reviewer",
      async () => {
        const accountId = await ann();
        await change((tx) => tx.accounts.setName(accountId, "Annabel"));
      },
    ],
    [
      "a comment, a reply, a reaction, a pin, an edit and a decision",
      async () => {
        const accountId = await ann();
        const id = world.deps.uuid();
        const place = { listingId: acme.id, subject: "listing", threadId: null, answersId: null } as const;
        const said = { body: "Hello", status: "published", reason: null, accountId, createdAt: at() } as const;
        await change((tx) => tx.comments.add({ id, ...place, ...said }));
        const react = () => change((tx) => tx.comments.react(id, accountId, "love", at()).then(() => undefined));
        const find = async () => (await world.deps.store.comments.byId(id))!.comment;
        const pin = async () => {
          const comment = await find();
          await change((tx) => tx.comments.pin(comment, at()));
        };
        const edit = async () => {
          const comment = await find();
          await change((tx) => tx.comments.edit(comment, { ...comment, body: `${comment.body} again` }, at()));
        };
        for (const write of [react, pin, edit]) await expectMadeAgain("/listings/acme/comments", write);
        await expectMadeAgain(`/listings/acme/comments/${id}`, edit);
      },
    ],
    [
      "a domain rating",
      () =>
        change((tx) =>
          tx.figures.saveRating({ listingId: acme.id, date: "2026-11-18", value: 44, source: "x", checkedAt: at() }),
        ),
    ],
    [
      "an edit",
      async () => {
        const listing = await one();
        await change((tx) => tx.listings.update(listing, { ...listing, tagline: "Another line" }, {}, by, at()));
      },
    ],
    [
      "the edit of an alternative",
      async () => {
        const listing = await two();
        await change((tx) => tx.listings.update(listing, { ...listing, tagline: "Alternative line" }, {}, by, at()));
      },
    ],
    [
      "an approved alternative",
      async () => {
        const late = await world.listing("Late", { category: "email-marketing" });
        await change((tx) => tx.alternatives.approve(acme.id, [late.id], at()));
      },
    ],
  ];

  it.each(WRITES)("%s", async (_what, write) => {
    await expectMadeAgain("/listings/acme", write);
  });

  it("a suspended listing on no page", async () => {
    const gone = await world.listing("Gone", { category: "crm" });
    const paths = [`/listings/${gone.slug}`, "/listings/acme", "/", "/categories/crm"];
    for (const path of paths) for (const site of [world.url, other.site]) await warm(path, {}, site);
    expect((await get("/categories/crm", {}, other.site)).text).toContain(`/listings/${gone.slug}"`);
    const { id: by } = await world.account("moderator");
    await change((tx) => moderateListing(tx, gone.id, { step: "suspend", reason: "Spam", by }, world.deps));
    for (const site of [world.url, other.site]) {
      expect((await get(paths[0]!, {}, site)).status).toBe(404);
      for (const path of paths.slice(1))
        expect((await get(path, {}, site)).text).not.toContain(`/listings/${gone.slug}"`);
    }
  });
});
