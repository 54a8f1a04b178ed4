import { beforeEach, describe, expect, it } from "vitest";
import { saveSearch } from "../../actions/search/saved-searches.ts";
import { tellSearchers } from "../../jobs/tell-searchers.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { createMailServer, type Delivered } from "../helpers/mail-server.ts";
import { createWorld } from "../helpers/world.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const mails = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({ replaced: { sendMail } });
/** Every test has people and words of its own, so that no email about another test's listing comes to them. */
let test = 0;
beforeEach(() => {
  test++;
  mails.delivered.length = 0;
});
const account = (name: string, given = {}) => world.account(`${name}${test}`, given);
const word = () => `zebra${"abcdefghijklmnopqrstuvwxyz"[test]}`;
const to = (name: string): Delivered[] =>
  mails.delivered.filter((mail) => mail.to.includes(`${name}${test}@people.example`));
const linkOf = ({ headers }: Delivered): string => /^<(.+)>$/.exec(headers.get("list-unsubscribe") ?? "")![1]!;

async function save(name: string, query = `q=${word()}`, title = `“${word()}”`) {
  const { id } = await account(name);
  return saveSearch({ accountId: id, query, title }, world.deps);
}
let made = 0;
const launch = (tagline = `A ${word()} for everybody`, given = {}) =>
  world.listing(`Fresh ${++made}`, { content: { tagline }, ...given });
/** Moves the clock by an hour or more, so that the job is due again, and lets everything happen. */
async function later(ms = HOUR) {
  world.advance(ms);
  await world.drain();
}
const searchesOf = async (name: string) => world.deps.store.savedSearches.ofAccount((await account(name)).id);

