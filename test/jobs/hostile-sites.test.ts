import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CrawledSite } from "../../domain/drafts/site.ts";
import { createDraftingThread, draftInThread } from "../../drafting/drafting-thread.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, type World } from "../helpers/world.ts";

const NAMES = ["", "pricing", "about", "contact", "features", "faq"];
const nav = NAMES.map((name) => `<a href="/${name}">${name || "home"}</a>`).join(" ");
const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n)).join("");

/** Each made a server deaf for seconds when it was drafted from on the main thread. */
const ATTACKS: [string, string][] = [
  ["50,000 short price paragraphs", lines(50_000, (n) => `<p>$${n} per month</p>`)],
  ["long runs like an email", lines(80, (n) => `<p>${`${n}a.`.repeat(1_300)}@</p>`)],
  ["30,000 headings", lines(30_000, (n) => `<h1>Acme ${n}</h1>`)],
  ["names in every heading", lines(20_000, (n) => `<h1>Ann Miller, founder of Other${n}</h1>`)],
  [
    "cards, rows and bold starts without end",
    `${"<div>".repeat(200)}${lines(1_500, (n) => `<div><div><h3>Feature ${n}</h3></div><p>It does ${n} things for you.</p></div>`)}
     <table>${lines(1_500, (n) => `<tr><td>Acme ${n}</td><td>It costs €${n} per month.</td></tr>`)}</table>
     <ul>${lines(1_500, (n) => `<li>${"<b>".repeat(20)}Part ${n}${"</b>".repeat(20)}: it does things.</li>`)}</ul>`,
  ],
  ["emails without end", `<p>${"a@b.co ".repeat(60_000)}</p>`],
  ["15,000 questions", lines(15_000, (n) => `<h3>Is this number ${n}?</h3><p>It is certainly number ${n}.</p>`)],
  ["links without end", lines(30_000, (n) => `<a href="/${"a/".repeat(100)}${n}">Pricing</a>`)],
  ["slashes", lines(100, (n) => `<a href="/${"/".repeat(2_000)}${n}">x</a>`)],
  [
    "structured data",
    `<script type="application/ld+json">{"@type":"Organization","name":[${lines(40_000, (n) => `"A${n}",`)}"A"]}</script>
     <script type="application/ld+json">{"@type":"Product","email":"${".".repeat(50_000)}x","name":"The${" ".repeat(9_000)}x"}</script>`,
  ],
];

const pagesOf = (body: string) =>
  Object.fromEntries(
    NAMES.map((name) => {
      const bytes = gzipSync(
        `<!doctype html><html><head><title>Acme</title></head><body>${nav}<main><p>${name}</p>${body}</main></body></html>`,
      );
      return [
        `/${name}`,
        (_: unknown, res: ServerResponse) =>
          void res.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bytes),
      ];
    }),
  );

const NO_SITE: CrawledSite = {
  url: "https://acme.test/",
  pages: [],
  robots: "allowed",
  error: null,
  needsJavascript: false,
  requests: 0,
  fetchedAt: new Date(),
};

let site: Awaited<ReturnType<typeof createWebsite>>;
let world: World;
beforeEach(async () => {
  site = await createWebsite({ ...ACME });
  world = await createWorld({ env: { OUTBOUND_RESOLVE: site.resolve("acme.test", "www.acme.test", "rival.test") } });
});
afterEach(async () => {
  await world.close();
  await site.close();
});

const submit = async () => (await world.as("ann").post("/drafts", { body: { url: "https://acme.test" } })).body.id;
const read = async (id: string) => (await world.as("ann").get(`/drafts/${id}`)).body;

describe("a website made to be hard to draft from", () => {
  it.each(ATTACKS)("%s: requests are still answered, and the draft becomes ready", async (_, body) => {
    Object.assign(site.pages, pagesOf(body));
    const { drafter } = world.deps;
    await drafter({ site: NO_SITE, categories: [] }); // loads what it needs
    const first: string[] = [];
    world.deps.drafter = async (request) => {
      if (request.site.pages.length === 0) return drafter(request);
      const draft = drafter(request);
      const answer = fetch(`${world.url}/healthz`);
      first.push(await Promise.race([answer.then(() => "request answered"), draft.then(() => "draft made")]));
      await answer;
      return draft;
    };
    const id = await submit();
    await world.drain();
    expect(await read(id)).toMatchObject({ status: "ready" });
    // A machine so slow that not even the home page was read in time has nothing to draft from.
    expect(first).not.toContain("draft made");
  });
});

describe("a draft that takes too long", () => {
  const impatient = createDraftingThread({ timeoutMs: 0 });
  beforeEach(() => {
    world.deps.drafter = draftInThread(impatient);
  });

  it("becomes ready with the reason, and is not retried", async () => {
    const id = await submit();
    await world.drain();
    expect(await read(id)).toMatchObject({
      status: "ready",
      crawl: {
        error: {
          code: "too_large",
          detail: "The pages of this website are too large to draft from. Type the facts by hand.",
        },
      },
      fields: { name: { value: null, state: "not_found" } },
    });
    expect((await world.deps.store.jobs.find(`draft:${id}`))?.attempts).toBe(1);
  });

  it("cannot be regenerated, and the error says what to do instead", async () => {
    const id = await submit();
    await world.drain();
    const { status, body } = await world.as("ann").patch(`/drafts/${id}`, { body: { regenerate: ["tagline"] } });
    expect([status, body.code, body.detail]).toEqual([
      400,
      "website_too_large",
      "The pages of this website are too large to draft from. Set values with fields.",
    ]);
  });

  it("has no name for the competitor", async () => {
    const id = await submit();
    await world.drain();
    await world.as("ann").patch(`/drafts/${id}`, { body: { competitor_url: "https://rival.test" } });
    await world.drain();
    expect((await read(id)).competitor).toMatchObject({ status: "read", name: null });
  });
});

describe("a drafting job that fails permanently", () => {
  it("leaves the draft ready with the reason", async () => {
    world.deps.drafter = () => Promise.reject(new Error("broken"));
    const id = await submit();
    for (let attempt = 0; attempt < 3; attempt++) {
      await world.drain();
      world.advance(60_000);
    }
    await world.drain();
    const { status, crawl } = await read(id);
    expect([status, crawl.error.detail]).toEqual([
      "ready",
      "The profile could not be drafted because of an error on our side. Type the facts by hand.",
    ]);
  });

  it("marks the competitor as failed, not as pending", async () => {
    const id = await submit();
    await world.drain();
    world.deps.crawl = () => Promise.reject(new Error("broken"));
    await world.as("ann").patch(`/drafts/${id}`, { body: { competitor_url: "https://rival.test" } });
    for (let attempt = 0; attempt < 2; attempt++) {
      await world.drain();
      world.advance(60_000);
    }
    await world.drain();
    expect((await read(id)).competitor).toMatchObject({ status: "failed", name: null });
  });
});
