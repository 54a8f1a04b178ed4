import { describe, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, type Reply } from "../helpers/world.ts";
import { connect } from "../mcp/helper.ts";

const HOSTS = [
  "acme.test",
  "bolt.test",
  "third.test",
  "fourth.test",
  "rival.test",
  "gone.test",
  "alone.test",
  "keys.test",
  "early.test",
  "proof.test",
  "saved.test",
];

const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: {
    OUTBOUND_RESOLVE: site.resolve(...HOSTS),
    LIMIT_SUBMIT_HOUR: "100",
    LIMIT_SUBMIT_DAY: "100",
    LIMIT_REGENERATE: "100",
    LIMIT_WRITE: "10000",
    LIMIT_READ: "10000",
  },
});

const ready = new Map<string, Promise<string>>();
const readyDraft = (host = "acme.test"): Promise<string> => {
  if (!ready.has(host)) {
    ready.set(
      host,
      (async () => {
        const { body } = await world.as("ann").post("/drafts", { body: { url: `https://${host}/` } });
        await world.drain();
        return body.id;
      })(),
    );
  }
  return ready.get(host)!;
};
const patch = (id: string, body: unknown, headers = {}) => world.as("ann").patch(`/drafts/${id}`, { body, headers });

describe("submit_listing", () => {
  it("starts a draft that gets ready with a quote for every fact", async () => {
    const ann = world.as("ann");
    const started = await ann.post("/drafts", { body: { url: "https://acme.test/" } });
    expect(started).toMatchObject({
      status: 201,
      body: { status: "crawling", listing_id: null, fields: {}, next_actions: ["get_draft", "delete_draft"] },
    });
    expect(started.headers.get("retry-after")).toBe("3");
    expect(started.headers.get("location")).toBe(`${world.baseUrl}/api/v1/drafts/${started.body.id}`);
    ready.set("acme.test", Promise.resolve(started.body.id));
    await world.drain();
    const { body, headers } = await ann.get(`/drafts/${started.body.id}`);
    expect(headers.get("retry-after")).toBeNull();
    expect(body).toMatchObject({
      status: "ready",
      crawl: { robots: "allowed", error: null },
      fields: { name: { value: "Acme Charts", state: "ai" }, contact_email: { value: "hello@acme.test" } },
    });
    const readable = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    const pages = Object.values(ACME).flatMap((html) => [html.replace(/\s+/g, " "), readable(html)]);
    for (const [name, field] of Object.entries<{ state: string; evidence: { quote: string; url: string }[] }>(
      body.fields,
    )) {
      if (field.state !== "ai") continue;
      expect(field.evidence.length, name).toBeGreaterThan(0);
      for (const { quote, url } of field.evidence) {
        expect(url, name).toMatch(/^https:\/\/acme\.test\//);
        expect(
          pages.some((html) => html.includes(quote.replace(/\s+/g, " ").slice(0, 40))) || name === "logo_url",
          `${name}: ${quote}`,
        ).toBe(true);
      }
    }
    expect(body.company_socials).toMatchObject({
      github: "https://github.com/acmecharts",
      x: "https://x.com/acmecharts",
    });
  });

  it.each([
    ["not a url", "format"],
    ["ftp://acme.test", "format"],
    ["javascript:alert(1)", "format"],
  ])("refuses %j", async (url, code) => {
    expect(await world.as("ann").post("/drafts", { body: { url } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/url", code }] },
    });
  });

  it.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data",
    "http://2130706433/",
    "http://[::1]/",
    "http://user:pw@acme.test/",
    "https://unlisted.test/",
    "https://acme.com:22/",
  ])("does not read %s", async (url) => {
    expect(await world.as("ann").post("/drafts", { body: { url } })).toMatchObject({
      status: 400,
      body: { code: "website_not_allowed" },
    });
  });

  it("names the draft that exists, and the listing that exists", async () => {
    const id = await readyDraft();
    expect(await world.as("ann").post("/drafts", { body: { url: "http://acme.test/index.html?ref=x" } })).toMatchObject(
      {
        status: 400,
        body: { code: "already_drafted", detail: expect.stringContaining(id) },
      },
    );
    await world.listing("Taken", { siteKey: "bolt.test" });
    expect(await world.as("ann").post("/drafts", { body: { url: "https://bolt.test/" } })).toMatchObject({
      status: 400,
      body: { code: "already_listed", detail: expect.stringContaining("taken") },
    });
  });

  it("ends ready with a reason when the site cannot be read", async () => {
    const { body: started } = await world.as("bob").post("/drafts", { body: { url: "https://gone.test/" } });
    const before = site.pages["/"]!;
    site.pages["/"] = (_req, res) => void res.writeHead(503).end();
    await world.drain();
    site.pages["/"] = before;
    const { body } = await world.as("bob").get(`/drafts/${started.id}`);
    expect(body).toMatchObject({
      status: "ready",
      crawl: { error: { code: expect.any(String), detail: expect.any(String) } },
      fields: { name: { state: "not_found", value: null } },
    });
  });

  it("is limited by the hour", async () => {
    const strict = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve(...HOSTS), LIMIT_SUBMIT_HOUR: "1" } });
    await strict.as("ann").post("/drafts", { body: { url: "https://acme.test/" } });
    expect(await strict.as("ann").post("/drafts", { body: { url: "https://bolt.test/" } })).toMatchObject({
      status: 429,
      body: {
        code: "quota_exceeded",
        detail: "That was your 1st website this hour. Try again in 60 minutes.",
      },
    });
    await strict.close();
  });

  it("does not count an address that was refused, or a website that does not exist", async () => {
    const resolve = `${site.resolve(...HOSTS)},misspelt.test=127.0.0.1:1`;
    const strict = await createWorld({ env: { OUTBOUND_RESOLVE: resolve, LIMIT_SUBMIT_HOUR: "1" } });
    const post = async (url: string) => (await strict.as("ann").post("/drafts", { body: { url } })).status;
    expect(await post("https://10.0.0.1/")).toBe(400);
    expect(await post("https://misspelt.test/")).toBe(201);
    await strict.drain();
    expect(await post("https://acme.test/")).toBe(201);
    expect(await post("https://acme.test/")).toBe(429);
    await strict.close();
  });
});

