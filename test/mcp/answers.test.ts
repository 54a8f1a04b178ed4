import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "../../data/load-demo.ts";
import { MOST_ANSWER_BYTES } from "../../mcp/detail.ts";
import type { AnyTool } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";
import { getLeaderboard } from "../../tools/launches/get-leaderboard.ts";
import { listLaunches } from "../../tools/launches/list-launches.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { type Json, modern } from "./helper.ts";

const open: AnyTool[] = tools.filter(({ access }) => access === "public");

/** 10,000 tokens, which no client cuts. */
const MOST_OF_A_HUNDRED = 35_000;

let world: World;
/** What tools that need more than a page are called with; several where answers differ in size. */
let inputs: Record<string, object[]>;
beforeAll(async () => {
  world = await createWorld();
  const { store, now } = world.deps;
  await loadDemo(store, { count: 2000, now: now(), zone: "UTC" });
  const { items } = (await world.rest("GET", "/listings?per_page=100")).body;
  const ann = await world.account("ann");
  const found = await Promise.all(items.map(({ slug }: Json) => store.listings.findLive(slug)));
  for (const { id } of found) await castVote(world.deps, ann.id, id);
  const [a, b] = items.map(({ slug }: Json) => slug);
  const founders = (await world.rest("GET", "/founders?per_page=1")).body.items;
  const posts = (await world.rest("GET", "/blog?per_page=1")).body.items;
  await talkOf(found[0].id);
  inputs = {
    list_reviews: [{ slug: a }],
    list_comments: [{ slug: a }],
    get_listing: [{ slug: a }],
    get_alternatives: [{ slug: a }],
    get_badges: [{ slug: a }],
    compare_listings: [{ a, b }],
    get_category: [{ slug: "analytics-and-data" }],
    get_launch_week: [{ week: "this" }, { week: "last" }, { week: "next" }],
    list_launches: listLaunches.input.shape.section.unwrap().options.map((section) => ({ section })),
    get_leaderboard: getLeaderboard.output.shape.board.options.map((board) => ({ board })),
    get_founder: [{ slug: founders[0].slug }],
    get_blog_post: [{ slug: posts[0].slug }],
  };
});
afterAll(() => world.close());

/** A hundred long reviews, and as many long threads with replies. */
async function talkOf(listingId: number): Promise<void> {
  const { store, now, uuid } = world.deps;
  const at = now();
  const said = { listingId, subject: "listing", status: "published", reason: null, createdAt: at } as const;
  for (let index = 0; index < 100; index++) {
    const { id: accountId } = await world.account(`fan${index}`);
    await store.change(async (tx) => {
      await tx.reviews.write(accountId, listingId, { rating: 4, title: "t".repeat(120), body: "w".repeat(3000) }, at);
      const { id } = (await tx.reviews.find(accountId, listingId))!;
      await tx.reviews.decide(id, "published", { by: accountId, at, seenAt: at });
      const thread = { id: uuid(), accountId, body: "w".repeat(4000) };
      await tx.comments.add({ ...said, ...thread, threadId: null, answersId: null });
      for (const _ of [1, 2])
        await tx.comments.add({ ...said, ...thread, id: uuid(), threadId: thread.id, answersId: thread.id });
    });
  }
}

const call = async (name: string, args: object): Promise<Json> =>
  (await modern(world, "tools/call", { name, arguments: args })).body.result;
const textOf = ({ content }: Json): string => content[0].text;
const largest = ({ input }: AnyTool) => ("per_page" in input.shape ? { per_page: 100 } : {});

