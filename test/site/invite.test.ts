import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, formOf } from "./world.ts";

const HOSTS = ["acme.test", "after.test", "lost.test", "gone.test", "full.test"];
const site = await createWebsite(ACME);
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: site.resolve(...HOSTS), LIMIT_INVITE: "100", LIMIT_SUBMIT_HOUR: "100" },
});

const DAY = 24 * 3600_000;

async function draftOf(owner: string, host: string): Promise<string> {
  const { body } = await world.as(owner).post("/drafts", { body: { url: `https://${host}/` } });
  await world.drain();
  await world.as(owner).patch(`/drafts/${body.id}`, { body: { fields: { categories: ["Web analytics"] } } });
  return body.id;
}
const submit = async (owner: string, draft: string): Promise<number> =>
  (await world.as(owner).post(`/drafts/${draft}/submit`)).body.listing_id;
const invitesOf = async (owner: string, draft: string) =>
  (await world.as(owner).get(`/drafts/${draft}`)).body.invites as { email: string; status: string }[];

const send = (owner: string, draft: string, name: string) =>
  world.as(owner).post(`/drafts/${draft}/invites`, { body: { email: `${name}@people.example` } });
async function linkTo(name: string): Promise<string> {
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 100 });
  const mail = items.find(({ recipient, text }) => recipient === `${name}@people.example` && text.includes("/invite?"));
  return /\/invite\?token=\S+/.exec(mail!.text)![0];
}
async function invite(owner: string, draft: string, name: string): Promise<string> {
  expect(await send(owner, draft, name)).toMatchObject({ status: 201 });
  return linkTo(name);
}
const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token")!;

async function signedIn(name: string) {
  await world.account(name);
  const person = createVisitor(world.url);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}
async function accept(name: string, link: string): Promise<{ status: number; location: string }> {
  const person = await signedIn(name);
  await person.get(link);
  return person.post("/invite", { token: tokenOf(link) });
}
const ACCEPTED = { status: 303, location: "/account?notice=invited" };
const editStatus = async (name: string, listing: number): Promise<number> =>
  (await world.as(name).patch(`/me/listings/${listing}`, { body: { fields: { city: `By ${name}` } } })).status;

/** What no operation does yet: somebody leaves a team, an account is suspended. */
function sql(text: string, ...values: unknown[]): void {
  const db = new Database(join(world.folder, "debut.db"));
  db.prepare(text).run(...values);
  db.close();
}

