import { hash } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { txt } from "../helpers/dns-server.ts";

const DAY = 24 * 3600_000;
const FILE = "/.well-known/debut-claim.txt";

const world = await createClaimsWorld({
  hosts: ["by-tag.example", "by-file.example", "tenth.example", "busy.example", "moved.example", "elsewhere.example"],
});

const claim = (who: string, slug: string, method: string, more: object = {}) =>
  world.as(who).post("/claims", { body: { slug, method, ...more } });
const verify = (who: string, id: number, headers: Record<string, string> = {}) => {
  // Two checks of one moment are one.
  world.advance(1);
  return world.as(who).post(`/claims/${id}/verify`, { headers });
};
const listed = async (slug: string) => (await world.rest("GET", `/listings/${slug}`)).body;

async function provable(who: string, slug: string) {
  const { body } = await claim(who, slug, "dns");
  const { name, value } = body.instructions.dns;
  const known = world.records[name];
  world.records[name] = [...(Array.isArray(known) ? known : []), txt(value)];
  return body.claim_id as number;
}

describe("claim_listing", () => {
  it("says exactly what to publish, and says it again", async () => {
    await world.listing("Say What", { url: "https://app.say-what.example/start" });
    const dns = await claim("ann", "say-what", "dns");
    expect(dns).toMatchObject({
      status: 201,
      body: {
        claim_id: expect.any(Number),
        slug: "say-what",
        listing: { slug: "say-what", name: "Say What" },
        method: "dns",
        status: "pending",
        last_check: null,
        attempts_left: 10,
        verified_at: null,
        next_actions: ["verify_claim"],
      },
    });
    const { instructions, expires_at: expires, claim_id: id } = dns.body;
    expect(instructions).toMatchObject({
      dns: {
        type: "TXT",
        name: "_debut-claim.say-what.example",
        value: expect.stringMatching(/^debut-claim=[0-9a-f]{32}$/),
        other_name: "say-what.example",
      },
      meta: null,
      file: null,
      email: null,
    });
    for (const part of ["_debut-claim.say-what.example", instructions.dns.value, `claim_id ${id}`])
      expect(instructions.text).toContain(part);
    expect(Math.abs(Date.parse(expires) - world.deps.now().getTime() - 14 * DAY)).toBeLessThan(60_000);

    const meta = (await claim("ann", "say-what", "meta")).body.instructions;
    expect(meta.meta).toEqual({
      page: "https://app.say-what.example/start",
      tag: expect.stringMatching(/^<meta name="debut-claim" content="[0-9a-f]{32}">$/),
    });
    expect(meta.text).toContain(meta.meta.tag);
    const file = (await claim("ann", "say-what", "file")).body.instructions;
    expect(file.file).toEqual({
      path: FILE,
      url: `https://app.say-what.example${FILE}`,
      body: expect.stringMatching(/^debut-claim=[0-9a-f]{32}$/),
    });
    expect(file.text).toContain(file.file.body);

    const again = await claim("ann", "say-what", "dns");
    expect(again.body).toEqual(dns.body);
    const { body: mine } = await world.as("ann").get("/claims");
    expect(mine.items.map(({ method }: { method: string }) => method)).toEqual(["file", "meta", "dns"]);
    expect(mine.items[2]).toEqual(dns.body);
    const bo = (await claim("bo", "say-what", "dns")).body;
    expect(bo.claim_id).not.toBe(id);
    expect(bo.instructions.dns.value).not.toBe(instructions.dns.value);
    const call = await world.mcp(
      "claim_listing",
      { slug: "say-what", method: "dns" },
      { bearer: await world.key("ann") },
    );
    expect(call.body.structuredContent).toEqual(dns.body);
  });

  it("sends a link to the company, once in ten minutes, and keeps no more than its hash", async () => {
    await world.listing("Mail Me");
    const ask = (email: string) => claim("ann", "mail-me", "email", { email });
    const { body } = await ask("Hello@Mail-Me.EXAMPLE");
    expect(body).toMatchObject({
      method: "email",
      status: "pending",
      instructions: { dns: null, meta: null, file: null, email: { to: "Hello@mail-me.example" } },
      next_actions: [],
    });
    expect(body.instructions.text).toContain("Hello@mail-me.example");
    expect((await ask("Hello@mail-me.example")).body.claim_id).toBe(body.claim_id);
    expect(await world.mailsTo("Hello@mail-me.example")).toEqual(["Is Mail Me yours?"]);
    const first = await world.linkTo("Hello@mail-me.example");
    expect(first).toMatch(/^\/claim\?token=[0-9a-f]{32}$/);

    expect((await ask("other@mail-me.example")).body).toMatchObject({
      claim_id: body.claim_id,
      instructions: { email: { to: "other@mail-me.example" } },
    });
    const second = await world.linkTo("other@mail-me.example");
    const find = (link: string) => world.deps.store.claims.findByToken(hashOf(link));
    expect([await find(first), (await find(second))?.claim.id]).toEqual([undefined, body.claim_id]);

    const row = JSON.stringify((await find(second))?.claim);
    expect(row).toContain(hashOf(second));
    expect(row).not.toContain(second.split("=")[1]);

    expect(
      (await world.mcp("verify_claim", { claim_id: body.claim_id }, { bearer: await world.key("ann") })).body,
    ).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^claim_not_verified: .*open the link/) }],
    });
  });

  it.each([
    ["an unknown slug", { slug: "say-wat", method: "dns" }, "listing_not_found", "/slug"],
    ["a listing nobody has seen yet", { slug: "hidden-draft", method: "dns" }, "listing_not_found", "/slug"],
    ["a slug that is none", { slug: "Say What", method: "dns" }, "validation_failed", "/slug"],
    ["a slug that is too long", { slug: "a".repeat(221), method: "dns" }, "validation_failed", "/slug"],
    ["no slug", { method: "dns" }, "validation_failed", "/slug"],
    ["no method", { slug: "refusing" }, "validation_failed", "/method"],
    ["another method", { slug: "refusing", method: "phone" }, "validation_failed", "/method"],
    ["no address", { slug: "refusing", method: "email" }, "validation_failed", "/email"],
    ["no real address", { slug: "refusing", method: "email", email: "ann" }, "validation_failed", "/email"],
    [
      "two addresses",
      { slug: "refusing", method: "email", email: "a@refusing.example,b@x.example" },
      "validation_failed",
      "/email",
    ],
    [
      "a long address",
      { slug: "refusing", method: "email", email: `${"a".repeat(250)}@x.de` },
      "validation_failed",
      "/email",
    ],
    [
      "a free address",
      { slug: "refusing", method: "email", email: "refusing@gmail.com" },
      "claim_email_not_allowed",
      "/email",
    ],
    [
      "a look-alike",
      { slug: "refusing", method: "email", email: "a@xrefusing.example" },
      "claim_email_not_allowed",
      "/email",
    ],
    [
      "a subdomain",
      { slug: "refusing", method: "email", email: "a@mail.refusing.example" },
      "claim_email_not_allowed",
      "/email",
    ],
    [
      "mail of a mail provider",
      { slug: "free-mail", method: "email", email: "a@gmail.com" },
      "claim_method_not_allowed",
      "/method",
    ],
    [
      "mail of a hosting service",
      { slug: "hosted", method: "email", email: "a@ann.github.io" },
      "claim_method_not_allowed",
      "/method",
    ],
    ["the DNS of a hosting service", { slug: "hosted", method: "dns" }, "claim_method_not_allowed", "/method"],
    ["a file at a code host", { slug: "shared", method: "file" }, "claim_method_not_allowed", "/method"],
  ])("refuses %s", async (_name, body, code, pointer) => {
    (await world.deps.store.listings.findBySite("refusing.example")) ?? (await refusing());
    expect(await world.as("ann").post("/claims", { body })).toMatchObject({
      status: 400,
      body: { code, errors: [{ pointer }] },
    });
  });

  async function refusing() {
    await world.listing("Refusing");
    await world.listing("Hidden Draft", { status: "draft" });
    await world.listing("Free Mail", { url: "https://gmail.com/", siteKey: "gmail.com" });
    await world.listing("Hosted", { url: "https://ann.github.io/", siteKey: "ann.github.io" });
    await world.listing("Shared", { url: "https://github.com/ann/x", siteKey: "github.com/ann/x" });
  }

  it("names near slugs, and the methods that would do", async () => {
    expect((await claim("ann", "say-wha", "dns")).body.detail).toContain('Did you mean "say-what"?');
    expect((await claim("ann", "shared", "dns")).body.detail).toMatch(/instead: meta\.$/);
    expect((await claim("ann", "hosted", "dns")).body.detail).toMatch(/instead: meta, file\.$/);
  });

  it("sends email for confirmed accounts only, to a few addresses", async () => {
    await world.account("new", { verified: false });
    const unverified = await claim("new", "mail-me", "email", { email: "a@mail-me.example" });
    expect(unverified).toMatchObject({ status: 400, body: { code: "account_unverified" } });
    expect(await claim("new", "mail-me", "dns")).toMatchObject({ status: 201 });
    const replies = [];
    for (const name of "abcdef")
      replies.push(await claim("mo", "mail-me", "email", { email: `${name}@mail-me.example` }));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(replies[5]!.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("refuses a verified listing of one's own, and lets an owner verify others", async () => {
    const ann = await world.account("ann");
    const { id } = await world.listing("Own Proven", { ownerId: ann.id, claimedMethod: "dns" });
    const { body, status } = await claim("ann", "own-proven", "meta");
    expect([status, body.code]).toEqual([400, "already_owned"]);
    expect(body.detail).toContain(`listing_id ${id}`);
    await world.listing("Own Unproven", { ownerId: ann.id });
    expect(await claim("ann", "own-unproven", "meta")).toMatchObject({ status: 201 });
  });
});

describe("list_my_claims", () => {
  it("pages through one's own, newest first, and shows what has expired", async () => {
    for (const name of ["One", "Two", "Three"]) {
      await world.listing(`List ${name}`);
      await claim("lea", `list-${name.toLowerCase()}`, "dns");
    }
    const { body, headers } = await world.as("lea").get("/claims?per_page=2");
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 2, total_pages: 2, has_more: true });
    expect(headers.get("link")).toContain('rel="next"');
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["list-three", "list-two"]);
    expect((await world.as("lea").get("/claims?per_page=2&page=9")).body).toMatchObject({ items: [], total: 3 });
    expect(await world.as("lea").get("/claims?per_page=0")).toMatchObject({ status: 400 });
    expect((await world.as("nobody").get("/claims")).body.total).toBe(0);
    const call = await world.mcp("list_my_claims", { per_page: 2 }, { bearer: await world.key("lea") });
    expect(call.body.structuredContent).toEqual(body);
  });
});

