import { describe, expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { txt } from "../helpers/dns-server.ts";
import { PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const DAY = 24 * 3600_000;

const world = await createClaimsWorld({ hosts: ["form.example"] });
const [ann, bo] = await Promise.all([signedIn("ann"), signedIn("bo")]);

async function signedIn(name: string, options = {}) {
  await world.account(name, options);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}
const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token")!;
const stateOf = async (id: number) => (await world.deps.store.claims.find(id))!.claim.status;

let count = 0;
async function mailed(owner?: string, given: object = {}) {
  const name = `Mailed ${++count}`;
  const to = `hello@mailed-${count}.example`;
  const ownerId = owner && (await world.account(owner)).id;
  const listing = await world.listing(name, { ...(ownerId && { ownerId }), ...given });
  const body = { slug: listing.slug, method: "email", email: to };
  const key = await world.key("ann");
  const { claim_id: id } = (await world.rest("POST", "/claims", { body, bearer: key })).body;
  // The limit of mails is tested with the operation.
  await world.deps.limiter.giveBack("mail", `account:${(await world.account("ann")).id}`);
  return { id: id as number, listing, name, link: await world.linkTo(to), to };
}

describe("the link of a claim by email", () => {
  it("changes nothing when a mail scanner opens it, whatever it sends", async () => {
    const { id, link, name } = await mailed();
    const scanner = createVisitor(world.baseUrl);
    const replies = [
      await scanner.get(link),
      await scanner.get(link),
      await fetch(world.baseUrl + link, { method: "HEAD" }),
      await fetch(`${world.baseUrl}/claim`, {
        method: "POST",
        body: new URLSearchParams({ token: tokenOf(link) }),
        redirect: "manual",
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 403]);
    expect((await scanner.get(link)).text).toContain("Sign in to continue");
    expect(await stateOf(id)).toBe("pending");
    await ann.get(link);
    expect(await stateOf(id)).toBe("pending");
    expect((await world.rest("GET", `/listings/${name.toLowerCase().replace(" ", "-")}`)).body.verified.claimed).toBe(
      false,
    );
  });

  it("works once, for the account that made the claim", async () => {
    const { id, link, listing } = await mailed();
    const page = await ann.get(link);
    expect(page.text).toContain("<button>Confirm claim</button>");
    const done = await ann.post("/claim", { token: tokenOf(link) });
    expect(done).toMatchObject({ status: 303, location: "/account/claims?notice=claim-proven" });
    expect(await stateOf(id)).toBe("verified");
    expect(await world.members(listing.id)).toEqual(["ann owner"]);
    expect((await world.rest("GET", `/listings/${listing.slug}`)).body.verified).toEqual({
      claimed: true,
      method: "email",
    });
    expect((await ann.get(link)).status).toBe(410);
    expect((await ann.post("/claim", { token: tokenOf(link) })).status).toBe(410);
    expect((await ann.get(done.location)).text).toMatch(/We received your proof[\s\S]*verified/);
  });

  it("refuses another account with clear words, and asks who is signed out to sign in and come back", async () => {
    const { id, link } = await mailed();
    const page = await bo.get(link);
    expect(page).toMatchObject({ status: 403 });
    expect(page.text).toMatch(/signed in as bo@people.example, but a different account made this claim/);
    expect(page.text).not.toContain("ann@people.example");
    await bo.get("/account");
    expect(await bo.post("/claim", { token: tokenOf(link) })).toMatchObject({ status: 403 });
    const stranger = createVisitor(world.baseUrl);
    const text = (await stranger.get(link)).text;
    const signIn = /href="(\/sign-in\?return_to=[^"]+)"/.exec(text)![1]!;
    expect(decodeURIComponent(signIn)).toBe(`/sign-in?return_to=${link}`);
    await stranger.get("/sign-in");
    expect((await stranger.post("/claim", { token: tokenOf(link) })).location).toMatch(/^\/sign-in/);
    expect(await stateOf(id)).toBe("pending");
    expect(await stranger.signIn("ann@people.example", { password: PASSWORD, returnTo: link })).toMatchObject({
      status: 303,
      location: link,
    });
  });

  it.each(["", "0".repeat(32), "x"])("with the token %j leads nowhere", async (token) => {
    expect((await ann.get(`/claim?token=${token}`)).status).toBe(410);
    expect((await ann.post("/claim", { token })).status).toBe(410);
  });

  it("ends when its 14 days are over", async () => {
    const { id, link } = await mailed();
    await world.deps.store.change(async (tx) => {
      const { claim } = (await tx.claims.find(id))!;
      expect(claim.expiresAt.getTime() - claim.createdAt.getTime()).toBe(14 * DAY);
      await tx.claims.save({ ...claim, expiresAt: world.deps.now() });
    });
    expect((await ann.get(link)).status).toBe(410);
    expect((await ann.post("/claim", { token: tokenOf(link) })).status).toBe(410);
    expect(await stateOf(id)).toBe("pending");
    await world.deps.store.change((tx) => tx.claims.expire(world.deps.now()));
    expect(await stateOf(id)).toBe("expired");
  });

  it("is not enough against somebody who submitted the listing", async () => {
    const { id, link, listing } = await mailed("bo");
    await ann.get(link);
    await ann.post("/claim", { token: tokenOf(link) });
    expect(await stateOf(id)).toBe("under_review");
    expect(await world.members(listing.id)).toEqual(["bo owner"]);
    expect((await ann.get("/account/claims")).text).toContain("under review");
  });
});

describe("the review of a claim", () => {
  it("gives the listing away or leaves it, and tells both sides", async () => {
    const root = await signedIn("root", { admin: true });
    const [given, kept] = [await mailed("bo", { claimedMethod: "dns" }), await mailed("bo", { claimedMethod: "dns" })];
    for (const { link } of [given, kept]) {
      await ann.get(link);
      await ann.post("/claim", { token: tokenOf(link) });
    }
    const page = (await root.get("/admin/claims")).text;
    for (const { name } of [given, kept]) expect(page).toContain(name);
    expect(page).toContain("bo, bo@people.example (owner)");
    expect(page).toContain(`The link that was sent to ${given.to} was followed.`);

    expect((await root.post(`/admin/claims/${given.id}`, { decision: "perhaps" })).status).toBe(404);
    const approved = await root.post(`/admin/claims/${given.id}`, { decision: "approve" });
    expect(approved).toMatchObject({ status: 303, location: "/admin/claims?notice=claim-decided" });
    await root.post(`/admin/claims/${kept.id}`, { decision: "reject" });
    expect([await stateOf(given.id), await stateOf(kept.id)]).toEqual(["verified", "failed"]);
    expect(await world.members(given.listing.id)).toEqual(["ann owner"]);
    expect(await world.members(kept.listing.id)).toEqual(["bo owner"]);
    expect((await world.deps.store.listings.find(given.listing.id))?.claimedMethod).toBe("email");
    expect((await world.deps.store.listings.find(kept.listing.id))?.claimedMethod).toBe("dns");

    expect(await world.mailsTo("ann@people.example")).toEqual([
      `Your claim of ${given.name} was approved`,
      `Your claim of ${kept.name} was not approved`,
    ]);
    expect((await world.mailsTo("bo@people.example")).slice(-4)).toEqual(
      expect.arrayContaining([`The listing of ${given.name} has a new owner`, `You keep the listing of ${kept.name}`]),
    );
    expect((await root.post(`/admin/claims/${kept.id}`, { decision: "approve" })).location).toContain("notice=gone");
    expect(await world.members(kept.listing.id)).toEqual(["bo owner"]);
    const text = (await ann.get("/account/claims")).text;
    expect(text).toContain("reviewed this claim and did not approve it");
  });
});

describe("claiming on the site", () => {
  it("shows what to publish, what was seen, and that it is done", async () => {
    const { slug } = await world.listing("Form");
    const page = await createVisitor(world.baseUrl).get(`/listings/${slug}`);
    expect(page.text).toContain(`href="/listings/${slug}/claim"`);
    const away = await createVisitor(world.baseUrl).get(`/listings/${slug}/claim`);
    expect(away.location).toBe(`/sign-in?return_to=${encodeURIComponent(`/listings/${slug}/claim`)}`);
    expect((await bo.get("/listings/nothing-here/claim")).status).toBe(404);

    await bo.get(`/listings/${slug}/claim`);
    const wrong = await bo.post(`/listings/${slug}/claim`, { method: "email", email: "bo@gmail.com" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("is not at form.example");
    const started = await bo.post(`/listings/${slug}/claim`, { method: "dns", email: "" });
    expect(started.location).toMatch(/^\/account\/claims#claim-\d+$/);
    const id = Number(started.location.split("-").at(-1));
    const { token } = (await world.deps.store.claims.find(id))!.claim;
    const list = await bo.get("/account/claims");
    expect(list.text).toContain("_debut-claim.form.example");
    expect(list.text).toContain(`debut-claim=${token}`);

    expect((await bo.post(`/account/claims/${id}/check`)).location).toBe(started.location);
    expect((await bo.get("/account/claims")).text).toMatch(
      /There is no TXT record at form.example[\s\S]*9 attempts left/,
    );
    world.records["form.example"] = [txt(`debut-claim=${token}`)];
    world.advance(1);
    await bo.post(`/account/claims/${id}/check`);
    expect((await bo.get("/account/claims")).text).toContain("Leave the record in place");
    expect((await createVisitor(world.baseUrl).get(`/listings/${slug}`)).text).toContain("The owner proved control");
    expect((await ann.post(`/account/claims/${id}/check`)).status).toBe(404);
  });
});
