import { beforeEach, describe, expect, it } from "vitest";
import { pauseDigest, resumeDigest } from "../../actions/notifications/digest-settings.ts";
import { askForDigest, confirmDigest } from "../../actions/notifications/subscribe-digest.ts";
import { saveSearch } from "../../actions/search/saved-searches.ts";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { createMailServer, type Delivered, decodeWords } from "../helpers/mail-server.ts";
import { createWorld } from "../helpers/world.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const mails: Awaited<ReturnType<typeof createMailServer>> = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({ replaced: { sendMail }, env: { LIMIT_SIGN_IN: "100000" } });
// Wednesday noon of some week, so that launches of a test are in one week.
const { startsAt } = weekOf(world.deps.now(), "UTC", 1);
world.advance(startsAt.getTime() + 2.5 * DAY - world.deps.now().getTime());
await world.drain();
let test = 0;
beforeEach(() => {
  test++;
  mails.delivered.length = 0;
});
const address = (name: string) => `${name}${test}@people.example`;
const account = (name: string, given = {}) => world.account(`${name}${test}`, given);
const to = (name: string): Delivered[] => mails.delivered.filter((mail) => mail.to.includes(address(name)));
const subjectOf = ({ headers }: Delivered): string => decodeWords(headers.get("subject")!);
const linkOf = ({ headers }: Delivered): string => /^<(.+)>$/.exec(headers.get("list-unsubscribe") ?? "")![1]!;
const digests = () => world.deps.store.digests;
const subscriber = async (name: string) => (await digests().ofAddress(address(name)))!;

/** The way of everybody: ask, get an email, use its link. */
async function subscribe(name: string, { categories = ["crm"], zone = "" } = {}): Promise<void> {
  const given = { email: address(name), address: "192.0.2.1", categories, zone, language: null };
  expect(await askForDigest(given, world.deps)).toBe("sent");
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 200 });
  const { text } = items.find(
    ({ recipient, text: said }) => recipient === given.email && said.includes("/digest/confirm?"),
  )!;
  const token = /\/digest\/confirm\?token=(\S+)/.exec(text)![1]!;
  expect(await confirmDigest(token, world.deps)).toBeDefined();
}
let made = 0;
const launch = (given = {}) => world.listing(`Fresh ${++made}`, { category: "crm", ...given });

/** Moves to a moment of the next Tuesday, when the week is over and final, and lets everything happen. */
async function tuesday(hour = 9.1): Promise<void> {
  const { endsAt } = weekOf(world.deps.now(), "UTC");
  const wanted = endsAt.getTime() + DAY + hour * HOUR;
  world.advance(wanted - world.deps.now().getTime());
  await world.drain();
  // A minute each for the few of these tests: what was not their turn yet is now.
  for (let minute = 0; minute < 12; minute++) {
    world.advance(60_000);
    await world.drain();
  }
}
/** To the middle of the week that has begun. */
async function wednesday(): Promise<void> {
  const { startsAt } = weekOf(world.deps.now(), "UTC");
  const ahead = startsAt.getTime() + 2.5 * DAY - world.deps.now().getTime();
  if (ahead > 0) world.advance(ahead);
  await world.drain();
}

