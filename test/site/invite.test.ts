import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD, type World } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

let site: Awaited<ReturnType<typeof createWebsite>>;
let world: World;
let draft: string;
beforeAll(async () => {
  site = await createWebsite(ACME);
  world = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve("acme.test") } });
  draft = (await world.as("ann").post("/drafts", { body: { url: "https://acme.test/" } })).body.id;
  await world.drain();
});
afterAll(async () => {
  await world.close();
  await site.close();
});

async function invite(name: string): Promise<string> {
  await world.as("ann").post(`/drafts/${draft}/invites`, { body: { email: `${name}@people.example` } });
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 20 });
  const mail = items.find(({ recipient }) => recipient === `${name}@people.example`)!;
  return /\/invite\?token=\S+/.exec(mail.text)![0];
}
const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token")!;

async function signedIn(name: string) {
  await world.account(name);
  const person = createVisitor(world.url);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}

describe("a co-founder invitation", () => {
  it("makes the invited person an editor of the listing, once it is saved", async () => {
    const link = await invite("bo");
    expect((await createVisitor(world.url).get(link)).text).toContain("Sign in to accept");
    const bo = await signedIn("bo");
    expect((await bo.get(link)).text).toContain("Acme Charts");
    expect((await bo.post("/invite", { token: tokenOf(link) })).location).toBe("/account?notice=invited");
    expect((await world.as("ann").get(`/drafts/${draft}`)).body.invites).toEqual([
      { email: "bo@people.example", status: "accepted" },
    ]);
    expect((await bo.get(link)).status).toBe(410);

    await world.as("ann").patch(`/drafts/${draft}`, { body: { fields: { categories: ["Web analytics"] } } });
    const { body } = await world.as("ann").post(`/drafts/${draft}/submit`);
    expect(
      await world.as("bo").patch(`/me/listings/${body.listing_id}`, { body: { fields: { tagline: "By Bo" } } }),
    ).toMatchObject({ status: 200 });
    expect((await world.as("ann").get(`/me/listings/${body.listing_id}`)).body.tagline).toBe("By Bo");
    expect(await world.as("eve").get(`/me/listings/${body.listing_id}`)).toMatchObject({ status: 404 });
  });

  it("is of no use to another account", async () => {
    const link = await invite("cy");
    const eve = await signedIn("eve");
    expect((await eve.get(link)).text).toContain("signed in as eve@people.example");
    expect((await eve.post("/invite", { token: tokenOf(link) })).status).toBe(410);
  });

  it("works for 14 days", async () => {
    const link = await invite("dee");
    world.advance(15 * 24 * 3600_000);
    expect((await (await signedIn("dee")).get(link)).status).toBe(410);
    await world.drain();
    const { invites } = (await world.as("ann").get(`/drafts/${draft}`)).body;
    expect(invites.at(-1)).toEqual({ email: "dee@people.example", status: "expired" });
  });
});