describe("something new that fits a saved search", () => {
  it("is emailed with a link to it and one to unsubscribe, and once only", async () => {
    await launch();
    await later();
    await save("bo");
    const { slug, name } = await launch();
    await launch("Nothing like it");
    await later();
    const [mail] = to("bo");
    expect(mails.delivered).toHaveLength(1);
    expect(mail!.text).toContain(`${name}: A ${word()} for everybody\n${world.baseUrl}/listings/${slug}`);
    expect(mail!.text).not.toContain("Nothing like it");
    expect(mail!.text).toContain(`${world.baseUrl}/search?q=${word()}`);
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail!.text).toContain(linkOf(mail!));
    await later(3 * DAY);
    expect(mails.delivered).toHaveLength(1);
  });

  it("comes at most once a day, in one email for all searches of a person", async () => {
    await save("cy");
    await save("cy", `q=${word()}&pricing_model=free`, `“${word()}”, Free`);
    await launch(undefined, { content: { tagline: `A ${word()}`, pricingModel: "free" } });
    await later();
    expect(to("cy")).toHaveLength(1);
    expect(to("cy")[0]!.headers.get("subject")).toBe("New matches for 2 saved searches");
    await launch();
    await later(22 * HOUR);
    expect(to("cy")).toHaveLength(1);
    await later(2 * HOUR);
    expect(to("cy")).toHaveLength(2);
  });

  it("is emailed even for a question without the listing's words", async () => {
    await save("dee", `q=plan+${word()}+rotas+nurses`, "a question");
    await launch();
    await later();
    expect(to("dee")).toHaveLength(1);
  });

  it("names five products and the number of the others", async () => {
    await save("eve");
    for (let count = 0; count < 7; count++) await launch();
    await later();
    expect(to("eve")[0]!.text).toContain(`And 2 more: ${world.baseUrl}/search?q=${word()}`);
    expect(to("eve")[0]!.text.match(/\/listings\/fresh-/g)).toHaveLength(5);
  });

  it("is not emailed if it was paused, deleted, or its owner suspended", async () => {
    const { store } = world.deps;
    for (const name of ["paused", "deleted", "suspended", "on"]) await save(name);
    const [paused] = await searchesOf("paused");
    const [deleted] = await searchesOf("deleted");
    await store.change(async (tx) => {
      await tx.savedSearches.pause(paused!.accountId, paused!.id, world.deps.now());
      await tx.savedSearches.remove(deleted!.accountId, deleted!.id);
      await tx.accounts.setStatus((await account("suspended")).id, "suspended");
    });
    await launch();
    await later();
    expect([mails.delivered.length, to("on").length]).toEqual([1, 1]);
    // What arrived during the pause is not new after it.
    await store.change((tx) => tx.savedSearches.resume(paused!.accountId, paused!.id));
    await later(DAY);
    expect(to("paused")).toHaveLength(0);
    await launch();
    await later();
    expect(to("paused")).toHaveLength(1);
  });

  it("is new when it goes live for the first time, never when it comes back", async () => {
    await save("flo");
    const { id } = await launch();
    await later();
    expect(to("flo")).toHaveLength(1);
    const setStatus = (status: "live" | "paused") =>
      world.deps.store.change(async (tx) => {
        const listing = (await tx.listings.find(id))!;
        const terms = { ...listing, status, categories: listing.profile.categories };
        await tx.listings.setTerms(listing, terms, { accountId: null, client: null }, world.deps.now());
      });
    await setStatus("paused");
    await setStatus("live");
    await later(2 * DAY);
    expect(to("flo")).toHaveLength(1);
  });

  it("is not looked for in a category that is gone", async () => {
    const { id: accountId } = await account("gil");
    await world.deps.store.change((tx) =>
      tx.savedSearches.add({
        ...{ id: `gone${test}`, accountId, query: "category=gone", title: "Gone", createdAt: world.deps.now() },
      }),
    );
    await launch();
    await later();
    expect(mails.delivered).toHaveLength(0);
    const newest = await world.deps.store.savedSearches.newestArrival();
    expect((await searchesOf("gil"))[0]!.seen).toBe(newest);
  });

  it("is emailed exactly once, wherever the job is killed and however often it runs again", async () => {
    const names = ["ann", "ben", "cal", "dan"];
    for (const name of names) await save(name);
    await world.jobs.stop(0);
    await launch();
    const { deps } = world;
    // Each run dies at its next change: before it commits, or right after.
    for (let step = 1; step <= 12; step++) {
      let changes = 0;
      const store: typeof deps.store = {
        ...deps.store,
        async change(work) {
          changes++;
          if (changes >= step / 2 && step % 2 === 1) throw new Error("killed before the commit");
          const result = await deps.store.change(work);
          if (changes >= step / 2) throw new Error("killed after the commit");
          return result;
        },
      };
      const run = tellSearchers.run(undefined as never, { ...deps, store }, new AbortController().signal);
      await run.catch((error: Error) => expect(error.message).toMatch(/^killed/));
    }
    // Whatever was left is told a day later, and nothing twice.
    world.advance(2 * DAY);
    await tellSearchers.run(undefined as never, deps, new AbortController().signal);
    const queued = (await deps.store.mails.list({ page: 1, perPage: 100 })).items.filter(({ recipient }) =>
      names.some((name) => recipient === `${name}${test}@people.example`),
    );
    expect(queued.map(({ recipient }) => recipient).sort()).toEqual(
      names.map((name) => `${name}${test}@people.example`),
    );
    await world.jobs.start();
  });

  it("is emailed once by two processes that look at the same time", async () => {
    const { deps } = world;
    await save("ivy");
    await world.jobs.stop(0);
    await launch();
    const both = Promise.withResolvers<void>();
    let looking = 0;
    const fitting: typeof deps.store.listings.fitting = async (...asked) => {
      const ids = await deps.store.listings.fitting(...asked);
      if (++looking === 2) both.resolve();
      await both.promise;
      return ids;
    };
    const store = { ...deps.store, listings: { ...deps.store.listings, fitting } };
    const run = () => tellSearchers.run(undefined as never, { ...deps, store }, new AbortController().signal);
    await Promise.all([run(), run()]);
    const queued = (await deps.store.mails.list({ page: 1, perPage: 100 })).items;
    expect(queued.filter(({ recipient }) => recipient === `ivy${test}@people.example`)).toHaveLength(1);
    await world.jobs.start();
  });
});

describe("the link to unsubscribe", () => {
  it("pauses all saved searches with one POST and without a session, and opening it changes nothing", async () => {
    await save("hal");
    await save("hal", "pricing_model=free", "Free");
    await launch();
    await later();
    const link = linkOf(to("hal")[0]!);
    const opened = await (await fetch(link)).text();
    expect(opened).toContain("Stop emails about your saved searches?");
    expect((await searchesOf("hal")).map(({ pausedAt }) => pausedAt)).toEqual([null, null]);
    const sent = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(sent.status).toBe(200);
    expect((await searchesOf("hal")).every(({ pausedAt }) => pausedAt !== null)).toBe(true);
    await launch();
    await later(2 * DAY);
    expect(to("hal")).toHaveLength(1);
    expect((await fetch(link.replace("searches-", "searches-x"))).status).not.toBe(200);
  });
});
