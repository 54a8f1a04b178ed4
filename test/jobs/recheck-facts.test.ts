import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { provenFacts } from "../../domain/listings/fact-check.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const HOSTS = ["acme", "bee", "ant", "dog", "fox", "y1", "y2", "y3"].map((name) => `${name}.test`);
const NOBODY = { accountId: null, client: "test" };
const price = (words: string): string => ACME["/pricing"]!.replace("$9 per month", words);

const site = await createWebsite({});
const world = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve(...HOSTS) } });

async function launched(host: string, owner: string, pages: Record<string, string> = ACME): Promise<number> {
  serve(pages);
  const draft = (await world.as(owner).post("/drafts", { body: { url: `http://${host}/` } })).body;
  await world.drain();
  await world.as(owner).patch(`/drafts/${draft.id}`, { body: { fields: { categories: ["Web Analytics"] } } });
  const saved = (await world.as(owner).post(`/drafts/${draft.id}/submit`)).body;
  const at = world.deps.now();
  await world.deps.store.change(async (tx) => {
    const listing = (await tx.listings.find(saved.listing_id))!;
    const terms = { ...listing, status: "live" as const, plan: "launch" as const, launchedAt: at };
    await tx.listings.setTerms(listing, { ...terms, categories: listing.profile.categories }, NOBODY, at);
  });
  await world.drain();
  return saved.listing_id;
}
function serve(pages: Record<string, string>): void {
  for (const path of Object.keys(site.pages)) delete site.pages[path];
  Object.assign(site.pages, pages);
}
/** The last day by itself, so that what a check found is told before it is over. */
async function days(count: number): Promise<void> {
  for (const step of [count - 1, 1]) {
    world.advance(step * DAY);
    await world.drain();
  }
}
const mine = async (owner: string, id: number) => (await world.as(owner).get(`/me/listings/${id}`)).body;
const stored = async (id: number) => (await world.deps.store.listings.find(id))!;
const reads = (): number => site.requests.filter((path) => path === "/").length;
async function mailsTo(owner: string): Promise<{ subject: string; text: string; createdAt: Date }[]> {
  const { email } = await world.account(owner);
  const { items } = await world.deps.store.mails.list({ page: 1, perPage: 100 });
  return items.filter(({ recipient, subject }) => recipient === email && /changed/.test(subject)).toReversed();
}