describe("get_draft and list_my_drafts", () => {
  it("show my drafts, newest first, and nobody else's", async () => {
    const id = await readyDraft();
    const mine = await world.as("ann").get("/drafts?per_page=100");
    expect(mine.body.items.map((item: { id: string }) => item.id)).toContain(id);
    expect(mine.body.items.find((item: { id: string }) => item.id === id)).toMatchObject({
      name: expect.any(String),
      completeness: { percent: expect.any(Number) },
    });
    expect((await world.as("eve").get("/drafts")).body).toMatchObject({ items: [], total: 0 });
    expect(await world.as("eve").get(`/drafts/${id}`)).toMatchObject({ status: 404 });
    expect(await world.as("ann").get("/drafts/not-a-uuid")).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "id" }] },
    });
    const call = await world.mcp("get_draft", { id }, { bearer: await world.key("ann") });
    expect(call.body.structuredContent).toEqual((await world.as("ann").get(`/drafts/${id}`)).body);
  });
});

describe("update_draft", () => {
  const field = ({ body }: Reply, name: string) => body.fields[name];

  it("edits, locks, restores and removes as in the specification's table", async () => {
    const id = await readyDraft("third.test");
    const original = (await world.as("ann").get(`/drafts/${id}`)).body.fields.tagline;
    expect(original.state).toBe("ai");
    expect(field(await patch(id, { fields: { tagline: "Mine" } }), "tagline")).toMatchObject({
      value: "Mine",
      state: "edited",
      evidence: [],
      ai_value: original.value,
    });
    expect(field(await patch(id, { lock_fields: ["tagline"] }), "tagline")).toMatchObject({
      value: "Mine",
      state: "override",
      locked: true,
    });
    expect(await patch(id, { regenerate: ["tagline"] })).toMatchObject({ status: 400, body: { code: "field_locked" } });
    expect(field(await patch(id, { restore: ["tagline"] }), "tagline")).toMatchObject({
      value: original.value,
      state: "ai",
      locked: false,
      evidence: original.evidence,
    });
    expect(field(await patch(id, { fields: { tagline: null } }), "tagline")).toMatchObject({
      value: null,
      state: "deleted",
    });
    expect(field(await patch(id, { restore: ["tagline"] }), "tagline")).toMatchObject({ state: "ai" });
    const again = await patch(id, { regenerate: ["tagline"] });
    expect(again).toMatchObject({
      status: 200,
      body: { regenerated: { tagline: expect.stringMatching(/changed|unchanged|not_found/) } },
    });
    expect(field(again, "tagline").state).toBe("ai");
    expect(field(await patch(id, { fields: { usps: ["Fast"] } }), "usps")).toMatchObject({ value: ["Fast"] });
  });

  it("counts characters, not code units, from the edit to the listing", async () => {
    const id = await readyDraft("third.test");
    const of = (length: number) => "🏄".repeat(length);
    const longest = {
      fields: {
        name: "Acme",
        description: "Charts.",
        categories: ["Web analytics"],
        tagline: of(200),
        short_description: of(300),
      },
      seo: { title: of(70), meta: of(170) },
      story: { title: of(200) },
    };
    expect((await patch(id, longest)).status).toBe(200);
    expect((await world.as("ann").post(`/drafts/${id}/submit`)).status).toBe(200);
    expect((await patch(id, { fields: { tagline: of(201) } })).body.errors).toMatchObject([
      {
        pointer: "/fields/tagline",
        detail: expect.stringContaining("Has 201 characters. The limit is 200"),
      },
    ]);
    for (const seo of [{ title: of(71) }, { meta: of(171) }]) expect((await patch(id, { seo })).status).toBe(400);
  });

  it("takes every part of the body, and replaces lists", async () => {
    const id = await readyDraft("third.test");
    const body = {
      faqs: [{ question: "Is it free?", answer: "For 30 days." }],
      company_socials: { x: "https://x.com/acme", github: "" },
      founder_socials: { linkedin: "https://www.linkedin.com/in/ann" },
      founders: [{ name: "Ann Miller", title: "Founder", bio: "Builds charts." }, { name: "Bo Chen" }],
      story: { problem: "Cookies.", title: "How it began" },
      milestones: [{ date: "2026-02-28", title: "First customer", url: "https://acme.test/blog" }],
      competitor_url: "https://rival.test/",
      seo: { title: "Acme Charts", meta: "Analytics without cookies" },
    };
    const reply = await patch(id, body);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        faqs: body.faqs,
        company_socials: { x: "https://x.com/acme" },
        founder_socials: body.founder_socials,
        founders: [
          { name: "Ann Miller", title: "Founder", bio: "Builds charts." },
          { name: "Bo Chen", title: null, bio: null },
        ],
        story: body.story,
        milestones: [{ date: "2026-02-28", title: "First customer", description: null, url: "https://acme.test/blog" }],
        competitor: { url: "https://rival.test/", status: "pending", name: null },
        seo: body.seo,
      },
    });
    await world.drain();
    expect((await world.as("ann").get(`/drafts/${id}`)).body.competitor).toEqual({
      url: "https://rival.test/",
      status: "read",
      name: "Acme Charts",
    });
    expect((await patch(id, { competitor_url: "", faqs: [], story: { problem: "" } })).body).toMatchObject({
      competitor: null,
      faqs: [],
      story: { title: "How it began" },
    });
  });

  it.each([
    [{ fields: { nmae: "x" } }, "/fields/nmae", "unknown_field"],
    [{ fields: { tagline: "x".repeat(501) } }, "/fields/tagline", "maximum"],
    [{ fields: { tagline: "two\nlines" } }, "/fields/tagline", "invalid"],
    [{ fields: { tagline: ["list"] } }, "/fields/tagline", "type"],
    [{ fields: { features: "text" } }, "/fields/features", "type"],
    [{ fields: { features: Array(21).fill("x") } }, "/fields/features", "maximum"],
    [{ fields: { country: "Germany" } }, "/fields/country", "format"],
    [{ fields: { founded_year: "1066" } }, "/fields/founded_year", "format"],
    [{ fields: { contact_email: "a@b.c, d@e.f" } }, "/fields/contact_email", "format"],
    [{ fields: { demo_video_url: "https://vimeo.com/1" } }, "/fields/demo_video_url", "format"],
    [{ fields: { logo_url: "javascript:alert(1)" } }, "/fields/logo_url", "format"],
    [{ fields: { categories: ["Nonsense analytics"] } }, "/fields/categories/0", "enum"],
    [{ lock_fields: ["nothing"] }, "/lock_fields/0", "enum"],
    [{ unlock_fields: ["nothing"] }, "/unlock_fields/0", "enum"],
    [{ regenerate: ["name", "tagline", "city", "country", "tags", "usps"] }, "/regenerate", "maximum"],
    [{ fields: { name: "A" }, restore: ["name"] }, "/restore", "conflict"],
    [{ lock_fields: ["name", "city"], restore: ["name"] }, "/restore", "conflict"],
    [{ faqs: [{ question: "q" }] }, "/faqs/0/answer", "required"],
    [{ faqs: Array(11).fill({ question: "q", answer: "a" }) }, "/faqs", "maximum"],
    [{ founders: Array(7).fill({ name: "x" }) }, "/founders", "maximum"],
    [{ milestones: [{ date: "2026-02-30", title: "x" }] }, "/milestones/0/date", "format"],
    [{ milestones: [{ date: "2026-02-20", title: "x", url: "http://x.example" }] }, "/milestones/0/url", "format"],
    [{ seo: { title: "x".repeat(71) } }, "/seo/title", "maximum"],
    [{ company_socials: { myspace: "https://x.example" } }, "/company_socials/myspace", "unknown_field"],
    [{ story: { ending: "x" } }, "/story/ending", "unknown_field"],
    [{ id: "01900000-0000-7000-8000-000000000000" }, "/id", "unknown_field"],
  ])("refuses %j", async (body, pointer, code) => {
    const id = await readyDraft();
    expect(await patch(id, body)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]) },
    });
  });

  it("quotes the pages for each value that is set, and names those that no page proves", async () => {
    const id = await readyDraft("proof.test");
    const client = await connect(world, { bearer: await world.key("ann") });
    const tool = async (name: string, args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: args });
      return JSON.parse((content as { text: string }[])[0]!.text);
    };
    const { documents, fields: guide } = await tool("read_draft_pages", { id });
    expect(documents.map(({ url }: { url: string }) => url)).toContain("https://proof.test/about");
    expect(documents[0].text).toMatch(/^===== untrusted website text begins =====[\s\S]*=====$/);
    expect(documents[0].text).toContain(
      "\nLink: mailto:hello@acme.test\nLink: https://github.com/acmecharts (GitHub)\n",
    );
    expect(guide).toHaveProperty("features");
    const [resource] = (await client.readResource({ uri: `draft-pages://${id}` })).contents;
    expect(JSON.parse((resource as { text: string }).text).documents).toEqual(documents);

    const change = {
      fields: {
        tagline: "The most important figures arrive every Monday morning.",
        description: "It keeps no personal data about anybody. Acme Charts has an office on the moon.",
        pricing_model: "freemium",
        pricing_summary: "Acme Charts costs $9 per month",
        founded_year: "2021",
        country: "fr",
        city: "Berlin",
        categories: ["Accounting"],
        features: ["Goal tracking", "Telepathy"],
      },
      founders: [{ name: "Ann Miller" }, { name: "Bo Stone" }],
      faqs: [{ question: "Is it magic?", answer: "Yes." }],
      company_socials: { github: "https://github.com/acmecharts", linkedin: "https://linkedin.com/company/acme" },
    };
    const answer = await tool("update_draft", { id, ...change });
    expect(answer.unproven.map(({ field, value }: Record<string, string>) => `${field}: ${value}`).sort()).toEqual([
      "categories: Accounting",
      "company_socials.linkedin: https://linkedin.com/company/acme",
      "country: FR",
      "description: Acme Charts has an office on the moon.",
      "faqs: Is it magic?",
      "features: Telepathy",
      "founders: Bo Stone",
      "pricing_model: freemium",
    ]);
    for (const { reason } of answer.unproven) expect(reason).toMatch(/^[a-z ]+$/);
    const { body } = await world.as("ann").get(`/drafts/${id}`);
    const quotes = (name: string) => body.fields[name].evidence.map(({ quote }: { quote: string }) => quote);
    expect(quotes("tagline")).toEqual([change.fields.tagline]);
    expect(quotes("description")).toHaveLength(1);
    expect(quotes("features")).toEqual(["Goal tracking"]);
    expect(quotes("pricing_summary")[0]).toContain("$9 per month");
    expect(quotes("city")[0]).toContain("Berlin");
    for (const name of ["categories", "country", "pricing_model"]) expect(quotes(name)).toEqual([]);
    for (const name of ["tagline", "description", "pricing_model", "country", "features"])
      expect(body.fields[name].state).toMatch(/^(edited|manual)$/);

    const again = await patch(id, { fields: { country: "DE" } });
    expect(again.body.fields.country.evidence[0].quote).toContain("Germany");
    expect(again.body).not.toHaveProperty("unproven");
    await client.close();
  });

  it("quotes the pages also for values that are set on the saved listing", async () => {
    const id = await readyDraft("saved.test");
    const fields = { name: "Acme Charts", tagline: "Charts", description: "Charts.", categories: ["Web analytics"] };
    await patch(id, { fields: { ...fields, short_description: "Charts.", pricing_model: "paid", country: "DE" } });
    const { body: listing } = await world.as("ann").post(`/drafts/${id}/submit`);
    const edit = (body: unknown) => world.as("ann").patch(`/me/listings/${listing.listing_id}`, { body });
    const answer = await edit({
      fields: { tagline: "The most important figures arrive every Monday morning.", city: "Paris" },
      socials: { github: "https://github.com/acmecharts", x: "https://x.com/rival" },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.unproven.map(({ field, value }: Record<string, string>) => `${field}: ${value}`)).toEqual([
      "city: Paris",
      "company_socials.x: https://x.com/rival",
    ]);
    const { evidence } = (await world.as("ann").get(`/drafts/${id}`)).body.fields.tagline;
    expect(evidence[0].quote).toBe("The most important figures arrive every Monday morning.");
    expect((await edit({ fields: { city: "Berlin" } })).body).not.toHaveProperty("unproven");
  });

  it("serves the pages of a draft to its owner alone", async () => {
    const id = await readyDraft("proof.test");
    expect((await world.as("ann").get(`/drafts/${id}/pages`)).body).toMatchObject({ page: 1, total_pages: 1 });
    expect((await world.as("ben").get(`/drafts/${id}/pages`)).status).toBe(404);
    expect((await fetch(`${world.baseUrl}/api/v1/drafts/${id}/pages`)).status).toBe(401);
    for (const bearer of [await world.key("ben"), undefined]) {
      const client = await connect(world, bearer ? { bearer } : {});
      await expect(client.readResource({ uri: `draft-pages://${id}` })).rejects.toThrow();
      await client.close();
    }
  });

  it("reports all faults at once and changes nothing", async () => {
    const id = await readyDraft();
    const before = (await world.as("ann").get(`/drafts/${id}`)).body;
    const reply = await patch(id, {
      fields: { name: "Fine", tagline: "x".repeat(501), city: 5 },
      seo: { meta: "x".repeat(321) },
    });
    expect(reply.body.errors).toHaveLength(3);
    expect((await world.as("ann").get(`/drafts/${id}`)).body).toEqual(before);
  });

  it("keeps what a person sets while the site is still being read", async () => {
    const { body } = await world.as("ann").post("/drafts", { body: { url: "https://early.test/" } });
    const edited = await patch(body.id, { fields: { tagline: "Typed early" } });
    expect(edited.status).toBe(200);
    await world.drain();
    expect((await world.as("ann").get(`/drafts/${body.id}`)).body.fields.tagline).toMatchObject({
      value: "Typed early",
      state: "edited",
    });
  });

  it("cleans text", async () => {
    const id = await readyDraft();
    expect(field(await patch(id, { fields: { usps: ["e\u0301 \u202eevil\u200b"] } }), "usps").value).toEqual([
      "é evil",
    ]);
  });
});

