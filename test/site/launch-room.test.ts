import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { weekAfter, weekOf } from "../../domain/launches/launch-week.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { tellWaiting } from "../../jobs/tell-waiting.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { veiled } from "../../site/parts/listings/looks.ts";
import { createMailServer, type Delivered } from "../helpers/mail-server.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const HOUR = 3600_000;
const WEEK = 7 * 24 * HOUR;

const mails = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({ env: { LIMIT_SIGN_IN: "1000", LIMIT_FOLLOW: "1000" }, replaced: { sendMail } });
beforeEach(() => {
  mails.delivered.length = 0;
});

const ZONE = "UTC";
const weekIn = (weeks: number) => weekOf(world.deps.now(), ZONE, weeks);
let made = 0;
const coming = (given: Parameters<World["listing"]>[1] = {}) =>
  world.listing(`Nightferry ${++made}`, {
    status: "scheduled",
    plan: "free",
    launchWeek: weekIn(1).monday,
    launchedAt: null,
    ...given,
  });
const roomOf = ({ slug }: Listing) => `/listings/${slug}`;
const to = (address: string) => mails.delivered.filter((mail) => mail.to.includes(address));
const linkIn = ({ text }: Delivered, path: string) =>
  text
    .split(/\s/)
    .find((word) => word.startsWith(`${world.baseUrl}/${path}?`))!
    .slice(world.baseUrl.length);
const visitor = () => createVisitor(world.baseUrl);
async function signedIn(name: string, given = {}): Promise<Visitor> {
  await world.account(name, given);
  const person = visitor();
  await person.signIn(`${name}@people.example`);
  return person;
}
async function ask(listing: Listing, email: string, person = visitor()) {
  await person.get(roomOf(listing));
  const reply = await person.post(`${roomOf(listing)}/tell-me`, { email });
  await world.drain();
  return reply;
}
async function confirm(email: string) {
  const person = visitor();
  const link = linkIn(to(email).at(-1)!, "tell-me");
  await person.get(link);
  const reply = await person.post("/tell-me", { token: new URL(link, world.baseUrl).searchParams.get("token")! });
  expect(reply.text).toContain("You are on the list");
  return reply;
}
const toldOf = ({ name }: Listing) =>
  mails.delivered.filter(({ headers }) => headers.get("subject") === `${name} is live`);
async function launch(listing: Listing) {
  const { launchWeek } = (await world.deps.store.listings.find(listing.id))!;
  const { startsAt } = weekAfter({ monday: launchWeek! }, ZONE, 0);
  world.advance(startsAt.getTime() - world.deps.now().getTime() + 60_000);
  await world.drain();
}
const setStatus = async (id: number, change: Partial<Listing>) =>
  world.deps.store.change(async (tx) => {
    const listing = (await tx.listings.find(id))!;
    const terms = { ...listing, ...change, categories: listing.profile.categories };
    await tx.listings.setTerms(listing, terms, { accountId: null, client: null }, world.deps.now());
  });

