import { describe, expect, it } from "vitest";
import type { Listing, ListingContent } from "../../domain/listings/listing.ts";
import { ENGLISH } from "../../languages/language.ts";
import { markedTexts } from "../../site/kit/text-diff.ts";
import { communityOf } from "../helpers/community.ts";
import { admin, createWorld, member } from "./world.ts";

const world = await createWorld();
const root = await admin(world);
const ann = await member(world, "ann@people.example", "Ann <i>Miller</i>");
const annId = (await world.store.accounts.findByEmail("ann@people.example"))!.id;

const listing = async (): Promise<Listing> =>
  communityOf(world.store).listing({ ownerId: annId, siteKey: `s${world.deps.uuid()}` }, world.clock.at);

type Edit = Partial<Omit<ListingContent, "profile">> & { profile?: Partial<ListingContent["profile"]> };
async function edit(
  id: number,
  { profile, ...columns }: Edit,
  client: string | null = "release script",
): Promise<void> {
  world.clock.at = new Date(world.clock.at.getTime() + 60_000);
  await world.store.change(async (tx) => {
    const current = (await tx.listings.find(id))!;
    const { name, tagline, stage, pricingModel, country, language, logoUrl } = current;
    const content = { ...{ name, tagline, stage, pricingModel, country, language, logoUrl }, ...columns };
    const author = { accountId: annId, client };
    await tx.listings.update(
      current,
      { ...content, profile: { ...current.profile, ...profile } },
      {},
      author,
      world.clock.at,
    );
  });
}
const find = async (id: number): Promise<Listing> => (await world.store.listings.find(id))!;
const historyOf = (id: number): string => `/admin/listings/${id}/history`;
const cells = (text: string): string[] =>
  [...text.matchAll(/<tr>\s*<td>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    row!
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

describe("the history of a listing", () => {
  it("is found for every version, and nowhere else", async () => {
    const { id } = await listing();
    for (const path of ["/admin/listings", "/admin/changes", historyOf(id), `${historyOf(id)}/1`]) {
      expect((await root.get(path)).status, path).toBe(200);
    }
    expect((await root.get("/account")).text).toContain('href="/admin"');
    expect((await ann.get("/account")).text).not.toContain("/admin");
    for (const path of [
      historyOf(999_999),
      historyOf(0),
      "/admin/listings/x/history",
      `${historyOf(id)}/7`,
      `${historyOf(id)}/x`,
    ])
      expect((await root.get(path)).status, path).toBe(404);
  });

  it("says who changed what, when, and through which client", async () => {
    const { id, name } = await listing();
    await edit(id, { tagline: "Charts", profile: { features: ["One"] } });
    await edit(id, { tagline: "Better charts" }, null);
    const { text } = await root.get(historyOf(id));
    expect(cells(text)).toEqual([
      expect.stringMatching(
        /^Version 3 current Tagline Ann &lt;i&gt;Miller&lt;\/i&gt; this site 18 Nov 2026, \d\d:\d\d UTC$/,
      ),
      expect.stringMatching(/^Version 2 Tagline, Features Ann &lt;i&gt;Miller&lt;\/i&gt; release script 18 Nov 2026/),
      expect.stringMatching(/^Version 1 First version Ann &lt;i&gt;Miller&lt;\/i&gt; test 18 Nov 2026/),
    ]);
    expect(text).not.toContain("<i>Miller");
    expect(text).toContain(name);
  });

  it("shows before and after side by side, with the words marked that changed", async () => {
    const { id } = await listing();
    await edit(id, { tagline: "Charts for <b>small</b> teams", profile: { features: ["One"] } });
    await edit(id, { tagline: "Charts for all teams", profile: { features: ["One", "Two"], city: "Rome" } });
    const { text } = await root.get(`${historyOf(id)}/3`);
    expect(text).toContain("Charts for <del>&lt;b&gt;small&lt;/b&gt;</del> teams");
    expect(text).toContain("Charts for <ins>all</ins> teams");
    expect(text).toContain("One<ins>\nTwo</ins>");
    expect(text).toMatch(/<h3>City<\/h3>[\s\S]*?Before<\/h4><p class="muted">Empty<\/p>[\s\S]*?<ins>Rome<\/ins>/);
    expect(text).not.toContain("<h3>Name</h3>");
    expect(text).not.toContain("Restore version 3");
    const old = await root.get(`${historyOf(id)}/2`);
    expect(old.text).toMatch(/Changes[\s\S]*Restore version 2[\s\S]*Charts for <del>all<\/del> teams/);
  });

  it("pages through many versions", async () => {
    const { id } = await listing();
    for (let count = 2; count <= 33; count++) await edit(id, { tagline: `Line ${count}` });
    const first = await root.get(historyOf(id));
    expect(cells(first.text)).toHaveLength(30);
    expect(cells(first.text).at(-1)).toMatch(/^Version 4 Tagline/);
    expect(cells((await root.get(`${historyOf(id)}?page=2`)).text)).toHaveLength(3);
    expect((await root.get(`${historyOf(id)}?page=x`)).text).toBe(first.text);
  });
});

describe("restoring an old version", () => {
  it("makes a new version by the admin, and putting back the other undoes it", async () => {
    const { id } = await listing();
    await edit(id, { tagline: "Good", profile: { features: ["One"], city: "Rome" } });
    await edit(id, { name: "Spam", tagline: "Buy now", profile: { features: [], city: null, headline: "Hot" } });
    const spam = await find(id);
    const path = `${historyOf(id)}/2`;
    const [, seen] = /name="seen" value="(\d+)"/.exec((await root.get(path)).text)!;
    const done = await root.post(path, { seen: seen! });
    expect(done).toMatchObject({ status: 303, location: `${historyOf(id)}?notice=version-back` });
    const back = await find(id);
    expect(back).toMatchObject({
      tagline: "Good",
      version: 4,
      status: "live",
      slug: spam.slug,
      profile: { features: ["One"], city: "Rome", headline: null },
    });
    expect(back.name).not.toBe("Spam");
    expect(cells((await root.get(done.location)).text)[0]).toMatch(
      /^Version 4 current Restored version 2: Name, Tagline, City, Features, Headline Root this site/,
    );
    await root.get(`${historyOf(id)}/3`);
    await root.post(`${historyOf(id)}/3`, { seen: "4" });
    const { profile, ...row } = await find(id);
    expect({ ...row, profile }).toEqual({ ...spam, version: 5, updatedAt: expect.any(Date) });
    // The search follows.
    expect(
      (await world.store.listings.search({ q: "Spam", status: "live", sort: "relevance" }, { page: 1, perPage: 5 }))
        .total,
    ).toBe(1);
  });

  it("changes nothing when the listing says the same, or was edited since the page was seen", async () => {
    const { id } = await listing();
    await edit(id, { tagline: "A" });
    await edit(id, { tagline: null });
    await root.get(`${historyOf(id)}/1`);
    expect((await root.get(`${historyOf(id)}/1`)).text).toContain("The listing already has this content");
    expect((await root.post(`${historyOf(id)}/1`, { seen: "3" })).location).toContain("notice=version-same");
    await edit(id, { tagline: "C" });
    expect((await root.post(`${historyOf(id)}/2`, { seen: "3" })).location).toContain("notice=listing-changed");
    expect((await root.post(`${historyOf(id)}/2`, { seen: "" })).location).toContain("notice=listing-changed");
    expect((await root.post(`${historyOf(id)}/9`, { seen: "4" })).status).toBe(404);
    expect(await find(id)).toMatchObject({ tagline: "C", version: 4 });
  });

  it("brings founders and categories back, as far as the directory and the plan have them", async () => {
    const { id } = await listing();
    const names = (await world.store.reference.categoryNames()).slice(0, 2);
    const link = (people: string[], categories: typeof names) =>
      world.store.change(async (tx) => {
        const current = (await tx.listings.find(id))!;
        const founders = people.map((name) => ({ name, title: "Founder", bio: `${name} builds.` }));
        const links = {
          founders,
          founderSocials: { x: `https://x.com/${people[0]}` },
          ownerId: annId,
          categories: categories.map(({ slug, name }, index) => ({ slug, name, primary: index === 0 })),
        };
        await tx.listings.update(current, current, links, { accountId: annId, client: null }, world.clock.at);
      });
    await link(["Ann", "Bo"], names);
    await link(["Cy"], names.slice(1));
    await root.get(`${historyOf(id)}/2`);
    await root.post(`${historyOf(id)}/2`, { seen: "3" });
    const { profile } = await find(id);
    expect(profile.founders.map(({ slug, name }) => [slug, name])).toEqual([
      ["ann", "Ann"],
      ["bo", "Bo"],
    ]);
    expect(profile.categories).toEqual([{ slug: names[0]!.slug, name: names[0]!.name, primary: true }]);
    expect((await world.store.listings.snapshot(await find(id))).founderSocials).toEqual({ x: "https://x.com/Ann" });
  });
});

describe("the list of listings", () => {
  it("finds by name, address and website in any status, and links to the history", async () => {
    const own = await createWorld();
    const boss = await admin(own);
    const { listing: make } = communityOf(own.store);
    for (let count = 0; count < 52; count++) await make({ status: count === 3 ? "suspended" : "live" });
    const names = async (query: string) =>
      // Before the name stands the letter of the logo.
      cells((await boss.get(`/admin/listings${query}`)).text).map((row) => row.replace(/^S /, "").split(" site-")[0]);
    expect(await names("")).toHaveLength(50);
    expect((await names(""))[0]).toBe("Site 52");
    expect(await names("?page=2")).toEqual(["Site 2", "Site 1"]);
    expect(await names("?q=site+52")).toEqual(["Site 52"]);
    expect(await names("?q=site-52.EXAMPLE")).toEqual(["Site 52"]);
    expect(await names("?q=site%25")).toEqual([]);
    expect(await names("?q=%27")).toEqual([]);
    expect(await names("?status=suspended")).toEqual(["Site 4"]);
    expect(await names("?status=suspended&q=52")).toEqual([]);
    expect(await names("?status=nonsense&page=0")).toHaveLength(50);
    expect((await boss.get("/admin/listings?status=suspended")).text).toMatch(/href="\/admin\/listings\/\d+">Site 4</);
    expect((await boss.get("/admin/listings?q=%22%3E%3Cb%3E")).text).not.toContain("<b>");
    await own.close();
  });
});

describe("the newest edits", () => {
  it("of all listings are on one page, newest first, without first versions", async () => {
    const own = await createWorld();
    const boss = await admin(own);
    const { listing: make, person } = communityOf(own.store);
    const by = await person({ name: "Bo" });
    expect((await boss.get("/admin/changes")).text).toContain("No edits yet.");
    const [one, two] = [await make(), await make()];
    const change = (target: Listing, tagline: string, minutes: number) =>
      own.store.change(async (tx) => {
        const current = (await tx.listings.find(target.id))!;
        const at = new Date(own.clock.at.getTime() + minutes * 60_000);
        await tx.listings.update(current, { ...current, tagline }, {}, { accountId: by, client: "Claude" }, at);
      });
    await change(one, "A", 1);
    await change(two, "B", 2);
    await change(one, "C", 3);
    const { text } = await boss.get("/admin/changes");
    expect(cells(text)).toEqual([
      expect.stringMatching(/^Site 1 version 3 live Tagline Bo Claude Today at 10:03/),
      expect.stringMatching(/^Site 2 version 2 live Tagline Bo Claude/),
      expect.stringMatching(/^Site 1 version 2 live Tagline Bo Claude/),
    ]);
    expect(text).toContain(`href="/admin/listings/${one.id}/history/3"`);
    await own.close();
  });
});

describe("marked texts", () => {
  it("hold every word of both sides, escaped", () => {
    const { before, after } = markedTexts("One & two", "One & three");
    expect([before.in(ENGLISH), after.in(ENGLISH)]).toEqual(["One &amp; <del>two</del>", "One &amp; <ins>three</ins>"]);
    expect(markedTexts("", "").before.in(ENGLISH)).toBe("");
  });

  it("are not compared for long when they have nothing in common", () => {
    const words = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(" ");
    const { before, after } = markedTexts(words("a"), words("b"));
    expect([before.in(ENGLISH), after.in(ENGLISH)]).toEqual([`<del>${words("a")}</del>`, `<ins>${words("b")}</ins>`]);
  });
});