describe("invite_cofounder", () => {
  it("emails an invitation once, and at most ten", async () => {
    const id = await readyDraft();
    const invite = (email: string) => world.as("ann").post(`/drafts/${id}/invites`, { body: { email } });
    expect(await invite("bo@people.example")).toMatchObject({
      status: 201,
      body: { invites: [{ email: "bo@people.example", status: "pending" }] },
    });
    await world.drain();
    const { items } = await world.deps.store.mails.list({ page: 1, perPage: 10 });
    const mail = items.find(({ recipient }) => recipient === "bo@people.example");
    expect(mail).toMatchObject({
      state: "kept",
      subject: expect.stringContaining("Acme Charts"),
      text: expect.stringContaining(`${world.baseUrl}/invite?token=`),
    });
    expect(await invite("BO@people.example")).toMatchObject({ status: 400, body: { code: "already_invited" } });
    expect(await invite("ann@people.example")).toMatchObject({ status: 400, body: { code: "already_invited" } });
    expect(await invite("no mail")).toMatchObject({ status: 400, body: { errors: [{ pointer: "/email" }] } });
    expect(await invite("a@b.example\r\nBcc: c@d.example")).toMatchObject({ status: 400 });
    await world.deps.store.change(async (tx) => {
      const [first] = await tx.drafts.invites(id);
      for (let count = 2; count <= 10; count++) {
        const email = `p${count}@people.example`;
        await tx.drafts.saveInvite({ ...first!, id: `i${count}`, email, emailFolded: email, tokenHash: `t${count}` });
      }
    });
    expect(await invite("eleventh@people.example")).toMatchObject({ status: 400, body: { code: "invite_limit" } });
  });

  it("needs a verified address", async () => {
    await world.account("newcomer", { verified: false });
    const { body } = await world.as("newcomer").post("/drafts", { body: { url: "https://alone.test/" } });
    expect(
      await world.as("newcomer").post(`/drafts/${body.id}/invites`, { body: { email: "x@people.example" } }),
    ).toMatchObject({ status: 400, body: { code: "account_unverified" } });
  });
});