describe("verify_claim", () => {
  it("finds a record, and makes the claimant the verified owner", async () => {
    const { id: listingId } = await world.listing("By Record");
    const id = await provable("ann", "by-record");
    const bo = (await claim("bo", "by-record", "file")).body.claim_id;
    expect((await listed("by-record")).verified).toEqual({ claimed: false, method: null });
    const badge = async () =>
      (await world.rest("GET", "/listings/by-record/badges")).body.items.find(
        ({ kind }: { kind: string }) => kind === "verified",
      );
    expect(await badge()).toMatchObject({ eligible: false, reason: expect.stringContaining("claim_listing") });

    const reply = await verify("ann", id);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        claim_id: id,
        status: "verified",
        verified_at: expect.any(String),
        last_check: { result: "found", detail: "The TXT record is at _debut-claim.by-record.example." },
        attempts_left: 0,
      },
    });
    expect((await listed("by-record")).verified).toEqual({ claimed: true, method: "dns" });
    expect(await listed("by-record")).toMatchObject({ is_paid: false });
    expect(await badge()).toMatchObject({ eligible: true, reason: null });
    expect(await world.members(listingId)).toEqual(["ann owner"]);
    expect((await world.as("ann").get(`/me/listings/${listingId}`)).status).toBe(200);

    const asked = world.questions.length;
    expect((await verify("ann", id)).body).toEqual(reply.body);
    expect(world.questions.length).toBe(asked);
    expect(await claim("ann", "by-record", "dns")).toMatchObject({ status: 400, body: { code: "already_owned" } });
    expect(await verify("bo", bo)).toMatchObject({ status: 400, body: { code: "claim_closed" } });
    const superseded = (await world.as("bo").get("/claims")).body.items.find(
      ({ claim_id }: { claim_id: number }) => claim_id === bo,
    );
    expect(superseded).toMatchObject({ status: "superseded", next_actions: ["claim_listing"] });
  });

  it("finds a tag and a file on the website", async () => {
    await world.listing("By Tag");
    await world.listing("By File");
    const tag = (await claim("ann", "by-tag", "meta")).body;
    const file = (await claim("ann", "by-file", "file")).body;
    world.pages["/"] = `<head>${tag.instructions.meta.tag}</head>`;
    world.pages[FILE] = `${file.instructions.file.body}\n`;
    expect(await verify("ann", tag.claim_id)).toMatchObject({
      status: 200,
      body: { status: "verified", method: "meta" },
    });
    const call = await world.mcp("verify_claim", { claim_id: file.claim_id }, { bearer: await world.key("ann") });
    expect(call.body.structuredContent).toMatchObject({ status: "verified", method: "file" });
    expect((await listed("by-file")).verified).toEqual({ claimed: true, method: "file" });
  });

  it("says what was found, and ends after ten failed attempts", async () => {
    await world.listing("Tenth");
    const { body } = await claim("ann", "tenth", "dns");
    const id = body.claim_id;
    world.records["tenth.example"] = "SERVFAIL";
    const unreachable = await verify("ann", id);
    expect(unreachable).toMatchObject({ status: 400, body: { code: "claim_not_verified" } });
    expect(unreachable.body.detail).toMatch(/SERVFAIL.*did not count as an attempt/);
    world.records["tenth.example"] = [txt("v=spf1 -all")];
    const first = await verify("ann", id);
    expect(first.body.detail).toMatch(/At tenth.example there is "v=spf1 -all".*9 of 10 attempts are left/);
    const [item] = (await world.as("ann").get("/claims?per_page=1")).body.items;
    expect(item).toMatchObject({
      status: "pending",
      attempts_left: 9,
      last_check: { result: "not_found", detail: expect.stringContaining("v=spf1") },
    });
    for (let tries = 2; tries < 10; tries++) await verify("ann", id);
    expect((await verify("ann", id)).body.detail).toContain("That was the last attempt");
    expect(await verify("ann", id)).toMatchObject({ status: 400, body: { code: "claim_closed" } });
    const fresh = await claim("ann", "tenth", "dns");
    expect(fresh.body.claim_id).not.toBe(id);
    expect(fresh.body.instructions.dns.value).not.toBe(body.instructions.dns.value);
  });

  it("refuses a claim that has expired, and makes room for another", async () => {
    await world.listing("Late");
    const id = await provable("ann", "late");
    await world.deps.store.change(async (tx) => {
      const { claim: late } = (await tx.claims.find(id))!;
      await tx.claims.save({ ...late, expiresAt: world.deps.now() });
    });
    expect(await verify("ann", id)).toMatchObject({ status: 400, body: { code: "claim_expired" } });
    expect((await world.as("ann").get("/claims?per_page=1")).body.items[0]).toMatchObject({
      status: "expired",
      next_actions: ["claim_listing"],
    });
    const fresh = (await claim("ann", "late", "dns")).body;
    expect([fresh.status, fresh.claim_id === id]).toEqual(["pending", false]);
    expect((await world.deps.store.claims.find(id))?.claim.status).toBe("expired");
  });

  it("is for the one who claimed", async () => {
    await world.listing("Private");
    const id = await provable("ann", "private");
    const others = await verify("eve", id);
    const missing = await verify("eve", 999_999);
    expect([others.status, missing.status]).toEqual([404, 404]);
    expect(others.body.detail.replace(String(id), "N")).toBe(missing.body.detail.replace("999999", "N"));
    expect(await world.as("ann").post("/claims/x/verify")).toMatchObject({ status: 400 });
    expect(await world.as("ann").post("/claims/0/verify")).toMatchObject({ status: 400 });
  });

  it("checks a website ten times an hour, for all callers together", async () => {
    const strict = await createClaimsWorld({ hosts: [], env: { LIMIT_CLAIM_CHECK: "" } });
    await strict.listing("Busy");
    const ids = await Promise.all(
      ["ann", "bo"].map(
        async (who) => (await strict.as(who).post("/claims", { body: { slug: "busy", method: "dns" } })).body.claim_id,
      ),
    );
    const check = (who: string, id: number) => {
      strict.advance(1);
      return strict.as(who).post(`/claims/${id}/verify`);
    };
    for (let i = 0; i < 5; i++) {
      expect((await check("ann", ids[0])).status).toBe(400);
      expect((await check("bo", ids[1])).status).toBe(400);
    }
    const refused = await check("bo", ids[1]);
    expect(refused).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect((await strict.deps.store.claims.find(ids[1]))?.claim.tries).toBe(5);
    await strict.close();
  });

  it("stops counting the new owner's vote", async () => {
    const { id: listingId } = await world.listing("Voted");
    const { deps } = world;
    const ann = await world.account("ann");
    const origin = { visitorHash: "v", networkHash: null };
    await deps.store.change((tx) =>
      tx.votes.set(ann.id, listingId, origin, { network: 9, newAccounts: 9 }, deps.now()),
    );
    expect((await deps.store.listings.find(listingId))?.votes).toBe(1);
    await verify("ann", await provable("ann", "voted"));
    expect((await deps.store.listings.find(listingId))?.votes).toBe(0);
    expect((await deps.store.votes.find(ann.id, listingId))?.reason).toBe("own_listing");
  });
});