describe("accepting an invitation makes an editor", () => {
  let draft: string;
  beforeAll(async () => {
    draft = await draftOf("ann", "acme.test");
  });

  it("when it was accepted before the draft is submitted", async () => {
    const link = await invite("ann", draft, "bo");
    expect((await createVisitor(world.url).get(link)).text).toContain("with a password or passkey");
    const bo = await signedIn("bo");
    expect((await bo.get(link)).text).toContain("Acme Charts");
    expect(await bo.post("/invite", { token: tokenOf(link) })).toMatchObject(ACCEPTED);
    expect(await invitesOf("ann", draft)).toEqual([{ email: "bo@people.example", status: "accepted" }]);
    const listing = await submit("ann", draft);
    expect(await editStatus("bo", listing)).toBe(200);
    expect((await world.as("ann").get(`/me/listings/${listing}`)).body.company.city).toBe("By bo");
    expect(await editStatus("eve", listing)).toBe(404);
  });

  it("when the draft was submitted between invitation and acceptance, or before both", async () => {
    const other = await draftOf("ann", "after.test");
    const between = await invite("ann", other, "cy");
    const listing = await submit("ann", other);
    expect(await editStatus("cy", listing)).toBe(404);
    expect(await accept("cy", between)).toMatchObject(ACCEPTED);
    expect(await editStatus("cy", listing)).toBe(200);
    expect(await accept("dan", await invite("ann", other, "dan"))).toMatchObject(ACCEPTED);
    expect(await editStatus("dan", listing)).toBe(200);
    expect((await world.as("dan").get("/me/listings")).body.items).toHaveLength(1);
  });

  it("for somebody who has no account yet, and confirms their address with it", async () => {
    const listing = await submit("ann", draft);
    const link = await invite("ann", draft, "newbie");
    const person = createVisitor(world.url);
    const signUp = /href="(\/sign-up[^"]+)"/.exec((await person.get(link)).text)![1]!;
    await person.get(signUp);
    const returnTo = new URLSearchParams(signUp.split("?")[1]).get("return_to")!;
    const form = { name: "New", email: "Newbie@people.example", password: PASSWORD, return_to: returnTo };
    const signIn = /href="(\/sign-in[^"]+)"/.exec((await person.post("/sign-up", form)).text)![1]!;
    await person.get(signIn);
    const { location } = await person.post("/sign-in", { ...form, email: "newbie@people.example" });
    expect(location).toBe(link);
    await person.get(location);
    expect(await person.post("/invite", { token: tokenOf(link) })).toMatchObject(ACCEPTED);
    const account = await world.deps.store.accounts.findByEmail("newbie@people.example");
    expect(account?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await world.deps.store.listings.findOwned(listing, account!.id)).toBeDefined();
  });

  it("for a newcomer in three screens: the invitation, a code by email, and one button", async () => {
    const link = await invite("ann", draft, "una");
    const person = createVisitor(world.url);
    const page = await person.get(link);
    expect((await person.get(`/sign-in?return_to=${encodeURIComponent(link)}`)).text).toMatch(
      /<h1>Sign in or sign up to accept the invitation to <bdi>Acme[^<]*<\/bdi><\/h1>/,
    );
    const form = formOf(page, "/sign-in/email");
    expect(form).toMatchObject({ email: "una@people.example", return_to: link });
    await person.post("/sign-in/email", form);
    const { items } = await world.deps.store.mails.list({ page: 1, perPage: 50 });
    const { subject } = items.find(({ recipient }) => recipient === form.email)!;
    const answer = await person.post("/sign-in/code", { ...form, code: subject.slice(0, 6) });
    expect(answer.location).toBe(link);
    await person.get(link);
    expect(await person.post("/invite", { token: tokenOf(link) })).toMatchObject(ACCEPTED);
  });

  it("once: the link is used up, also when it is sent twice at the same time", async () => {
    const link = await invite("ann", draft, "twice");
    const person = await signedIn("twice");
    await person.get(link);
    const answers = await Promise.all([1, 2, 3].map(() => person.post("/invite", { token: tokenOf(link) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    expect((await person.get(link)).status).toBe(410);
    expect(await send("ann", draft, "twice")).toMatchObject({ status: 400, body: { code: "already_invited" } });
  });

  it("not when it is another account than the invited one", async () => {
    const link = await invite("ann", draft, "fay");
    const eve = await signedIn("eve");
    expect((await eve.get(link)).text).toContain("signed in as eve@people.example");
    expect((await eve.post("/invite", { token: tokenOf(link) })).status).toBe(410);
    expect(await accept("fay", link)).toMatchObject(ACCEPTED);
  });

  it("not with a token that is wrong or missing", async () => {
    const person = await signedIn("fay");
    await person.get("/account");
    for (const token of ["", "x".repeat(43)]) expect((await person.post("/invite", { token })).status).toBe(410);
  });
});

describe("an invitation", () => {
  it("cannot be accepted once the inviter lost access, and none can be sent", async () => {
    const draft = await draftOf("gus", "lost.test");
    const link = await invite("gus", draft, "hal");
    const listing = await submit("gus", draft);
    sql("delete from listing_members where listing_id = ?", listing);
    expect(await accept("hal", link)).toMatchObject({ status: 410 });
    expect((await createVisitor(world.url).get(link)).text).toContain("can no longer edit the listing");
    expect(await send("gus", draft, "ida")).toMatchObject({ status: 404, body: { code: "not_found" } });
    // Nor does the old draft reach a listing that went over to somebody else.
    const edit = { body: { fields: { tagline: "Mine again" } } };
    expect(await world.as("gus").patch(`/drafts/${draft}`, edit)).toMatchObject({ status: 404 });
    expect(await world.as("gus").post(`/drafts/${draft}/submit`)).toMatchObject({ status: 404 });
    expect((await world.deps.store.listings.find(listing))?.tagline).not.toBe("Mine again");
    expect(await editStatus("hal", listing)).toBe(404);
  });

  it("cannot be accepted from a suspended account", async () => {
    const draft = await draftOf("joe", "gone.test");
    const link = await invite("joe", draft, "kim");
    sql("update accounts set status = 'suspended' where email = 'joe@people.example'");
    expect(await accept("kim", link)).toMatchObject({ status: 410 });
  });

  it("is one of ten, works for 14 days, and can then be sent again without counting twice", async () => {
    const draft = await draftOf("lou", "full.test");
    const links = new Map<string, string>();
    for (let count = 1; count <= 10; count++) links.set(`p${count}`, await invite("lou", draft, `p${count}`));
    expect(await accept("p2", links.get("p2")!)).toMatchObject(ACCEPTED);
    expect(await send("lou", draft, "p11")).toMatchObject({ status: 400, body: { code: "invite_limit" } });
    expect(await send("lou", draft, "p1")).toMatchObject({ status: 400, body: { code: "already_invited" } });

    world.advance(15 * DAY);
    expect(await accept("p1", links.get("p1")!)).toMatchObject({ status: 410 });
    expect(await send("lou", draft, "p11")).toMatchObject({ status: 400, body: { code: "invite_limit" } });
    const again = await invite("lou", draft, "p1"); // before the hourly tidying
    await world.drain();
    const third = await invite("lou", draft, "p3"); // and after it
    const invites = await invitesOf("lou", draft);
    expect(invites).toHaveLength(10);
    expect(Object.fromEntries(invites.map(({ email, status }) => [email.split("@")[0], status]))).toMatchObject({
      p1: "pending",
      p2: "accepted",
      p3: "pending",
      p4: "expired",
    });
    expect(await accept("p1", links.get("p1")!)).toMatchObject({ status: 410 });
    expect(await accept("p1", again)).toMatchObject(ACCEPTED);
    expect(await accept("p3", third)).toMatchObject(ACCEPTED);
    expect(await send("lou", draft, "p2")).toMatchObject({ status: 400, body: { code: "already_invited" } });
  });
});