describe("answers for models", () => {
  it.each(open.map((tool) => [tool.name, tool] as const))(
    "%s takes at most 10 kB, and 35 kB if a hundred items are asked for",
    async (name, tool) => {
      for (const given of inputs[name] ?? [{}])
        for (const [more, most] of [[{}, MOST_ANSWER_BYTES] as const, [largest(tool), MOST_OF_A_HUNDRED] as const]) {
          const result = await call(name, { ...given, ...more });
          expect([given, result.isError]).toEqual([given, undefined]);
          expect({ given, bytes: Buffer.byteLength(textOf(result)) }).toEqual({
            given,
            bytes: expect.toSatisfy((bytes) => bytes <= most),
          });
        }
    },
  );

  it.each([
    ["search_listings", { per_page: 100 }, "/listings?per_page=100"],
    ["list_founders", { per_page: 100 }, "/founders?per_page=100"],
    ["list_categories", {}, "/categories"],
    ["list_launches", { section: "recent", per_page: 100 }, "/launches?section=recent&per_page=100"],
  ])("%s says that it is concise where it would be too long, and how to get everything", async (name, args, path) => {
    const whole = (await world.rest("GET", path)).body;
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeGreaterThan(MOST_ANSWER_BYTES);
    const short = await call(name, args);
    expect(short.structuredContent).toMatchObject({
      detail: "concise",
      note: expect.stringContaining('detail "full"'),
    });
    expect(JSON.parse(textOf(short))).toEqual(short.structuredContent);
    expect(short.structuredContent.items).toHaveLength(whole.items.length);
    expect(short.structuredContent.items.map(({ slug }: Json) => slug)).toEqual(
      whole.items.map(({ slug }: Json) => slug),
    );
    expect(await call(name, { ...args, detail: "concise" })).toMatchObject({ content: short.content });
    expect((await call(name, { ...args, detail: "full" })).structuredContent).toEqual(whole);
  });

  it("are whole where they fit, unless the short form is asked for", async () => {
    const whole = (await world.rest("GET", "/listings?per_page=3")).body;
    expect((await call("search_listings", { per_page: 3 })).structuredContent).toEqual(whole);
    const { items, total, detail } = (await call("search_listings", { per_page: 3, detail: "concise" }))
      .structuredContent;
    expect([total, detail]).toEqual([whole.total, "concise"]);
    expect(Object.keys(items[0])).toEqual([
      "slug",
      "name",
      "tagline",
      "listing_url",
      "pricing_model",
      "votes",
      "is_paid",
      "launched_at",
    ]);
  });

  it("always say that a place is paid, and cut long taglines without halving a character", async () => {
    const tagline = `${"🦊".repeat(99)}${"漢".repeat(2)}`;
    await world.listing("Zebra Fox", { plan: "launch", content: { tagline } });
    const { items } = (await call("search_listings", { q: "zebra fox", detail: "concise" })).structuredContent;
    expect(items[0]).toMatchObject({ name: "Zebra Fox", is_paid: true, tagline: `${"🦊".repeat(99)}…` });
  });

  it("keep the address to cite", async () => {
    for (const [name, url] of [
      ["search_listings", "listing_url"],
      ["list_founders", "founder_url"],
      ["list_blog_posts", "post_url"],
    ] as const) {
      const [first] = (await call(name, { detail: "concise" })).structuredContent.items;
      expect([name, first[url].startsWith(world.baseUrl)]).toEqual([name, true]);
    }
  });

  it("keep the code of badges complete", async () => {
    const { slug } = inputs.get_badges![0] as { slug: string };
    const whole = (await world.rest("GET", `/listings/${slug}/badges`)).body.items;
    const short = (await call("get_badges", { slug, detail: "concise" })).structuredContent.items;
    expect(short.map(({ html }: Json) => html)).toEqual(whole.map(({ html }: Json) => html));
  });

  it("refuse another detail with all other faults, and a detail where there is none", async () => {
    const both = await call("search_listings", { detail: "brief", per_page: 0 });
    expect(both.isError).toBe(true);
    expect(textOf(both)).toMatch(/\/detail/);
    expect(textOf(both)).toMatch(/\/per_page/);
    expect(textOf(await call("get_site_info", { detail: "full" }))).toMatch(
      /^(validation_failed|unknown_field): [\s\S]*detail/,
    );
    expect((await world.rest("GET", "/listings?detail=full")).status).toBe(400);
  });
});
