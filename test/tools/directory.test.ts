import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();
await world.listing("Acme Charts", {
  category: "web-analytics",
  votes: 5,
  content: { stage: "launched", country: "DE", pricingModel: "subscription" },
  profile: { description: "Counts visits without cookies.", keywords: ["privacy", "statistics"] },
});
await world.listing("Bolt CRM", { category: "crm", votes: 9, content: { country: "US", pricingModel: "free" } });
await world.listing("Coming Soon", { status: "scheduled", launchedAt: null, launchWeek: "2027-01-04" });
await world.listing("Hidden Draft", { status: "draft" });

const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name);

describe("get_site_info", () => {
  it("counts live listings and names every interface", async () => {
    const { body } = await world.rest("GET", "/site");
    expect(body).toMatchObject({ name: "Debut", counts: { live_listings: 2 }, mcp: { url: `${world.baseUrl}/mcp` } });
    expect((await world.mcp("get_site_info", {})).body.structuredContent).toEqual(body);
  });

  it("names a page, and the place on it, for everything that only a person does", async () => {
    const { body } = await world.rest("GET", "/site");
    for (const [what, url] of Object.entries<string>(body.only_on_the_site)) {
      const slug = what === "launch_reminder" ? "coming-soon" : "acme-charts";
      const response = await fetch(url.replace("{slug}", slug), { redirect: "manual" });
      const [text, to] = [await response.text(), response.headers.get("location") ?? ""];
      expect([what, response.status === 200 || to.startsWith("/sign-in")]).toEqual([what, true]);
      const place = /#(.+)$/.exec(url)?.[1];
      if (place && to === "") expect(text).toContain(`id="${place}"`);
      if (what === "launch_reminder") expect(text).toContain("/tell-me");
    }
  });
});

describe("search_listings", () => {
  it.each([
    ["", ["Bolt CRM", "Acme Charts"]],
    ["?q=acme", ["Acme Charts"]],
    ["?q=cookies", ["Acme Charts"]],
    ["?q=STATIST", ["Acme Charts"]],
    ["?q=acme+bolt", ["Bolt CRM", "Acme Charts"]],
    ["?q=acme+bolt&sort=newest", []],
    ["?q=%22%20AND%20(*", []],
    ["?q=hidden", []],
    ["?category=web-analytics", ["Acme Charts"]],
    ["?stage=launched", ["Acme Charts"]],
    ["?country=us", ["Bolt CRM"]],
    ["?pricing_model=free", ["Bolt CRM"]],
    ["?domain=https://www.acme-charts.example/x", ["Acme Charts"]],
    ["?status=upcoming", ["Coming Soon"]],
    ["?sort=votes&per_page=1", ["Bolt CRM"]],
    ["?sort=votes&per_page=1&page=2", ["Acme Charts"]],
    ["?page=9", []],
  ])("%s finds %j", async (query, wanted) => {
    const { status, body } = await world.rest("GET", `/listings${query}`);
    expect(status).toBe(200);
    expect(names(body)).toEqual(wanted);
  });

  it("keeps the true total on a page past the end", async () => {
    expect((await world.rest("GET", "/listings?page=9")).body).toMatchObject({
      items: [],
      total: 2,
      total_pages: 1,
      has_more: false,
      page: 9,
      per_page: 20,
    });
  });

  it.each([
    "?per_page=101",
    "?per_page=0",
    "?page=1001",
    "?page=x",
    "?sort=best",
    "?status=draft",
    "?country=USA",
    "?category=Not+A+Slug",
    `?q=${"x".repeat(201)}`,
  ])("%s is 400", async (query) => {
    expect(await world.rest("GET", `/listings${query}`)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", errors: [{ parameter: expect.any(String) }] },
    });
  });

  it("puts an exact name first", async () => {
    await world.listing("Charts", { votes: 0 });
    expect(names((await world.rest("GET", "/listings?q=charts")).body)[0]).toBe("Charts");
  });
});