describe("submit_draft", () => {
  it("saves an unpublished listing, updates it when called again, and passes edits of the draft on", async () => {
    const id = await readyDraft("fourth.test");
    await patch(id, {
      fields: { categories: ["Web analytics"], description: "A long enough description of Acme Charts." },
    });
    const saved = await world.as("ann").post(`/drafts/${id}/submit`);
    expect(saved).toMatchObject({
      status: 200,
      body: {
        listing_id: expect.any(Number),
        status: "draft",
        plan: "none",
        draft_id: id,
        slug: expect.stringMatching(/^acme-charts/),
        version: 1,
      },
    });
    const listing = saved.body.listing_id;
    expect(await world.rest("GET", `/listings/${saved.body.slug}`)).toMatchObject({ status: 404 });
    expect((await world.rest("GET", "/listings?q=acme")).body.items).toEqual([]);
    await patch(id, { fields: { tagline: "Edited in the draft" } });
    const again = await world.as("ann").post(`/drafts/${id}/submit`);
    expect(again.body).toMatchObject({ listing_id: listing, tagline: "Edited in the draft" });
    expect((await world.as("ann").get(`/drafts/${id}`)).body.listing_id).toBe(listing);
    const byMcp = await world.mcp("get_my_listing", { listing_id: listing }, { bearer: await world.key("ann") });
    expect(byMcp.body.structuredContent).toEqual((await world.as("ann").get(`/me/listings/${listing}`)).body);
  });

  it("refuses a draft that is still being built, an incomplete one, and one too long for a listing", async () => {
    const ann = world.as("ann");
    const { body } = await ann.post("/drafts", { body: { url: "https://alone.test/" } });
    expect(await ann.post(`/drafts/${body.id}/submit`)).toMatchObject({
      status: 400,
      body: { code: "draft_not_ready", detail: expect.stringContaining("get_draft") },
    });
    await world.drain();
    await patch(body.id, { fields: { name: null, categories: ["Web analytics"], description: "Text" } });
    expect(await ann.post(`/drafts/${body.id}/submit`)).toMatchObject({
      status: 400,
      body: { code: "draft_incomplete", errors: [{ pointer: "/fields/name" }] },
    });
    await patch(body.id, {
      fields: { name: "Acme", tagline: "x".repeat(201), pricing_summary: "y".repeat(301) },
      story: { title: "z".repeat(300) },
    });
    expect(await ann.post(`/drafts/${body.id}/submit`)).toMatchObject({
      status: 400,
      body: {
        code: "field_too_long_for_listing",
        errors: [{ pointer: "/fields/tagline" }, { pointer: "/fields/pricing_summary" }, { pointer: "/story/title" }],
      },
    });
  });
});

describe("Idempotency-Key", () => {
  it("repeats the first response without a second effect", async () => {
    const ann = world.as("ann");
    const send = (key: string, url = "https://keys.test/") =>
      ann.post("/drafts", { body: { url }, headers: { "idempotency-key": key } });
    const first = await send("k-1");
    const again = await send('"k-1"');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(await send("k-1", "https://acme.test/")).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
    expect(await send("k-2")).toMatchObject({ status: 400, body: { code: "already_drafted" } });
    const refused = await send("k-2");
    expect(refused).toMatchObject({ status: 400, body: { code: "already_drafted" } });
    expect(refused.headers.get("idempotent-replayed")).toBe("true");
    expect(await send("x".repeat(256))).toMatchObject({ status: 400, body: { code: "idempotency_key_invalid" } });
    expect(
      await world
        .as("bob")
        .post("/drafts", { body: { url: "https://acme.test/" }, headers: { "idempotency-key": "k-1" } }),
    ).toMatchObject({ status: 201 });
  });

  it("runs one of many concurrent requests", async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        world
          .as("carol")
          .post("/drafts", { body: { url: "https://keys.test/" }, headers: { "idempotency-key": "race" } }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect((await world.as("carol").get("/drafts")).body.total).toBe(1);
  });
});