describe("a live listing", () => {
  it("is read again every 30 days, confirming what its website still states", async () => {
    const id = await launched("acme.test", "ann");
    const before = await stored(id);
    expect(provenFacts(before).length).toBeGreaterThan(5);
    const readsBefore = reads();
    await days(28);
    expect(reads()).toBe(readsBefore);
    await days(3);
    expect(reads()).toBe(readsBefore + 1);
    const after = await stored(id);
    expect(after.evidenceCheckedAt!.getTime()).toBeGreaterThan(before.evidenceCheckedAt!.getTime() + 29 * DAY);
    for (const { evidence } of provenFacts(after))
      for (const quote of evidence)
        expect(quote).toMatchObject({ seenAt: after.evidenceCheckedAt!.toISOString(), url: expect.any(String) });
    expect(JSON.stringify(after.profile.evidence)).not.toContain("goneAt");
    expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
    expect((await mine("ann", id)).suggestions).toEqual([]);
    expect(await mailsTo("ann")).toEqual([]);
  });

  it("suggests the website's new facts, tells the owner once, and publishes accepted ones with their quotes", async () => {
    const id = await launched("bee.test", "bea");
    const published = (await mine("bea", id)).pricing.summary;
    expect(published).toContain("$9");
    serve({ ...ACME, "/pricing": price("$12 per month") });
    await days(31);
    const { suggestions, next_actions } = await mine("bea", id);
    const suggested = suggestions.find(({ field }: { field: string }) => field === "pricing_summary");
    expect(suggested).toMatchObject({
      published,
      stated: expect.stringContaining("$12"),
      evidence: [{ quote: expect.stringContaining("$12 per month"), url: "http://bee.test/pricing" }],
    });
    expect(next_actions[0]).toBe("update_my_listing");
    const [mail, ...others] = await mailsTo("bea");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "The website of Acme Charts has changed" });
    expect(mail!.text).toContain("$12 per month");
    const { id: accountId } = await world.account("bea");
    expect(await world.deps.store.notifications.ofAccount(accountId, { offset: 0, limit: 9 })).toMatchObject([
      { kind: "suggestion", path: `/account/listings/${id}/proof`, words: { product: "Acme Charts" }, readAt: null },
    ]);
    expect((await mine("bea", id)).pricing.summary).toBe(published);

    const edited = await world
      .as("bea")
      .patch(`/me/listings/${id}`, { body: { fields: { pricing_summary: suggested.stated } } });
    expect(edited.body.suggestions).toEqual([]);
    const { profile } = await stored(id);
    expect(profile.evidence.pricing_summary).toMatchObject([{ quote: expect.stringContaining("$12 per month") }]);
    await days(31);
    expect((await mine("bea", id)).suggestions).toEqual([]);
    expect(await mailsTo("bea")).toHaveLength(1);
  });

  it("marks facts as stale everywhere until the website states them again", async () => {
    const id = await launched("ant.test", "cat");
    const { slug } = await stored(id);
    const undated = ACME["/about"]!.replace(" in 2021", "");
    serve({ ...ACME, "/about": undated });
    await days(31);
    const gone = (await stored(id)).profile.evidence.founded_year![0]!;
    expect(Date.parse(gone.goneAt!) - Date.parse(gone.seenAt!)).toBeGreaterThan(29 * DAY);
    const { suggestions } = await mine("cat", id);
    expect(suggestions).toMatchObject([{ field: "founded_year", published: "2021", stated: null, evidence: [] }]);
    const { body } = await world.rest("GET", `/listings/${slug}`);
    expect(body).toMatchObject({ company: { founded_year: 2021 } });
    expect(body.not_found_on_website).toContain("founded_year");
    const page = await (await fetch(`${world.baseUrl}/listings/${slug}`)).text();
    expect(page).toMatch(/Founded.*No longer stated/);
    expect(await (await fetch(`${world.baseUrl}/listings/${slug}.md`)).text()).toContain("No longer stated");
    // biome-ignore lint/suspicious/noExplicitAny: the test looks into JSON.
    const proof: any = await (await fetch(`${world.baseUrl}/listings/${slug}/evidence.json`)).json();
    expect(proof.facts.find(({ field }: { field: string }) => field === "founded_year")).toEqual({
      field: "founded_year",
      label: "Founded in",
      value: "2021",
      still_stated: false,
      quotes: [{ quote: gone.quote, url: "http://ant.test/about", seen_at: gone.seenAt, gone_since: gone.goneAt }],
    });
    const other = proof.facts.find(({ field }: { field: string }) => field === "city");
    expect(other).toMatchObject({ still_stated: true, quotes: [{ gone_since: null, seen_at: proof.checked_at }] });

    serve(ACME);
    await days(31);
    expect((await mine("cat", id)).suggestions).toEqual([]);
    expect((await stored(id)).profile.evidence.founded_year).toMatchObject([{ quote: gone.quote }]);
    expect(JSON.stringify((await stored(id)).profile.evidence)).not.toContain("goneAt");
  });

  it("is decided by its owner on the page: kept facts are not suggested again, removed ones are gone", async () => {
    const id = await launched("dog.test", "dan");
    const path = `/account/listings/${id}/proof`;
    serve({ ...ACME, "/about": ACME["/about"]!.replace("2021", "2019"), "/pricing": price("$12 per month") });
    await days(31);
    const dan = createVisitor(world.baseUrl);
    await dan.signIn("dan@people.example", { password: PASSWORD });
    expect((await dan.get(`/account/listings/${id}`)).text).toContain("now differs in 2 facts");
    expect((await dan.get(path)).text).toMatch(/Your website says<\/dt><dd dir="auto">2019/);
    const eve = createVisitor(world.baseUrl);
    await world.account("eve");
    await eve.signIn("eve@people.example", { password: PASSWORD });
    expect((await eve.get(path)).status).toBe(404);
    expect((await eve.post(path, { field: "founded_year", answer: "accept" })).status).not.toBe(303);

    await dan.get(path);
    await dan.post(path, { field: "founded_year", answer: "keep" });
    await dan.post(path, { field: "pricing_summary", answer: "accept" });
    expect(await mine("dan", id)).toMatchObject({
      suggestions: [],
      company: { founded_year: 2021 },
      pricing: { summary: expect.stringContaining("$12") },
    });
    expect((await dan.post(path, { field: "founded_year", answer: "accept" })).location).toContain("suggestion-gone");
    await days(31);
    expect((await mine("dan", id)).suggestions).toEqual([]);
    expect((await stored(id)).profile.evidence.founded_year![0]).toHaveProperty("goneAt");

    // A third year is news again.
    serve({ ...ACME, "/about": ACME["/about"]!.replace("2021", "2018"), "/pricing": price("$12 per month") });
    await days(31);
    expect((await mine("dan", id)).suggestions).toMatchObject([{ field: "founded_year", stated: "2018" }]);
  });

  it("is not judged by unreadable websites or pages", async () => {
    const id = await launched("fox.test", "fay");
    const down = (_req: unknown, res: ServerResponse): void => void res.writeHead(503).end();
    Object.assign(site.pages, { "/pricing": down, "/about": down });
    await days(31);
    const { profile, evidenceCheckedAt } = await stored(id);
    expect(JSON.stringify(profile.evidence)).not.toContain("goneAt");
    expect(Date.parse(profile.evidence.founded_year![0]!.seenAt!)).toBeLessThan(
      evidenceCheckedAt!.getTime() - 29 * DAY,
    );
    serve({ "/": down as never });
    await days(31);
    expect((await stored(id)).evidenceCheckedAt).toEqual(evidenceCheckedAt);
    expect(await world.deps.store.factChecks.find(id)).toMatchObject({ error: expect.stringContaining("503") });
    expect((await mine("fay", id)).suggestions).toEqual([]);
  });
});

