import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createSendMail } from "../../mail/mailer.ts";
import { createMailServer, type Delivered } from "../helpers/mail-server.ts";
import { createWorld } from "../helpers/world.ts";

const HOUR = 3600_000;

const mails = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({ env: { LIMIT_WRITE: "10000" }, replaced: { sendMail } });
/** Every test has people of its own, so that no mail about another test's listing comes to them. */
let test = 0;
beforeEach(() => {
  test++;
  mails.delivered.length = 0;
});
const account = (name: string, given = {}) => world.account(`${name}${test}`, given);

let made = 0;
async function followed(...followers: string[]) {
  const { id: ownerId } = await world.account("ann");
  const listing = await world.listing(`Acme ${++made}`, { ownerId });
  for (const name of followers) await follow(name, listing.id);
  return listing;
}
async function follow(name: string, listingId: number, isWanted = true) {
  const { id } = await account(name);
  await world.deps.store.change((tx) =>
    isWanted ? tx.engagement.follow(id, listingId, world.deps.now()) : tx.engagement.unfollow(id, listingId),
  );
}
async function post(listingId: number, ...titles: string[]) {
  for (const title of titles) {
    const reply = await world
      .as("ann")
      .post(`/me/listings/${listingId}/updates`, { body: { title, body: `All about ${title}.` } });
    expect(reply.status).toBe(201);
  }
  await world.drain();
}
async function later(ms: number) {
  world.advance(ms);
  await world.drain();
}
const to = (name: string) => mails.delivered.filter((mail) => mail.to.includes(`${name}${test}@people.example`));
const linkOf = ({ headers }: Delivered): string => /^<(.+)>$/.exec(headers.get("list-unsubscribe") ?? "")![1]!;
const setStatus = (id: number, status: "live" | "paused") =>
  world.deps.store.change(async (tx) => {
    const listing = (await tx.listings.find(id))!;
    const terms = { ...listing, status, categories: listing.profile.categories };
    await tx.listings.setTerms(listing, terms, { accountId: null, client: null }, world.deps.now());
  });

describe("an update of a live listing", () => {
  it("is emailed to each follower, with a link to it and one to unsubscribe", async () => {
    const { id, slug } = await followed("bo", "cy");
    await follow("dee", id);
    await follow("dee", id, false);
    await post(id, "Version 2 — größer");
    expect([mails.delivered.length, to("bo").length, to("cy").length]).toEqual([2, 1, 1]);
    const [mail] = to("bo");
    expect(mail!.text).toContain("Version 2 — größer\n");
    expect(mail!.text).toContain("All about Version 2 — größer.");
    expect(mail!.text).toContain(`${world.baseUrl}/listings/${slug}#updates`);
    expect(linkOf(mail!)).toMatch(new RegExp(`^${world.baseUrl}/unsubscribe\\?token=[\\w.-]+$`));
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail!.text).toContain(linkOf(mail!));
    expect(linkOf(mail!)).not.toBe(linkOf(to("cy")[0]!));
  });

  it("is emailed only to confirmed addresses of active accounts that followed before it", async () => {
    await account("unconfirmed", { verified: false });
    const { id } = await followed("unconfirmed", "suspended", "early");
    const { id: suspended } = await account("suspended");
    await world.deps.store.change((tx) => tx.accounts.setStatus(suspended, "suspended"));
    await post(id, "First");
    expect([mails.delivered.length, to("early").length]).toEqual([1, 1]);
    world.advance(1);
    await follow("late", id);
    await later(48 * HOUR);
    expect(to("late")).toEqual([]);
    await post(id, "Second");
    expect(to("late")).toHaveLength(1);
    expect(to("late")[0]!.text).not.toContain("First");
  });

  it("waits for the next day if the follower had an email today, together with later updates", async () => {
    const { id } = await followed("bo");
    await post(id, "Monday one");
    await post(id, "Monday two");
    world.advance(HOUR);
    await post(id, "Monday three");
    world.advance(1);
    await follow("new", id);
    expect(to("bo")).toHaveLength(1);
    await later(22 * HOUR);
    expect(to("bo")).toHaveLength(1);
    await later(HOUR);
    expect(to("bo")).toHaveLength(2);
    const [, second] = to("bo");
    expect(second!.headers.get("subject")).toContain("2 updates");
    expect(second!.text).toContain("Monday two");
    expect(second!.text).toContain("Monday three");
    expect(second!.text).not.toContain("Monday one");
    await later(72 * HOUR);
    expect(to("bo")).toHaveLength(2);
    await post(id, "Thursday");
    expect(to("bo")).toHaveLength(3);
    expect(to("new")).toHaveLength(1);
  });

  it("shares one email with updates posted at the same time, which shows five of them", async () => {
    const { id } = await followed("bo");
    await post(id, "First");
    await post(id, "a1", "a2", "a3", "a4", "a5", "a6", "a7");
    await later(25 * HOUR);
    const [, mail] = to("bo");
    expect(mail!.headers.get("subject")).toContain("7 updates");
    expect(mail!.text).toContain("All about a7.");
    expect(mail!.text).not.toContain("All about a2.");
    expect(mail!.text).toContain("And 2 more.");
  });

  it("is not emailed again to somebody who follows again, nor to somebody who unfollowed while it waited", async () => {
    const { id } = await followed("bo", "cy");
    await post(id, "First");
    await follow("bo", id, false);
    await follow("bo", id);
    await post(id, "Second");
    await follow("cy", id, false);
    expect([to("bo").length, to("cy").length]).toEqual([1, 1]);
    await later(25 * HOUR);
    expect([to("bo").length, to("cy").length]).toEqual([2, 1]);
    expect(to("bo")[1]!.text).not.toContain("First");
  });

  it("is not emailed while the listing is not live, and comes with the next one", async () => {
    const { id } = await followed("bo");
    await setStatus(id, "paused");
    await post(id, "While away");
    await later(48 * HOUR);
    expect(mails.delivered).toEqual([]);
    await setStatus(id, "live");
    await post(id, "Back");
    expect(to("bo")).toHaveLength(1);
    expect(to("bo")[0]!.text).toContain("While away");
  });

  it("reaches more followers than one change covers, each once", async () => {
    // Into the outbox, because 230 greetings of a mail server take a quarter of a minute.
    const quiet = await createWorld();
    onTestFinished(() => quiet.close());
    const { deps } = quiet;
    const { id: ownerId } = await quiet.account("ann");
    const { id } = await quiet.listing("Acme", { ownerId });
    const at = deps.now();
    await deps.store.change(async (tx) => {
      for (let count = 0; count < 230; count++) {
        const accountId = `crowd-${count}`;
        const email = `crowd${count}@people.example`;
        await tx.accounts.add({ id: accountId, email, createdAt: at, emailVerifiedAt: at });
        await tx.engagement.follow(accountId, id, at);
      }
    });
    await quiet.as("ann").post(`/me/listings/${id}/updates`, { body: { title: "For all", body: "News." } });
    await quiet.drain();
    const { items } = await deps.store.mails.list({ page: 1, perPage: 500 });
    expect(new Set(items.map(({ recipient }) => recipient)).size).toBe(230);
    expect(items.filter(({ state, unsubscribeUrl }) => state === "kept" && unsubscribeUrl)).toHaveLength(230);
  });
});

