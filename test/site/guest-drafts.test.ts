import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createGuest, type Guest } from "../helpers/guest.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { formOf } from "./world.ts";

const HOSTS = Array.from({ length: 30 }, (_, index) => `s${index}.example`);
const DAY = 24 * 3600_000;
const HOUR = 3600_000;

let taken = 0;
const newHost = (): string => HOSTS[taken++]!;
let networks = 0;
const newGuest = (): Guest => createGuest(world, `198.51.100.${++networks}`);

const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: {
    OUTBOUND_RESOLVE: site.resolve(...HOSTS, "hostile.example"),
    TRUSTED_PROXIES: "127.0.0.1",
    LIMIT_SIGN_IN: "1000",
    LIMIT_GUEST_DRAFTS_ALL: "100",
  },
});

const idOf = (path: string): string => path.split("/")[2]!;
const mailOf = async (name: string) => {
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 100 });
  return items.find(({ recipient }) => recipient === `${name}@people.example`)!.text;
};
async function linkIn(name: string, page: string): Promise<string> {
  const line = (await mailOf(name)).split("\n").find((text) => text.startsWith(`${world.url}/${page}?`));
  return line!.slice(world.url.length);
}
async function signIn(guest: Guest, name: string): Promise<void> {
  await world.account(name);
  await guest.get("/sign-in");
  const { status } = await guest.post("/sign-in", { email: `${name}@people.example`, password: PASSWORD });
  expect(status).toBe(303);
  await guest.get("/account");
}
const accountId = async (name: string) => (await world.account(name)).id;

describe("somebody without an account", () => {
  it("pastes an address and sees the page being made, with quotes; nothing of it is public or indexed", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    expect(path).toMatch(/^\/submit\/[0-9a-f-]{36}$/);
    await world.drain();
    const page = await guest.get(path);
    expect(page.text).toContain("Here is your page");
    expect(page.text).toContain('<b>From your site</b> <q dir="auto">Acme Charts – Web analytics for small teams</q>');
    expect(page.text).toContain(`name="return_to" value="${path}/save"`);
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.text).not.toMatch(/http-equiv="refresh"/);
  });

  it("sees a page that loads itself again until the draft is ready, without scripts too", async () => {
    const held = Promise.withResolvers<void>();
    const host = newHost();
    site.pages["/"] = (_req, res) =>
      void held.promise.then(() => res.setHeader("content-type", "text/html").end(ACME["/"]));
    const guest = newGuest();
    const path = await guest.draft(host);
    const page = await guest.get(path);
    expect(page.text).toContain("We are reading your website");
    expect(page.text).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
    held.resolve();
    site.pages["/"] = ACME["/"]!;
    await world.drain();
    expect((await guest.get(path)).text).toContain("Here is your page");
  });

  it("gets the draft that there is when they send the same address again", async () => {
    const guest = newGuest();
    const host = newHost();
    const path = await guest.draft(host);
    await world.drain();
    const before = site.requests.length;
    expect(await guest.draft(`https://www.${host}/`.replace("www.", ""))).toBe(path);
    await world.drain();
    expect(site.requests.length).toBe(before);
  });

  it.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest",
    "http://[::1]/",
    "http://localhost:3000",
    "file:///etc/passwd",
    "intranet",
  ])("cannot have the internal address %s read", async (address) => {
    const guest = newGuest();
    const { status, text } = await guest.paste(address);
    expect(status).toBe(400);
    expect(text).toContain("Enter your website");
    expect([...guest.cookies.keys()].filter((name) => name.startsWith("draft-"))).toEqual([]);
  });

  it("is refused from another site, and needs no token", async () => {
    const guest = newGuest();
    const send = (headers: Record<string, string>) =>
      fetch(`${world.url}/submit`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ url: newHost() }),
        headers,
      });
    expect((await send({ "sec-fetch-site": "cross-site", origin: "https://evil.example" })).status).toBe(403);
    expect((await send({})).status).toBe(403);
    expect((await send({ "sec-fetch-site": "same-origin", origin: world.url, ...guest.network })).status).toBe(303);
  });

  it("does not learn of unpublished listings, and is shown the public one", async () => {
    const [secret, open] = [newHost(), newHost()];
    await world.listing("Hidden one", { siteKey: secret, status: "draft" });
    await world.listing("Open one", { siteKey: open });
    const guest = newGuest();
    expect((await guest.paste(secret)).status).toBe(303);
    const answer = await guest.paste(open);
    expect(answer.text).toContain("This website is already listed.");
    expect(answer.text).toContain('href="/listings/open-one/claim"');
  });
});

