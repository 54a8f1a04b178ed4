import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PRODUCTS } from "../../data/demo/catalogue.ts";
import { drawings } from "../../data/demo/drawings.ts";
import { pictureKey, picturePath } from "../../pictures/key.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { communityOf, counters, recomputed } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { createVisitor, createWorld } from "./world.ts";

const world = await createWorld();
expect(await loadProducts(world.store, { now: world.deps.now(), zone: "UTC" })).toBe(PRODUCTS.length);

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not processed.
const read = async (path: string): Promise<any> => (await fetch(`${world.url}/api/v1${path}`)).json();
const ofWeek = (week: number) => PRODUCTS.filter((product) => product.week === week);

describe("demo products", () => {
  it("race in this week, wait for the next and have won the last", async () => {
    const { items } = await read("/launches/weeks/this");
    const votes = items.map((item: { votes: number }) => item.votes);
    expect(votes).toEqual(
      ofWeek(0)
        .map((product) => product.votes)
        .sort((a, b) => b - a),
    );
    const next = await read("/launches/weeks/next");
    expect(next.items.map(({ slug }: { slug: string }) => slug).sort()).toEqual(
      ofWeek(1)
        .map(({ slug }) => slug)
        .sort(),
    );
    const last = await read("/launches/weeks/last");
    expect(last.items.slice(0, 3).map(({ slug }: { slug: string }) => slug)).toEqual([
      "pigmentry",
      "lampwatch",
      "coppertally",
    ]);
    expect((await read("/awards")).total).toBe(0);
  });

  it("keep every counter equal to the rows that it counts", () => {
    expect(counters(world.writer)).toEqual(recomputed(world.writer));
  });

  it("show their words, makers and reviews, and what was paid for", async () => {
    const listing = await read("/listings/kelpline");
    expect(listing).toMatchObject({ name: "Kelpline", is_paid: true, community_rating: { count: 3, average: 4.3 } });
    expect(listing.founders.map(({ name }: { name: string }) => name)).toEqual(["Inés Aldabe", "Torvald Ness"]);
    expect(listing.media).toHaveLength(3);
    expect((await read("/listings/marsa")).name).toBe("مرسى");
    const maker = await read("/founders/ines-aldabe");
    expect(maker.companies.map(({ slug }: { slug: string }) => slug).sort()).toEqual(["kelpline", "queuebird"]);
    const interview = maker.stories.find(({ kind }: { kind: string }) => kind === "interview");
    expect(interview.answers).toHaveLength(5);
    const page = await (await fetch(`${world.url}/listings/kelpline`)).text();
    expect(page).toContain("We lost a whole grow-out last March");
    expect(page).toContain("Two crews, one tide");
  });

  it("have pictures that are drawn when somebody looks at them", async () => {
    const { media, logo_url } = await read("/listings/loafwise");
    for (const path of [picturePath(logo_url, 192), picturePath(media[0].url, 1280), picturePath(media[0].url, 640)]) {
      const response = await fetch(`${world.url}${path}`);
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(600);
    }
    expect(await (await fetch(`${world.url}/listings/loafwise`)).text()).toContain(picturePath(media[0].url, 1280));
    const { url } = media[1];
    expect(await world.deps.pictures.find(pictureKey(url), 641)).toBeUndefined();
    expect(readdirSync(join(world.settings.DATA_DIR, "pictures")).join()).not.toContain(pictureKey(url));
    const unknown = await fetch(`${world.url}${picturePath("https://loafwise.example/drawn/other.svg", 96)}`);
    expect(unknown.headers.get("content-type")).toBe("image/gif");
    expect(drawings().length).toBeGreaterThan(100);
  });

  it("are added once, and leave no account that somebody could sign in to", async () => {
    expect(await loadProducts(world.store, { now: world.deps.now(), zone: "UTC" })).toBe(0);
    const account = await world.store.accounts.findByEmail("odile@demo.example");
    expect(account).toMatchObject({ isDemo: true, passwordHash: null, isAdmin: false });
    const visitor = createVisitor(world.url);
    expect((await visitor.signIn("odile@demo.example", { password: "" })).location).not.toBe("/dashboard");
    expect(await world.mails()).toEqual([]);
  });

  it("take votes of demo accounts only, and give theirs to demo listings only", async () => {
    const make = communityOf(world.store);
    const [real, person] = [await make.listing(), await make.person()];
    const kelpline = (await world.store.listings.findLive("kelpline"))!;
    const at = world.deps.now();
    const cast = (accountId: string, listingId: number) =>
      world.store.change((tx) => tx.votes.addDemo(listingId, [{ accountId, at }]));
    await expect(cast("demo-odile", real.id)).rejects.toThrow("Demo votes");
    await expect(cast(person, kelpline.id)).rejects.toThrow("Demo votes");
    expect((await world.store.listings.find(real.id))?.votes).toBe(0);
  });
});

it("begins on a Monday at midnight without votes of the future", async () => {
  const { store, writer, close } = await createSeededDatabase();
  const now = new Date("2026-11-16T00:00:30Z");
  await loadProducts(store, { now, zone: "UTC" });
  const late = writer.prepare("select count(*) as late from votes where at > ?").get(now.getTime());
  expect(late).toEqual({ late: 0 });
  expect(counters(writer)).toEqual(recomputed(writer));
  await close();
});
