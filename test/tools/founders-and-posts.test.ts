import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const slugs = (body: { items: { slug: string }[] }) => body.items.map(({ slug }) => slug);

async function listingOf(
  founder: string,
  name: string,
  given: { country?: string; votes?: number; unlocked?: string[] },
) {
  const { country = "DE", ...row } = given;
  const made = await world.listing(name, {
    category: "crm",
    content: { country },
    profile: { story: { problem: `Why ${name}` } },
    ...row,
  });
  await world.deps.store.change((tx) =>
    tx.listings.update(
      made,
      made,
      { founders: [{ name: founder, title: `Founder of ${name}`, bio: "A bio." }], ownerId: null },
      { accountId: null, client: "test" },
      world.deps.now(),
    ),
  );
  return made;
}

const post = (slug: string, publishedAt: Date | null, bodyMarkdown = "Some words.") =>
  world.deps.store.change((tx) =>
    tx.reference.addPost({
      slug,
      title: `About ${slug}`,
      excerpt: "An excerpt.",
      bodyMarkdown,
      author: "Editors",
      tags: ["one"],
      faqs: [{ question: "Why?", answer: "Because." }],
      publishedAt,
      updatedAt: publishedAt ?? world.deps.now(),
    }),
  );

const world = await createWorld();
const { store, now } = world.deps;
const acme = await world.listing("Acme CRM", {
  category: "crm",
  votes: 3,
  content: { country: "DE", pricingModel: "freemium", stage: "growing" },
  profile: {
    features: ["Any number of pipelines"],
    foundedYear: 2019,
    attributes: { "Email sync": "Gmail and IMAP" },
    faqs: [{ question: "Is there a mobile app?", answer: "For iOS and Android." }],
  },
});
await world.listing("Bolt CRM", {
  category: "crm",
  votes: 9,
  content: { pricingModel: "subscription" },
  ratingSum: 9,
  ratingCount: 2,
});
await world.listing("Crate CRM", { category: "crm", votes: 5 });
await world.listing("Far Away", { category: "web-analytics", votes: 50 });
await world.listing("Hidden CRM", { category: "crm", status: "draft" });
await world.listing("Loner");
await listingOf("Zoë Ünal", "Storied", { votes: 2, unlocked: ["story"], country: "FR" });
await listingOf("Ann Abel", "Plain", { votes: 1 });
const gone = await listingOf("Gone Person", "Gone", {});
await store.change(async (tx) => {
  const far = (await tx.listings.findLive("far-away"))!;
  await tx.alternatives.approve(acme.id, [far.id, acme.id, gone.id, far.id], now());
});
const file = new Database(join(world.folder, "debut.db"));
file.prepare("update listings set status = 'hidden' where id = ?").run(gone.id);
file.close();
await post("first-post", new Date(now().getTime() - 3 * 86_400_000), "Plum jam. ".repeat(220));
await post("second-post", new Date(now().getTime() - 86_400_000), "Quince.");
await post("tomorrow", new Date(now().getTime() + 86_400_000));
await post("unpublished", null);