describe("a guest draft", () => {
  it("is not there for another browser: not its page, not its events, not its saving", async () => {
    const path = await newGuest().draft(newHost());
    await world.drain();
    const thief = newGuest();
    for (const page of [path, `${path}/events`]) expect((await thief.get(page)).status).toBe(404);
    thief.cookies.set(`draft-${idOf(path)}`, "x".repeat(43));
    for (const page of [path, `${path}/events`]) expect((await thief.get(page)).status).toBe(404);
    await signIn(thief, "thief");
    expect((await thief.get(`${path}/save`)).status).toBe(404);
    expect((await thief.post(`${path}/save`)).status).toBe(404);
    expect((await thief.get(path)).status).toBe(404);
    expect((await world.as("thief").get(`/drafts/${idOf(path)}`)).status).toBe(404);
    expect(await world.deps.store.guestDrafts.find(idOf(path))).toBeDefined();
  });

  it("has a secret of its own, so a planted cookie opens nothing that is drafted later", async () => {
    const guest = newGuest();
    guest.cookies.set("draft-00000000-0000-7000-8000-000000000000", "p".repeat(43));
    const path = await guest.draft(newHost());
    const secret = guest.cookies.get(`draft-${idOf(path)}`);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secret).not.toBe("p".repeat(43));
    const row = await world.deps.store.guestDrafts.find(idOf(path));
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it("counts nowhere: not in lists, duplicates, trends, events or the export, and does not block the owner", async () => {
    const host = newHost();
    const db = new Database(join(world.folder, "debut.db"), { readonly: true });
    const counts = () =>
      ["drafts", "draft_progress", "events", "listings"].map((table) =>
        db.prepare(`select count(*) from ${table}`).pluck().get(),
      );
    const before = counts();
    await newGuest().draft(host);
    await world.drain();
    expect(counts()).toEqual(before);
    db.close();
    const { status } = await world.as("owner").post("/drafts", { body: { url: `https://${host}/` } });
    expect(status).toBe(201);
  });

  it("ends after two days, with its pages, also before the job has run", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await world.drain();
    world.advance(2 * DAY + HOUR);
    expect((await guest.get(path)).status).toBe(404);
    await signIn(guest, "late");
    const late = await guest.get(`${path}/save`);
    expect(late.status).toBe(404);
    expect(late.text).toContain("Enter your website again");
    world.deps.wakeJobs();
    await world.drain();
    await expect.poll(() => world.deps.store.guestDrafts.find(idOf(path))).toBeUndefined();
    expect(await world.deps.store.guestDrafts.pages(idOf(path))).toEqual([]);
  });
});