describe("the weekly digest", () => {
  it("lists launches in chosen categories, each once, with a one-click unsubscribe", async () => {
    await wednesday();
    await subscribe("ann", { categories: ["crm", "marketing"] });
    const { slug, name } = await launch();
    await launch({ category: "accounting" });
    await launch({ category: "marketing", plan: "launch" });
    await world.drain();
    mails.delivered.length = 0;
    await tuesday();
    const [mail] = to("ann");
    expect(to("ann")).toHaveLength(1);
    expect(subjectOf(mail!)).toBe("Your week on Debut: 2 launches");
    expect(mail!.text).toContain(`New in CRM\n\n${name}\n${name} in one line\n${world.baseUrl}/listings/${slug}`);
    expect(mail!.text).toContain("paid listing");
    expect(mail!.text).not.toContain("New in Accounting");
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail!.text).toContain(linkOf(mail!));
    expect(mail!.bytes).toBeLessThan(100_000);
    const ended = await fetch(linkOf(mail!), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(ended.status).toBe(200);
    expect(await subscriber("ann")).toBeUndefined();
    await launch();
    await tuesday();
    expect(to("ann")).toHaveLength(1);
  });

  it("is not sent if empty, or to unconfirmed or suspended readers", async () => {
    await wednesday();
    await subscribe("quiet", { categories: ["accounting"] });
    await askForDigest(
      { email: address("unconfirmed"), address: "192.0.2.1", categories: ["crm"], zone: "", language: null },
      world.deps,
    );
    const { id } = await account("suspended");
    await subscribe("suspended");
    await world.deps.store.change((tx) => tx.accounts.setStatus(id, "suspended"));
    await launch({ category: "crm" });
    await world.drain();
    mails.delivered.length = 0;
    await tuesday();
    expect(mails.delivered.flatMap((mail) => mail.to)).toEqual([]);
    const [edition] = await digests().editions(1);
    expect(edition).toMatchObject({ mails: 0, quiet: 2 });
  });

  it("includes the reader's figures: views, clicks, votes, followers, reviews and place", async () => {
    await wednesday();
    const { id: ownerId } = await account("maker");
    const own = await launch({ ownerId });
    const rival = await launch();
    const { deps } = world;
    const day = deps.now().toISOString().slice(0, 10);
    const vote = async (listingId: number, name: string) => {
      const { id } = await account(name);
      const origin = { visitorHash: `${name}${test}`, networkHash: null };
      await deps.store.change((tx) =>
        tx.votes.set(id, listingId, origin, { network: 99, newAccounts: 99 }, deps.now()),
      );
    };
    for (const name of ["v1", "v2"]) await vote(rival.id, name);
    await vote(own.id, "v3");
    await deps.store.change(async (tx) => {
      const seen = (kind: "views" | "clicks", count: number) =>
        Array.from({ length: count }, (_, index) => ({ kind, listingId: own.id, day, hash: `${test}${kind}${index}` }));
      await tx.engagement.visit([...seen("views", 12), ...seen("clicks", 1)]);
      const { id } = await account("v1");
      await tx.engagement.follow(id, own.id, deps.now());
      await tx.reviews.write(id, own.id, { rating: 5, title: null, body: "Good." }, deps.now());
      const review = (await tx.reviews.find(id, own.id))!;
      await tx.reviews.decide(review.id, "published", { by: "x", at: deps.now(), seenAt: review.updatedAt });
    });
    await subscribe("maker", { categories: [] });
    await tuesday();
    const [mail] = to("maker").filter((one) => subjectOf(one).startsWith("Your week"));
    expect(subjectOf(mail!)).toBe(`Your week on Debut: news from ${own.name}`);
    expect(mail!.text).toContain(
      `${own.name}\n12 views · 1 click to your website · 1 vote · 1 new follower · 1 new review\n#2 of its launch week`,
    );
    expect(mail!.text).toContain(`${world.baseUrl}/account/digest`);
  });

  it("includes saved searches, which are then not emailed separately", async () => {
    await wednesday();
    const { id } = await account("seeker");
    await saveSearch({ accountId: id, query: `q=zebrafish${"abcdefgh"[test]}`, title: "“zebrafish”" }, world.deps);
    await subscribe("seeker", { categories: [] });
    const found = await launch({ content: { tagline: `For zebrafish${"abcdefgh"[test]}` } });
    world.advance(2 * HOUR);
    await world.drain();
    expect(to("seeker").filter((one) => subjectOf(one).includes("zebrafish"))).toEqual([]);
    await tuesday();
    const told = to("seeker").filter((one) => one.text.includes(`/listings/${found.slug}`));
    expect(told.map(subjectOf)).toEqual(["Your week on Debut: 1 new match"]);
    await tuesday();
    await tuesday();
    expect(to("seeker").filter((one) => one.text.includes(`/listings/${found.slug}`))).toHaveLength(1);
    // Who ends it by the link of an email gets no emails of another kind instead.
    await fetch(linkOf(told[0]!), { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
    const [search] = await world.deps.store.savedSearches.ofAccount(id);
    expect(search!.pausedAt).not.toBeNull();
  });

  it("comes in the morning of its reader's time zone", async () => {
    await wednesday();
    await subscribe("tokyo", { zone: "Asia/Tokyo" });
    await subscribe("site", { zone: "Mars/Olympus" });
    expect((await subscriber("site")).zone).toBeNull();
    await launch();
    await world.drain();
    mails.delivered.length = 0;
    const { endsAt } = weekOf(world.deps.now(), "UTC");
    // Tuesday 09:10 in UTC; in Tokyo it is 18:10, and their Tuesday morning was before the awards.
    await tuesday();
    expect([to("tokyo").length, to("site").length]).toEqual([0, 1]);
    world.advance(endsAt.getTime() + 2 * DAY + 0.2 * HOUR - world.deps.now().getTime());
    for (let minute = 0; minute < 5; minute++) {
      world.advance(60_000);
      await world.drain();
    }
    expect(to("tokyo")).toHaveLength(1);
  });

  it("waits while paused, and then comes once about the newest week", async () => {
    await wednesday();
    await subscribe("pat");
    const before = await launch();
    await world.drain();
    mails.delivered.length = 0;
    await world.deps.store.change((tx) => pauseDigest(tx, world.deps.now()));
    await tuesday();
    expect(to("pat")).toEqual([]);
    await wednesday();
    const after = await launch();
    await tuesday();
    expect(to("pat")).toEqual([]);
    await world.deps.store.change((tx) => resumeDigest(tx, world.deps.now()));
    for (let minute = 0; minute < 60; minute++) {
      world.advance(60_000);
      await world.drain();
    }
    expect(to("pat")).toHaveLength(1);
    expect(to("pat")[0]!.text).toContain(`/listings/${after.slug}`);
    expect(to("pat")[0]!.text).not.toContain(`/listings/${before.slug}`);
    await world.deps.store.change((tx) => resumeDigest(tx, world.deps.now()));
    await world.drain();
    expect(to("pat")).toHaveLength(1);
  });
});