describe("get_alternatives", () => {
  it("puts the owner's approved ones first, then the nearest of the same category, of which equals go by votes", async () => {
    const { status, body } = await world.rest("GET", "/listings/acme-crm/alternatives");
    expect(status).toBe(200);
    expect(body.listing.slug).toBe("acme-crm");
    expect(slugs(body)).toEqual(["far-away", "bolt-crm", "crate-crm", "storied", "plain"]);
    expect(body.items.map(({ approved }: { approved: boolean }) => approved)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect((await world.mcp("get_alternatives", { slug: "acme-crm" })).body.structuredContent).toEqual(body);
  });

  it("has none for a listing without a category", async () => {
    expect((await world.rest("GET", "/listings/loner/alternatives")).body.items).toEqual([]);
  });

  it("is 404 for a listing that is not live, with near slugs, and 400 for an invalid slug", async () => {
    const reply = await world.rest("GET", "/listings/acme/alternatives");
    expect(reply).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(reply.body.detail).toContain("acme-crm");
    expect((await world.rest("GET", "/listings/hidden-crm/alternatives")).status).toBe(404);
    expect((await world.rest("GET", "/listings/Not_A_Slug/alternatives")).status).toBe(400);
  });
});

describe("compare_listings", () => {
  const cell = (body: { rows: { label: string; a: unknown; b: unknown }[] }, label: string) => {
    const { a, b } = body.rows.find((row) => row.label === label)!;
    return [a, b];
  };

  it("sets stated facts side by side and leaves the others empty", async () => {
    const { status, body } = await world.rest("GET", "/compare?a=acme-crm&b=bolt-crm");
    expect(status).toBe(200);
    expect([body.a.slug, body.b.slug]).toEqual(["acme-crm", "bolt-crm"]);
    expect(cell(body, "Founded")).toEqual([2019, null]);
    expect(cell(body, "Stage")).toEqual(["growing", null]);
    expect(cell(body, "Rating")).toEqual([null, 4.5]);
    expect(cell(body, "Votes")).toEqual([3, 9]);
    expect(cell(body, "Email sync")).toEqual(["Gmail and IMAP", null]);
    expect(cell(body, "Pipelines")).toEqual(["Any number of pipelines", null]);
    expect(cell(body, "Mobile app")).toEqual(["For iOS and Android.", null]);
    // A paid model does not say that there is no free plan.
    expect(cell(body, "Free plan")).toEqual(["Yes", null]);
    expect((await world.mcp("compare_listings", { a: "acme-crm", b: "bolt-crm" })).body.structuredContent).toEqual(
      body,
    );
  });

  it("has the attributes of both categories, each once", async () => {
    const { body } = await world.rest("GET", "/compare?a=acme-crm&b=far-away");
    const labels = body.rows.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(expect.arrayContaining(["Email sync", "Cookies needed"]));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("names every unknown slug by its parameter, and has no 404", async () => {
    const { status, body } = await world.rest("GET", "/compare?a=acme&b=hidden-crm");
    expect({ status, code: body.code }).toEqual({ status: 400, code: "listing_not_found" });
    expect(body.errors).toMatchObject([
      { parameter: "a", code: "listing_not_found", detail: expect.stringContaining('"acme-crm"') },
      { parameter: "b", code: "listing_not_found" },
    ]);
    const one = await world.rest("GET", "/compare?a=acme-crm&b=no-such-thing");
    expect(one.body.errors).toMatchObject([{ parameter: "b" }]);
  });

  it.each(["", "?a=acme-crm", "?a=acme-crm&b=A+B", "?a=acme-crm&b=bolt-crm&c=x", "?a=acme-crm&a=bolt-crm&b=far-away"])(
    "%s is 400",
    async (query) => {
      expect((await world.rest("GET", `/compare${query}`)).status).toBe(400);
    },
  );
});

describe("list_founders", () => {
  it.each([
    ["", ["ann-abel", "zoe-unal"]],
    ["?q=zoe", ["zoe-unal"]],
    ["?q=UNAL+zo", ["zoe-unal"]],
    ["?q=person", []],
    ["?q=%22%20OR%20(*", []],
    ["?country=fr", ["zoe-unal"]],
    ["?country=DE", ["ann-abel"]],
    ["?country=US", []],
    ["?q=ann&country=FR", []],
    ["?per_page=1&page=2", ["zoe-unal"]],
  ])("%s finds %j", async (query, wanted) => {
    const { status, body } = await world.rest("GET", `/founders${query}`);
    expect(status).toBe(200);
    expect(slugs(body)).toEqual(wanted);
  });

  it("shows title, bio and companies, and the same by MCP", async () => {
    const { body } = await world.rest("GET", "/founders?q=ann");
    expect(body.items[0]).toMatchObject({
      name: "Ann Abel",
      title: "Founder of Plain",
      bio: "A bio.",
      listing_count: 1,
      companies: [{ slug: "plain", status: "live" }],
    });
    expect((await world.mcp("list_founders", { q: "ann" })).body.structuredContent).toEqual(body);
  });

  it.each([`?q=${"x".repeat(121)}`, "?country=DEU", "?country=1", "?page=0", "?per_page=101"])(
    "%s is 400",
    async (query) => {
      expect(await world.rest("GET", `/founders${query}`)).toMatchObject({
        status: 400,
        body: { code: "validation_failed" },
      });
    },
  );
});

describe("get_founder", () => {
  it("gives companies and published stories", async () => {
    const { status, body } = await world.rest("GET", "/founders/zoe-unal");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: "zoe-unal",
      companies: [{ slug: "storied" }],
      stories: [{ listing: { slug: "storied" }, sections: { problem: "Why Storied" } }],
    });
    expect((await world.mcp("get_founder", { slug: "zoe-unal" })).body.structuredContent).toEqual(body);
  });

  it("hides a story that is not unlocked", async () => {
    const { body } = await world.rest("GET", "/founders/ann-abel");
    expect(body.stories).toEqual([]);
    expect(JSON.stringify(body)).not.toContain("Why Plain");
  });

  it("is 404 for unknown founders and those without a live listing, and 400 for an invalid slug", async () => {
    const near = await world.rest("GET", "/founders/ann-abels-friend");
    expect(near).toMatchObject({ status: 404, body: { detail: expect.stringContaining('"ann-abel"') } });
    expect((await world.rest("GET", "/founders/gone-person")).status).toBe(404);
    expect((await world.rest("GET", "/founders/-x")).status).toBe(400);
  });
});

describe("list_blog_posts", () => {
  it.each([
    ["", ["second-post", "first-post"]],
    ["?q=plum", ["first-post"]],
    ["?q=post", ["first-post", "second-post"]],
    ["?q=tomorrow", []],
    ["?q=%28%29", []],
    ["?per_page=1", ["second-post"]],
  ])("%s finds %j", async (query, wanted) => {
    const { status, body } = await world.rest("GET", `/blog${query}`);
    expect(status).toBe(200);
    expect(slugs(body).sort()).toEqual([...wanted].sort());
  });

  it("is newest first, without the text, and the same by MCP", async () => {
    const { body } = await world.rest("GET", "/blog");
    expect(slugs(body)).toEqual(["second-post", "first-post"]);
    expect(body.items[1]).toMatchObject({ reading_minutes: 2, tags: ["one"], author: "Editors" });
    expect(body.items[0]).not.toHaveProperty("body_markdown");
    expect((await world.mcp("list_blog_posts", {})).body.structuredContent).toEqual(body);
  });

  it.each([`?q=${"x".repeat(201)}`, "?page=0", "?tag=one"])("%s is 400", async (query) => {
    expect((await world.rest("GET", `/blog${query}`)).status).toBe(400);
  });
});

describe("get_blog_post", () => {
  it("gives text and FAQs, by REST and by MCP", async () => {
    const { status, body } = await world.rest("GET", "/blog/second-post");
    expect(status).toBe(200);
    expect(body).toMatchObject({ body_markdown: "Quince.", faqs: [{ question: "Why?" }] });
    expect((await world.mcp("get_blog_post", { slug: "second-post" })).body.structuredContent).toEqual(body);
  });

  it("is 404 for an unpublished post, with near slugs, and 400 for an invalid slug", async () => {
    for (const slug of ["tomorrow", "unpublished"])
      expect(await world.rest("GET", `/blog/${slug}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await world.rest("GET", "/blog/second-thoughts")).body.detail).toContain('"second-post"');
    expect((await world.rest("GET", "/blog/X")).status).toBe(400);
  });
});

describe("list_interview_questions", () => {
  it("gives the questions in order, by REST and by MCP", async () => {
    const { status, body } = await world.rest("GET", "/interview-questions");
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({ question_id: 1, position: 1, hint: expect.any(String) });
    const positions = body.items.map(({ position }: { position: number }) => position);
    expect(positions).toEqual([...positions].sort((left, right) => left - right));
    expect((await world.mcp("list_interview_questions", {})).body.structuredContent).toEqual(body);
    expect((await world.rest("GET", "/interview-questions?page=1")).status).toBe(400);
  });
});

describe("list_products", () => {
  it("gives current prices without VAT, by REST and by MCP", async () => {
    const { status, body } = await world.rest("GET", "/products");
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({
      product: "launch",
      price_cents: expect.any(Number),
      currency: "USD",
      vat_included: false,
      needs_listing: true,
      options: expect.arrayContaining([{ key: "categories", type: "array", required: false, minimum: null, max: 3 }]),
    });
    expect((await world.mcp("list_products", {})).body.structuredContent).toEqual(body);
    expect((await world.rest("GET", "/products?page=1")).status).toBe(400);
  });
});