describe("saving a guest draft", () => {
  it("asks for an account, and the draft with its quotes and pages belongs to it", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await world.drain();
    const asked = await guest.get(`${path}/save`);
    expect(asked.location).toBe(`/sign-up?return_to=${encodeURIComponent(`${path}/save`)}`);
    await signIn(guest, "cleo");
    // A link from anywhere saves nothing: its page has a button.
    expect((await guest.get(`${path}/save`)).text).toContain("Save to my account");
    expect(await world.deps.store.guestDrafts.find(idOf(path))).toBeDefined();
    expect((await guest.post(`${path}/save`)).location).toBe(`/drafts/${idOf(path)}?notice=draft-kept`);
    const { body } = await world.as("cleo").get(`/drafts/${idOf(path)}`);
    expect(body).toMatchObject({ status: "ready", fields: { tagline: { evidence: [{}] } } });
    expect((await world.deps.store.drafts.pages(idOf(path))).length).toBeGreaterThan(1);
    expect(await world.deps.store.guestDrafts.find(idOf(path))).toBeUndefined();
    expect(guest.cookies.has(`draft-${idOf(path)}`)).toBe(false);
    const again = await world.as("cleo").patch(`/drafts/${idOf(path)}`, { body: { regenerate: ["tagline"] } });
    expect(again.status).toBe(200);
  });

  it("in two tabs saves once, and both show the draft", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await world.drain();
    await signIn(guest, "dora");
    const answers = await Promise.all([guest.post(`${path}/save`), guest.post(`${path}/save`)]);
    for (const { location } of answers) expect(location).toMatch(`/drafts/${idOf(path)}`);
    expect((await guest.get(`${path}/save`)).location).toBe(`/drafts/${idOf(path)}`);
    expect((await guest.get(path)).location).toBe(`/drafts/${idOf(path)}`);
    expect((await world.as("dora").get("/drafts")).body.total).toBe(1);
    expect(world.deps.limiter.look("submit-hour", await accountId("dora")).remaining).toBe(4);
  });

  it("before its website is read goes on as a member's draft", async () => {
    const held = Promise.withResolvers<void>();
    site.pages["/"] = (_req, res) =>
      void held.promise.then(() => res.setHeader("content-type", "text/html").end(ACME["/"]));
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await signIn(guest, "eager");
    await guest.post(`${path}/save`);
    held.resolve();
    site.pages["/"] = ACME["/"]!;
    await world.drain();
    const { body } = await world.as("eager").get(`/drafts/${idOf(path)}`);
    expect(body).toMatchObject({ status: "ready", fields: { tagline: { value: "Web analytics for small teams" } } });
  });

  it("with a new account: confirming on another device saves it there, and nobody else can", async () => {
    const laptop = newGuest();
    const path = await laptop.draft(newHost());
    await world.drain();
    const form = formOf(await laptop.get(path), "/sign-up");
    await laptop.post("/sign-up", { ...form, email: "fay@people.example" });
    // The server may die here: both rows are there.
    expect(await world.deps.store.guestDrafts.find(idOf(path))).toBeDefined();
    const phone = newGuest();
    const link = await linkIn("fay", "verify");
    const confirmed = await phone.post("/verify", { ...formOf(await phone.get(link), "/verify"), do: "confirm" });
    expect(confirmed.location).toBe(`/drafts/${idOf(path)}?notice=draft-kept`);
    expect((await phone.get(`/drafts/${idOf(path)}`)).text).toContain("Here is your page");
    expect((await laptop.get(path)).status).toBe(404);
  });

  it("by somebody who forgot that they have an account: the email leads to it, and tells nobody else", async () => {
    await world.account("vera");
    const [one, two] = [newGuest(), newGuest()];
    const answers = await Promise.all(
      [[one, "vera@people.example"] as const, [two, "new@people.example"] as const].map(async ([guest, email]) => {
        const path = await guest.draft(newHost());
        await world.drain();
        const { text } = await guest.post("/sign-up", { ...formOf(await guest.get(path), "/sign-up"), email });
        const after = await guest.get(path);
        return [text.replaceAll(email, "…"), after.status].map(String).join().replaceAll(idOf(path), "ID");
      }),
    );
    const plain = (text: string) => text.replace(/value="[^"]*"/g, "");
    expect(plain(answers[0]!)).toBe(plain(answers[1]!));
    const mail = await mailOf("vera");
    expect(mail).toContain(`${world.url}/sign-in?return_to=%2Fsubmit%2F`);
  });

  it("by signing in with a password needs no further click, and a mistake on the way loses nothing", async () => {
    await world.account("otto");
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await world.drain();
    await guest.get(`/sign-in?return_to=${path}/save`);
    const form = { email: "otto@people.example", return_to: `${path}/save` };
    expect((await guest.post("/sign-in", { ...form, password: "wrong" })).status).toBe(400);
    const { location } = await guest.post("/sign-in", { ...form, password: PASSWORD });
    expect(location).toMatch(`/drafts/${idOf(path)}?notice=draft-kept`);
  });

  it("by a link to sign in works on another device; for whoever is signed in there, a button asks", async () => {
    await world.account("gil");
    const laptop = newGuest();
    const path = await laptop.draft(newHost());
    await world.drain();
    await laptop.get(`/sign-in/email?return_to=${path}/save`);
    await laptop.post("/sign-in/email", { email: "gil@people.example", return_to: `${path}/save` });
    const phone = newGuest();
    const link = await linkIn("gil", "sign-in/link");
    const form = formOf(await phone.get(link), "/sign-in/link");
    const desk = newGuest();
    await signIn(desk, "gil");
    const page = await desk.get(`${path}/save`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("was started in another browser");
    const answer = await phone.post("/sign-in/link", form);
    expect(answer.location).toMatch(`/drafts/${idOf(path)}?notice=draft-kept`);
    expect((await desk.post(`${path}/save`)).location).toBe(`/drafts/${idOf(path)}`);
  });

  it("is for the mailbox only once it is confirmed, and for none whose address somebody typed elsewhere", async () => {
    const laptop = newGuest();
    const path = await laptop.draft(newHost());
    const other = newGuest();
    // Another browser names the draft: it does not have it, so nothing is remembered.
    await other.get(`/sign-in/email?return_to=${path}/save`);
    await world.account("hal");
    await other.post("/sign-in/email", { email: "hal@people.example", return_to: `${path}/save` });
    expect((await world.deps.store.guestDrafts.find(idOf(path)))!.wantedBy).toBeNull();
    await signIn(other, "hal");
    expect((await other.get(`${path}/save`)).status).toBe(404);

    await laptop.get(`/sign-up?return_to=${path}/save`);
    await laptop.post("/sign-up", {
      email: "ida@people.example",
      password: PASSWORD,
      name: "",
      return_to: `${path}/save`,
    });
    const unconfirmed = newGuest();
    await unconfirmed.get("/sign-in");
    await unconfirmed.post("/sign-in", { email: "ida@people.example", password: PASSWORD });
    expect((await unconfirmed.get(`${path}/save`)).status).toBe(404);
  });

  it("at the limit of the account loses nothing, and says what to do", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    await world.drain();
    await signIn(guest, "june");
    for (let nth = 0; nth < 5; nth++) world.deps.limiter.count("submit-hour", await accountId("june"));
    world.advance(DAY);
    await guest.get("/account");
    const refused = await guest.post(`${path}/save`);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("That was your 5th website this hour. Try again in 60 minutes.");
    expect(refused.text).toContain("Nothing is lost");
    expect(world.deps.limiter.look("submit-day", await accountId("june")).remaining).toBe(10);
    // Its two days begin anew.
    world.advance(DAY + HOUR);
    for (let nth = 0; nth < 5; nth++) await world.deps.limiter.giveBack("submit-hour", await accountId("june"));
    await guest.get("/account");
    expect((await guest.post(`${path}/save`)).location).toBe(`/drafts/${idOf(path)}?notice=draft-kept`);
  });

  it("leads to what the account has of the website already, and costs no quota", async () => {
    const host = newHost();
    const guest = newGuest();
    const path = await guest.draft(host);
    await world.drain();
    await signIn(guest, "kim");
    const { body } = await world.as("kim").post("/drafts", { body: { url: `https://${host}/` } });
    const { remaining } = world.deps.limiter.look("submit-hour", await accountId("kim"));
    expect((await guest.post(`${path}/save`)).location).toBe(`/drafts/${body.id}?notice=draft-known`);
    expect(world.deps.limiter.look("submit-hour", await accountId("kim")).remaining).toBe(remaining);
  });

  it("of a website that its owner has listed meanwhile says so", async () => {
    const host = newHost();
    const guest = newGuest();
    const path = await guest.draft(host);
    await world.listing("Meanwhile", { siteKey: host });
    await signIn(guest, "lea");
    expect((await guest.post(`${path}/save`)).text).toContain("This website is already listed.");
  });

  it("goes with the account when that is deleted", async () => {
    const guest = newGuest();
    const path = await guest.draft(newHost());
    const wanted = await guest.draft(newHost());
    await world.drain();
    await signIn(guest, "max");
    await guest.post(`${path}/save`);
    await guest.get("/sign-in/email");
    await guest.post("/sign-in/email", { email: "max@people.example", return_to: `${wanted}/save` });
    expect((await world.deps.store.guestDrafts.find(idOf(wanted)))!.wantedBy).not.toBeNull();
    const id = await accountId("max");
    await world.deps.store.change((tx) => tx.personal.erase(id, "max@people.example"));
    expect(await world.deps.store.drafts.find(idOf(path))).toBeUndefined();
    expect((await world.deps.store.guestDrafts.find(idOf(wanted)))!.wantedBy).toBeNull();
  });
});

it("no address, browser or plain email of a guest is stored", async () => {
  const guest = createGuest(world, "203.0.113.77");
  const path = await guest.draft(newHost());
  await guest.get(`/sign-up?return_to=${path}/save`);
  await guest.post("/sign-up", { email: "nia@people.example", password: "", name: "", return_to: `${path}/save` });
  const row = JSON.stringify(await world.deps.store.guestDrafts.find(idOf(path)));
  expect(row).not.toMatch(/203\.0\.113\.77|nia@people/);
  expect(readFileSync(join(world.folder, "debut.db")).includes("203.0.113.77")).toBe(false);
});