describe("get_listing", () => {
  it("gives the whole profile of a live listing", async () => {
    const { status, body } = await world.rest("GET", "/listings/acme-charts");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: "acme-charts",
      description: "Counts visits without cookies.",
      category: { slug: "web-analytics" },
      company: { country: "DE" },
    });
    for (const paid of ["story", "milestones", "media"]) expect(body).not.toHaveProperty(paid);
    expect((await world.mcp("get_listing", { slug: "acme-charts" })).body.structuredContent).toEqual(body);
  });

  it("shows paid sections only when unlocked", async () => {
    await world.listing("Storied", {
      unlocked: ["story", "milestones"],
      profile: {
        story: { problem: "Pain" },
        milestones: [{ id: 1, date: "2026-01-02", title: "Began", description: null, url: null }],
      },
    });
    const { body } = await world.rest("GET", "/listings/storied");
    expect(body).toMatchObject({ story: { problem: "Pain" }, milestones: [{ title: "Began" }] });
    expect(body).not.toHaveProperty("media");
  });

  it.each(["coming-soon", "hidden-draft", "acme"])("%s is 404", async (slug) => {
    expect(await world.rest("GET", `/listings/${slug}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  it("names the nearest slugs in its 404", async () => {
    expect((await world.rest("GET", "/listings/acme-chart")).body.detail).toContain('Did you mean "acme-charts"');
    const { body } = await world.mcp("get_listing", { slug: "acme-chart" });
    expect(body.content[0].text).toMatch(/^not_found: .*acme-charts/);
    expect(body._meta["dev.debut/problem"]).toMatchObject({ status: 404, code: "not_found" });
  });

  it("answers 304 to the ETag it gave, and that costs nothing", async () => {
    const first = await world.rest("GET", "/listings/bolt-crm");
    const again = await world.rest("GET", "/listings/bolt-crm", {
      headers: { "if-none-match": first.headers.get("etag")! },
    });
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  });
});

describe("list_categories", () => {
  it("gives the tree with counts that include subcategories once", async () => {
    const { body } = await world.rest("GET", "/categories");
    const parent = body.items.find((top: { children: { slug: string }[] }) =>
      top.children.some(({ slug }) => slug === "web-analytics"),
    );
    expect(parent).toMatchObject({ listing_count: 0, total_count: 1, parent: null, path: [parent.slug] });
    expect(parent.children.find(({ slug }: { slug: string }) => slug === "web-analytics")).toMatchObject({
      listing_count: 1,
      total_count: 1,
      path: [parent.slug, "web-analytics"],
    });
  });

  it("leaves empty ones out when asked", async () => {
    const { body } = await world.rest("GET", "/categories?include_empty=false");
    const flat = body.items.flatMap((top: { slug: string; children: { slug: string }[] }) => [top, ...top.children]);
    expect(flat.every(({ total_count: count }: { total_count: number }) => count > 0)).toBe(true);
    expect(await world.rest("GET", "/categories?include_empty=perhaps")).toMatchObject({ status: 400 });
  });
});

describe("get_category", () => {
  it("gives texts, relatives and listings, most voted first, subcategories included", async () => {
    const child = (await world.rest("GET", "/categories/web-analytics")).body;
    expect(child).toMatchObject({ slug: "web-analytics", total: 1, items: [{ slug: "acme-charts" }] });
    const parent = (await world.rest("GET", `/categories/${child.parent}`)).body;
    expect(names(parent)).toContain("Acme Charts");
    expect(parent.children.map(({ slug }: { slug: string }) => slug)).toContain("web-analytics");
    expect((await world.mcp("get_category", { slug: "web-analytics" })).body.structuredContent).toEqual(child);
  });
});

describe("get_account", () => {
  it("says who is calling and what the credential allows", async () => {
    const { body } = await world.as("ann").get("/me", { scopes: ["account:read"] });
    expect(body).toMatchObject({
      user: { email: "ann@people.example", email_verified: true },
      auth: { type: "api_key", client: "test", scopes: ["account:read"] },
      can: { "account:read": true, "listings:write": false, "orders:write": false },
      counts: { drafts: 0, listings: 0 },
    });
    expect(JSON.stringify(body)).not.toContain("password");
  });
});