describe("a year of changing websites", () => {
  it("shows no stale fact as fresh, reads sites only as scheduled, and emails owners at most once a week", async () => {
    const hosts = ["y1.test", "y2.test", "y3.test"];
    const ids: number[] = [];
    for (const host of hosts) ids.push(await launched(host, "gus"));
    const gus = createVisitor(world.baseUrl);
    await gus.signIn("gus@people.example", { password: PASSWORD });
    await gus.get(`/account/listings/${ids[0]}/proof`);
    await gus.post(`/account/listings/${ids[0]}/proof`, { every: "week" });
    const began = world.deps.now().getTime();
    const read = new Map<string, number[]>();
    const readsOf = (host: string, path: string): number[] => read.get(host + path) ?? [];
    const mails = (await mailsTo("gus")).length;
    let amount = 10;
    let stated = "$9 per month";
    let checked = 0;
    const history: [from: number, words: string][] = [[0, stated]];
    const statedAt = (time: number): string => history.findLast(([from]) => from <= time)![1];
    for (const path of ["/", "/pricing", "/about", "/contact"]) {
      site.pages[path] = (req, res) => {
        const host = String(req.headers.host);
        const now = world.deps.now().getTime();
        read.set(host + path, [...readsOf(host, path), now]);
        res.writeHead(200, { "content-type": "text/html" });
        res.end(path === "/pricing" ? price(stated) : ACME[path]);
      };
    }
    for (let day = 3; day <= 366; day += 3) {
      world.advance(3 * DAY);
      if (day % 21 === 0) {
        stated = `$${++amount} per month`;
        history.push([world.deps.now().getTime(), stated]);
      }
      await world.drain();
      if (day % 6 !== 0) continue;
      for (const id of ids) {
        const { profile, evidenceCheckedAt } = await stored(id);
        // Shown as fresh only with the day on which it was stated.
        for (const { quote, seenAt, goneAt } of profile.evidence.pricing_summary ?? []) {
          expect(quote).toContain(statedAt(Date.parse(seenAt ?? evidenceCheckedAt!.toISOString())));
          if (goneAt) expect(quote).not.toContain(statedAt(Date.parse(goneAt)));
          checked++;
        }
      }
      const [id] = ids;
      const { suggestions } = await mine("gus", id!);
      for (const { field, stated: value } of suggestions)
        await world.as("gus").patch(`/me/listings/${id}`, { body: { fields: { [field]: value } } });
    }
    expect(checked).toBeGreaterThan(100);
    const gaps = (times: number[]) => times.slice(1).map((time, index) => time - times[index]!);
    const [weekly, ...monthly] = hosts.map((host) => readsOf(host, "/pricing"));
    expect(weekly!.length).toBeGreaterThan(35);
    for (const gap of gaps(weekly!)) expect(gap).toBeGreaterThanOrEqual(7 * DAY);
    for (const times of monthly) {
      expect(times.length).toBeGreaterThanOrEqual(10);
      for (const gap of gaps(times)) expect(gap).toBeGreaterThanOrEqual(30 * DAY);
    }
    // A look for logos and pictures reads the home page only; a check of facts reads the other pages, too.
    for (const host of hosts) {
      const looks = [...readsOf(host, "/")];
      for (const time of readsOf(host, "/pricing")) {
        expect(looks).toContain(time);
        looks.splice(looks.indexOf(time), 1);
      }
      expect(looks.length).toBeGreaterThanOrEqual(3);
      for (const gap of gaps(looks)) expect(gap).toBeGreaterThanOrEqual(90 * DAY);
    }
    const sent = (await mailsTo("gus")).slice(mails).map(({ createdAt }) => createdAt.getTime());
    expect(sent.length).toBeGreaterThan(5);
    for (const gap of gaps(sent)) expect(gap).toBeGreaterThanOrEqual(7 * DAY);
    expect(world.deps.now().getTime() - began).toBeGreaterThanOrEqual(365 * DAY);
  });
});