describe("the unsubscribe link", () => {
  /** What a mail program sends when its reader presses its own button: no cookie, no origin, no referrer. */
  const oneClick = (link: string, contentType = "application/x-www-form-urlencoded") =>
    fetch(link, {
      method: "POST",
      headers: { "content-type": contentType },
      body: "List-Unsubscribe=One-Click",
      redirect: "manual",
    });
  const isFollowing = async (name: string, id: number) =>
    world.deps.store.engagement.isFollowing((await account(name)).id, id);

  it("changes nothing when it is opened, and shows a button", async () => {
    const { id, name } = await followed("bo");
    await post(id, "News");
    const link = linkOf(to("bo")[0]!);
    for (const method of ["GET", "HEAD"]) expect((await fetch(link, { method })).status).toBe(200);
    const page = await fetch(link);
    const text = await page.text();
    expect(text).toContain(`Stop emails about ${name}?`);
    expect(text).toContain('name="robots" content="noindex"');
    expect(/<form method="post" action="([^"]+)"/.exec(text)?.[1]).toBe(link.slice(world.baseUrl.length));
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(await isFollowing("bo", id)).toBe(true);
  });

  it.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "ends them with one POST (%s), without signing in and without a redirect",
    async (contentType) => {
      const { id } = await followed("bo", "cy");
      await post(id, "News");
      const link = linkOf(to("bo")[0]!);
      for (const _ of [1, 2]) {
        const reply = await oneClick(link, contentType);
        expect(reply.status).toBe(200);
        expect(await reply.text()).toContain("You are unsubscribed");
      }
      expect([await isFollowing("bo", id), await isFollowing("cy", id)]).toEqual([false, true]);
      expect((await world.deps.store.listings.find(id))?.followers).toBe(1);
      await later(25 * HOUR);
      await post(id, "More news");
      expect([to("bo").length, to("cy").length]).toEqual([1, 2]);
    },
  );

  it("works for nobody else and for no other listing", async () => {
    const [one, two] = [await followed("bo", "cy"), await followed("bo")];
    await post(one.id, "News");
    const link = linkOf(to("bo")[0]!);
    const cy = await account("cy");
    const bo = await account("bo");
    for (const wrong of [
      link.replace(bo.id, cy.id),
      link.replace(`.${one.id}.`, `.${two.id}.`),
      link.slice(0, -1),
      `${link}.x`,
      `${link}&token=x`,
      `${world.baseUrl}/unsubscribe`,
    ]) {
      expect((await oneClick(wrong)).status).toBe(410);
      expect((await fetch(wrong)).status).toBe(410);
    }
    expect([await isFollowing("bo", one.id), await isFollowing("cy", one.id), await isFollowing("bo", two.id)]).toEqual(
      [true, true, true],
    );
  });
});

it("essential emails have no unsubscribe link", async () => {
  const message = { subject: "Hi", text: "Hi", html: "<p>Hi</p>" };
  await world.deps.sendMail({ id: "plain", to: "ann@people.example", ...message, unsubscribeUrl: null });
  expect(mails.delivered[0]!.headers.has("list-unsubscribe")).toBe(false);
});