describe("a listing before its launch", () => {
  it.each(["scheduled", "awaiting_badge"] as const)("has a page at its address while it is %s", async (status) => {
    const listing = await coming({ status });
    const { status: code, text, headers } = await visitor().get(roomOf(listing));
    expect(code).toBe(200);
    expect(text).toMatch(new RegExp(`<bdi>${listing.name}</bdi> launches on <[^>]+>Monday `));
    expect(text).toContain(`${listing.name} in one line`);
    expect(text).toContain(`data-countdown="${weekIn(1).startsAt.toISOString()}"`);
    expect(text).toContain("Notify me on Monday");
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  it("says no fact of its profile, and shows none of its pictures", async () => {
    const secret = "Zanzibar";
    const listing = await coming({
      unlocked: ["story", "milestones", "media"],
      category: "crm",
      content: { pricingModel: secret, stage: secret, country: "ZW" },
      profile: {
        ...{ description: secret, shortDescription: secret, headline: secret, summary: secret, pricingSummary: secret },
        ...{ city: secret, contactEmail: `${secret}@x.example`, demoVideoUrl: `https://youtu.be/${secret}` },
        ...{ features: [secret], usps: [secret], keywords: [secret], tags: [secret] },
        faqs: [{ question: secret, answer: secret }],
        story: { title: secret },
        seoTitle: secret,
        seoDescription: secret,
        media: [{ url: `https://x.example/${secret}.png`, alt: secret }],
      },
    });
    const { text } = await visitor().get(roomOf(listing));
    expect(text).not.toContain(secret);
    expect(text).not.toContain("/pictures/");
    expect(text).not.toContain(listing.domain);
  });

  it("is in no answer that has only live listings", async () => {
    const listing = await coming();
    const { slug, name } = listing;
    expect((await world.rest("GET", `/listings/${slug}`)).status).toBe(404);
    expect((await world.mcp("get_listing", { slug })).body.isError).toBe(true);
    expect((await world.rest("GET", `/listings?q=${encodeURIComponent(name)}`)).body.total).toBe(0);
    const guest = visitor();
    for (const path of [
      `/listings/${slug}.md`,
      `/listings/${slug}/alternatives`,
      `/listings/${slug}/badges`,
      `/embed/${slug}`,
    ])
      expect((await guest.get(path)).status, path).toBe(404);
    for (const path of [
      "/sitemap.xml",
      "/sitemaps/listings-1.xml",
      "/feeds/launches.atom",
      "/feeds/launches.json",
      "/llms.txt",
      `/search?q=${slug}`,
    ])
      expect((await guest.get(path)).text, path).not.toContain(`/listings/${slug}`);
  });

  it("is linked with its day from the week and from the list of what is upcoming", async () => {
    const listing = await coming();
    const link = `<a href="${roomOf(listing)}"><bdi>${listing.name}</bdi></a>`;
    const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
    for (const path of [`/launches/weeks/${listing.launchWeek}`, "/launches?section=upcoming"]) {
      const { text } = await visitor().get(path);
      expect(text).toContain(link);
      expect(text).toContain(`<p class="figure">${day.format(new Date(listing.launchWeek!))}</p>`);
    }
  });

  it("shows neither makers nor pictures in lists of coming launches", async () => {
    const listing = await coming({ category: "crm" });
    await world.deps.store.change(async (tx) => {
      const author = { accountId: null, client: null };
      const { name, tagline, stage, pricingModel, country, language, logoUrl, profile } = listing;
      const content = { name, tagline, stage, pricingModel, country, language, logoUrl, profile };
      const founders = [{ name: "Noor Rahimi", title: null, bio: null }];
      await tx.listings.update(listing, content, { founders }, author, world.deps.now());
    });
    for (const path of [`/launches/weeks/${listing.launchWeek}`, "/launches?section=upcoming", roomOf(listing)])
      expect((await visitor().get(path)).text, path).not.toMatch(/Noor Rahimi|class="face /);
    const picture = { url: "https://x.example/a.png", alt: "" };
    const look = { hue: "teal" as const, picture, makers: [{ slug: "noor", name: "Noor Rahimi", avatarUrl: null }] };
    expect(veiled(new Map([["a", look]])).get("a")).toEqual({ hue: "teal", picture: null, makers: [] });
  });

  it("shows the listing at the same address from the launch on", async () => {
    const listing = await coming({ profile: { description: "What it is for" } });
    await launch(listing);
    const { text } = await visitor().get(roomOf(listing));
    expect(text).toContain("What it is for");
    expect(text).not.toContain("launches on");
  });

  it("has no page once it is called off", async () => {
    const listing = await coming();
    await setStatus(listing.id, { status: "draft", launchWeek: null });
    expect((await visitor().get(roomOf(listing))).status).toBe(404);
  });

  it("shows its team first what is left to do and what to share, and nobody else", async () => {
    const ann = await signedIn("ann");
    const listing = await coming({ ownerId: (await world.account("ann")).id, status: "awaiting_badge" });
    const { text } = await ann.get(roomOf(listing));
    expect(text.indexOf("Checklist")).toBeLessThan(text.indexOf("Not public yet"));
    expect(text).toContain("0 of 5 done");
    expect(text).toContain("Put the badge on your homepage");
    expect(text).toContain(`Come and be the first to vote: ${world.url}/listings/${listing.slug}`);
    expect(text).toContain(`/badges/${listing.slug}/listed/standard-light-m.svg`);
    expect(text).not.toContain("Notify me on");
    expect((await visitor().get(roomOf(listing))).text).not.toContain("Checklist");
    expect((await (await signedIn("bo")).get(roomOf(listing))).text).not.toContain("Checklist");
  });
});

describe("a stranger who wants to be told of a launch", () => {
  it("confirms the address, and gets exactly one email when it is live", async () => {
    const listing = await coming();
    const reply = await ask(listing, "sam@post.example");
    expect(reply.location).toBe(`${roomOf(listing)}?notice=wait-asked`);
    const [mail] = to("sam@post.example");
    const link = linkIn(mail!, "tell-me");
    expect((await visitor().get(link)).text).toContain("sam@post.example");
    expect(await world.deps.store.waits.count(listing.id)).toBe(0);
    await confirm("sam@post.example");
    await confirm("sam@post.example");
    mails.delivered.length = 0;
    await launch(listing);
    await world.drain();
    world.advance(HOUR);
    await world.drain();
    const told = to("sam@post.example");
    expect(told).toHaveLength(1);
    expect(told[0]!.text).toContain(`${world.baseUrl}/listings/${listing.slug}`);
    expect(told[0]!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(await world.deps.store.waits.ofAddress(listing.id, "sam@post.example")).toBeUndefined();
    expect((await visitor().get(link)).status).toBe(410);
  });

  it("is told nothing without the confirmation, and forgotten after 48 hours", async () => {
    const listing = await coming({ launchWeek: weekIn(2).monday });
    await ask(listing, "unsure@post.example");
    const link = linkIn(to("unsure@post.example")[0]!, "tell-me");
    world.advance(47 * HOUR);
    await world.drain();
    expect((await visitor().get(link)).status).toBe(200);
    world.advance(2 * HOUR);
    await world.drain();
    expect((await visitor().get(link)).status).toBe(410);
    expect(await world.deps.store.waits.ofAddress(listing.id, "unsure@post.example")).toBeUndefined();
    mails.delivered.length = 0;
    await launch(listing);
    expect(toldOf(listing)).toEqual([]);
  });

  it("learns nothing of who has an account or waits already", async () => {
    const listing = await coming();
    await world.account("cy");
    const replies = [];
    for (const email of ["cy@people.example", "new@post.example", "new@post.example"]) {
      const reply = await ask(listing, email);
      replies.push({ status: reply.status, location: reply.location });
      await confirm(email);
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect([to("cy@people.example").length, to("new@post.example").length]).toEqual([1, 2]);
    expect(await world.deps.store.waits.count(listing.id)).toBe(2);
  });

  it("gets five links an hour, and whoever asks for more is answered the same", async () => {
    const listing = await coming();
    const places = new Set<string>();
    for (let round = 0; round < 7; round++) places.add((await ask(listing, "victim@post.example")).location);
    expect(to("victim@post.example")).toHaveLength(5);
    expect(places.size).toBe(1);
  });

  it("sees what is wrong with an address, and it stays in its field", async () => {
    const listing = await coming();
    const { status, text } = await ask(listing, "no address");
    expect(status).toBe(400);
    expect(text).toContain('value="no address"');
    expect(text).toContain("Enter one email address");
    expect(mails.delivered).toEqual([]);
  });

  it("can leave with one click, without a session", async () => {
    const listing = await coming();
    await ask(listing, "leaver@post.example");
    const { text } = await confirm("leaver@post.example");
    const [, out] = /href="([^"]*\/unsubscribe\?token=[^"]+)"/.exec(text)!;
    const response = await fetch(out!, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(response.status).toBe(200);
    expect(await world.deps.store.waits.count(listing.id)).toBe(0);
  });
});

describe("a signed-in person who wants to be told", () => {
  it("needs one click, and one to change their mind", async () => {
    const listing = await coming();
    const dee = await signedIn("dee");
    await dee.get(roomOf(listing));
    await dee.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    expect((await dee.get(roomOf(listing))).text).toContain("You are on the list");
    await dee.post(`${roomOf(listing)}/tell-me`, { wait: "off" });
    expect(await world.deps.store.waits.count(listing.id)).toBe(0);
    await dee.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    await launch(listing);
    expect(to("dee@people.example").map(({ headers }) => headers.get("subject"))).toEqual([`${listing.name} is live`]);
  });

  it("gets one email, although the address was entered without signing in, too", async () => {
    const listing = await coming();
    const eli = await signedIn("eli");
    await ask(listing, "Eli@people.example");
    await confirm("Eli@people.example");
    await eli.get(roomOf(listing));
    await eli.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    await launch(listing);
    expect(toldOf(listing)).toHaveLength(1);
  });

  it("needs a confirmed address", async () => {
    const listing = await coming();
    const fay = await signedIn("fay", { verified: false });
    await fay.get(roomOf(listing));
    const { location } = await fay.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    expect(location).toBe(`${roomOf(listing)}?notice=verify-first`);
    expect(await world.deps.store.waits.count(listing.id)).toBe(0);
  });

  it("sees in the room that the launch has moved, and is told when it comes", async () => {
    const listing = await coming();
    const gus = await signedIn("gus");
    await gus.get(roomOf(listing));
    await gus.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    await setStatus(listing.id, { launchWeek: weekIn(2).monday });
    expect((await gus.get(roomOf(listing))).text).toContain("The launch has moved from the week of");
    world.advance(WEEK);
    await world.drain();
    expect(to("gus@people.example")).toEqual([]);
    await launch(listing);
    expect(to("gus@people.example")).toHaveLength(1);
  });

  it("finds the wait in the export, and takes it along when the account goes", async () => {
    const listing = await coming();
    const hal = await signedIn("hal");
    await hal.get(roomOf(listing));
    await hal.post(`${roomOf(listing)}/tell-me`, { wait: "on" });
    const { id } = await world.account("hal");
    expect((await exportAccount(id, world.deps)).launches_awaited).toMatchObject([{ slug: listing.slug }]);
    await deleteAccount(id, { takeListingsDown: false }, world.deps);
    expect(await world.deps.store.waits.count(listing.id)).toBe(0);
  });

  it("learns nothing of the waits of an address that they only claim to have", async () => {
    const listing = await coming();
    await ask(listing, "ivy@people.example");
    await confirm("ivy@people.example");
    const { id } = await world.account("ivy", { verified: false });
    expect((await exportAccount(id, world.deps)).launches_awaited).toEqual([]);
    await deleteAccount(id, { takeListingsDown: false }, world.deps);
    expect(await world.deps.store.waits.count(listing.id)).toBe(1);
  });
});

describe("those who wait", () => {
  const add = async (listing: Listing, count: number) =>
    world.deps.store.change(async (tx) => {
      for (let index = 0; index < count; index++) {
        const id = `${listing.id}-${index}`;
        const { id: accountId } = (await tx.accounts.findByEmail("jo@people.example"))!;
        const wait = { id, listingId: listing.id, email: `${id}@crowd.example`, week: listing.launchWeek };
        await tx.waits.add({ ...wait, accountId, askedAt: world.deps.now() });
      }
    });

  it("are counted from five on", async () => {
    await world.account("jo");
    const listing = await coming();
    await add(listing, 4);
    expect((await visitor().get(roomOf(listing))).text).not.toContain("waiting.");
    await add(await coming(), 9);
    await world.deps.store.change(async (tx) => {
      const { id: accountId } = (await tx.accounts.findByEmail("jo@people.example"))!;
      const wait = { id: "fifth", listingId: listing.id, email: "fifth@crowd.example", week: null };
      await tx.waits.add({ ...wait, accountId, askedAt: world.deps.now() });
    });
    expect((await visitor().get(roomOf(listing))).text).toContain("5 people are waiting.");
  });

  it("are told once each, although the process dies in between and the job runs again", async () => {
    await world.account("jo");
    const listing = await coming();
    await add(listing, 230);
    await setStatus(listing.id, { status: "live", launchedAt: world.deps.now() });
    const { store } = world.deps;
    let changes = 0;
    const dying = {
      ...store,
      change: (work: never) => (++changes > 1 ? Promise.reject(new Error("killed")) : store.change(work)),
    };
    const run = (deps: object) =>
      tellWaiting.run(
        { listingId: listing.id } as never,
        { ...world.deps, ...deps } as never,
        new AbortController().signal,
      );
    await expect(run({ store: dying })).rejects.toThrow("killed");
    expect(await store.waits.count(listing.id)).toBe(130);
    await Promise.all([run({}), run({})]);
    await world.drain();
    const addresses = toldOf(listing).flatMap(({ to: recipients }) => recipients);
    expect([addresses.length, new Set(addresses).size]).toEqual([230, 230]);
  });

  it("are told however the listing becomes live", async () => {
    await world.account("jo");
    const listing = await coming();
    await add(listing, 1);
    await setStatus(listing.id, { status: "live", launchedAt: world.deps.now() });
    world.advance(11 * 60_000);
    await world.drain();
    expect(toldOf(listing)).toHaveLength(1);
  });
});