describe("who gets a listing", () => {
  it("of two who prove it at once by different methods: one, and the other's claim is over", async () => {
    const { id: listingId } = await world.listing("Moved");
    const ann = await provable("ann", "moved");
    const bo = (await claim("bo", "moved", "file")).body;
    world.pages[FILE] = bo.instructions.file.body;
    const replies = await Promise.all([verify("ann", ann), verify("bo", bo.claim_id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body.code).toBe("claim_closed");
    expect(await world.members(listingId)).toEqual([replies[0]!.status === 200 ? "ann owner" : "bo owner"]);
    const states = await Promise.all(
      [ann, bo.claim_id].map(async (id) => (await world.deps.store.claims.find(id))!.claim.status),
    );
    expect(states.sort()).toEqual(["superseded", "verified"]);
    // Whoever was late can claim again, and people look at it.
    const late = replies[0]!.status === 200 ? "bo" : "ann";
    const again = await provable(late, "moved");
    expect((await verify(late, again)).body).toMatchObject({
      status: "under_review",
      verified_at: null,
      next_actions: [],
    });
    expect(await world.members(listingId)).toHaveLength(1);
  });

  it("against a submission: whoever controls the website, and the team before learns of it", async () => {
    const [ann, cy] = [await world.account("ann"), await world.account("cy")];
    const { id: listingId } = await world.listing("Squatted", { ownerId: ann.id });
    await world.deps.store.change((tx) => tx.listings.addEditor(listingId, cy.id, world.deps.now()));
    const bo = await provable("bo", "squatted");
    expect((await verify("bo", bo)).body.status).toBe("verified");
    expect(await world.members(listingId)).toEqual(["bo owner"]);
    expect((await world.as("ann").patch(`/me/listings/${listingId}`, { body: { fields: {} } })).status).toBe(404);
    for (const who of ["ann", "cy"])
      expect(await world.mailsTo(`${who}@people.example`)).toContain("The listing of Squatted has a new owner");
  });

  it("within a team: the listing is verified and everybody keeps their place", async () => {
    const [ann, bo] = [await world.account("ann"), await world.account("bo")];
    const { id: listingId } = await world.listing("Our Own", { ownerId: ann.id });
    await world.deps.store.change((tx) => tx.listings.addEditor(listingId, bo.id, world.deps.now()));
    expect((await verify("bo", await provable("bo", "our-own"))).body.status).toBe("verified");
    expect((await world.members(listingId)).sort()).toEqual(["ann owner", "bo editor"]);
    expect((await listed("our-own")).verified).toEqual({ claimed: true, method: "dns" });
  });

  it("whose account is deleted: the claimant", async () => {
    const gone = await world.account("gone");
    const { id: listingId } = await world.listing("Left Behind", { ownerId: gone.id, claimedMethod: "dns" });
    await world.deps.store.change((tx) => tx.accounts.setStatus(gone.id, "deleted"));
    expect((await verify("bo", await provable("bo", "left-behind"))).body.status).toBe("verified");
    expect(await world.members(listingId)).toEqual(["bo owner"]);
  });

  it("when it was taken down in between: nobody", async () => {
    const { id: listingId } = await world.listing("Taken Down", { status: "hidden" });
    const id = await provable("bo", "taken-down");
    setStatus(listingId, "suspended");
    expect(await verify("bo", id)).toMatchObject({ status: 400, body: { code: "claim_closed" } });
  });
});

describe("a website that is listed already", () => {
  const url = "https://elsewhere.example/";

  it("is to be claimed, and the draft it was made from no longer edits it", async () => {
    world.pages["/"] = "<title>Elsewhere</title><h1>Elsewhere</h1>";
    const draft = (await world.as("ann").post("/drafts", { body: { url } })).body.id;
    const others = (await world.as("dan").post("/drafts", { body: { url } })).body.id;
    await world.drain();
    const fields = { name: "Elsewhere", tagline: "T", short_description: "S", description: "D", categories: ["CRM"] };
    for (const [who, id] of [
      ["ann", draft],
      ["dan", others],
    ] as const)
      expect((await world.as(who).patch(`/drafts/${id}`, { body: { fields } })).status).toBe(200);
    const { slug, listing_id: listingId } = (await world.as("ann").post(`/drafts/${draft}/submit`)).body;

    // Nobody published or proved it, so others may draft the same website.
    const drafted = await world.as("bo").post("/drafts", { body: { url } });
    expect(drafted.status).toBe(201);
    setStatus(listingId, "live");
    for (const reply of [
      await world.as("bo").post("/drafts", { body: { url } }),
      await world.as("dan").post(`/drafts/${others}/submit`),
    ]) {
      expect(reply).toMatchObject({ status: 400, body: { code: "already_listed" } });
      expect(reply.body.detail).toContain(`"${slug}". If it is yours, claim it with claim_listing`);
    }

    expect((await verify("bo", await provable("bo", slug))).body.status).toBe("verified");
    expect(await world.as("ann").patch(`/drafts/${draft}`, { body: { fields: { tagline: "Mine" } } })).toMatchObject({
      status: 200,
      body: { listing_id: null },
    });
    expect((await listed(slug)).tagline).toBe("T");
    expect(await world.as("ann").post(`/drafts/${draft}/submit`)).toMatchObject({
      status: 400,
      body: { code: "already_listed" },
    });
  });
});

/** As an admin or the calendar would. */
function setStatus(listingId: number, status: string): void {
  const database = new Database(join(world.folder, "debut.db"));
  database.prepare("update listings set status = ? where id = ?").run(status, listingId);
  database.close();
}

function hashOf(link: string): string {
  return hash("sha256", new URLSearchParams(link.split("?")[1]).get("token")!, "base64url");
}
