import { parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { parseXml } from "../helpers/xml.ts";
import { createVisitor } from "./world.ts";

/** What other websites show of a listing: the card in a frame, and how they find it. */

const HOSTILE = `"><script>alert(1)</script>&\u0001`;
const NOW = new Date("2026-11-18T10:00:00Z");

let hostile: string;
const world = await createWorld({ env: { SITE_NAME: "Tidal" }, replaced: { now: () => NOW } });
const [acme, rival] = [await world.listing("Acme Books"), await world.listing("Rival")];
({ slug: hostile } = await world.listing("Hostile", { content: { name: HOSTILE, tagline: HOSTILE } }));
await world.listing("Quiet");
await world.listing("Paid", { plan: "launch" });
await world.listing("Waiting", { status: "scheduled" });
for (const [name, ids] of Object.entries({ ann: [acme.id, rival.id], bob: [rival.id] }))
  for (const id of ids) await castVote(world.deps, (await world.account(name)).id, id);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers, redirect: "manual" });
const textOf = async (path: string) => (await (await get(path)).text()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("the card of a listing", () => {
  it("may be framed by anybody, runs one script of ours and sets no cookie", async () => {
    const response = await get("/embed/acme-books", { cookie: "debut_session=anything" });
    const headers = Object.fromEntries(response.headers);
    expect(response.status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=30, stale-while-revalidate=60",
      refresh: "60",
      "cross-origin-resource-policy": "cross-origin",
      "cross-origin-embedder-policy": "require-corp",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'",
    );
    for (const name of ["set-cookie", "x-frame-options"]) expect(response.headers.has(name)).toBe(false);
    expect(response.headers.get("vary") ?? "").not.toContain("Cookie");
    expect(await response.text()).not.toMatch(/<script(?! src="\/assets\/embed\.)|<form/);
  });

  it("is the only page that may be framed", async () => {
    for (const path of ["/", "/listings/acme-books", "/sign-in", "/listings/acme-books/badges", "/nothing"]) {
      const { headers } = await get(path);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
    }
  });

  it("shows the votes and the place in the launch week of the moment", async () => {
    expect(await textOf("/embed/acme-books")).toContain(
      "Acme Books Acme Books in one line ▲ 1 vote #2 this week Tidal",
    );
    expect(await textOf("/embed/rival")).toContain("▲ 2 votes #1 this week");
    expect(await textOf("/embed/quiet")).toContain("▲ 0 votes Tidal");
  });

  it("shows an award for good, and no place once the week is over", async () => {
    const later = await createWorld({ replaced: { now: () => NOW } });
    const { id } = await later.listing("Winner", { launchedAt: new Date("2026-10-07T10:00:00Z") });
    await castVote(later.deps, (await later.account("ann")).id, id);
    const card = async () => (await fetch(`${later.url}/embed/winner`)).text();
    expect(await card()).not.toMatch(/#\d/);
    const award = {
      id: "2026-10-05-1",
      listingId: id,
      kind: "launch_of_the_week",
      week: "2026-10-05",
      place: 1,
      votes: 1,
      tied: false,
      reachedAt: NOW,
      startsAt: NOW,
      endsAt: NOW,
      awardedAt: NOW,
    } as const;
    await later.deps.store.change((tx) => tx.awards.give("2026-10-05", [award], NOW));
    expect(await card()).toContain("#1 of its launch week");
    await later.close();
  });

  it("says that a listing is paid", async () => {
    expect(await textOf("/embed/paid")).toContain("Promoted");
  });

  it("is not sent again to a client that has it, and changes with the votes", async () => {
    const etag = (await get("/embed/quiet")).headers.get("etag")!;
    expect((await get("/embed/quiet", { "if-none-match": etag })).status).toBe(304);
    const quiet = await world.deps.store.listings.findLive("quiet");
    await castVote(world.deps, (await world.account("cleo")).id, quiet!.id);
    expect((await get("/embed/quiet", { "if-none-match": etag })).status).toBe(200);
  });

  it("shows text of others as text", async () => {
    const page = await (await get(`/embed/${hostile}`)).text();
    expect(page).not.toContain("<script>");
    expect(page).toContain("&quot;&gt;&lt;script&gt;");
  });

  it("has a theme of its own where the website has only one", async () => {
    expect(await (await get("/embed/acme-books?theme=dark")).text()).toContain(`<html lang="en" class="dark">`);
    expect(await (await get("/embed/acme-books?theme=pink")).text()).toContain(`<html lang="en">`);
  });

  it.each(["/embed/waiting", "/embed/nobody", "/embed/A%20b"])(
    "says in the frame that %s is not there",
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get("cache-control")]).toEqual([404, "public, max-age=60"]);
      expect(response.headers.has("x-frame-options")).toBe(false);
      const page = await response.text();
      expect(page).toContain("No longer on Tidal");
      expect(page).not.toContain("Waiting");
    },
  );

  it("is offered to the owner of a live listing", async () => {
    const ownerId = (await world.account("dora")).id;
    const live = await world.listing("Dora's", { ownerId });
    const waiting = await world.listing("Dora's next", { ownerId, status: "scheduled" });
    const dora = createVisitor(world.url);
    await dora.signIn("dora@people.example", { password: PASSWORD });
    const { text } = await dora.get(`/account/listings/${live.id}`);
    const shown = /<code id="embed-code">([^<]+)<\/code>/.exec(text)![1]!;
    const code = parseFragment(shown)
      .childNodes.map((node) => ("value" in node ? node.value : ""))
      .join("");
    expect(frameIn(code)).toMatchObject({ src: `${world.url}/embed/${live.slug}`, title: "Dora's on Tidal" });
    expect((await dora.get(`/account/listings/${waiting.id}`)).text).not.toContain("embed-code");
  });

  it("of a merged duplicate is that of the listing that remains", async () => {
    const copy = await world.listing("Acme Copy");
    const acme = await world.deps.store.listings.findLive("acme-books");
    await world.deps.store.change((tx) => tx.moderation.mergeRow(copy.id, acme!, NOW));
    const response = await get("/embed/acme-copy?theme=dark");
    expect([response.status, response.headers.get("location")]).toEqual([301, "/embed/acme-books?theme=dark"]);
    expect((await ask({ url: `${world.url}/listings/acme-copy` })).body.title).toBe("Acme Books");
  });
});

const ask = async (query: Record<string, string>) => {
  const response = await get(`/oembed?${new URLSearchParams(query)}`);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
};
const acmeUrl = () => `${world.url}/listings/acme-books`;
/** The attributes of the frame in the HTML of a response. */
const frameIn = (html: string): Record<string, string> => {
  const [frame, ...more] = parseFragment(html).childNodes;
  expect(more).toEqual([]);
  expect(frame?.nodeName).toBe("iframe");
  const attributes = frame && "attrs" in frame ? frame.attrs : [];
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
};

describe("oEmbed", () => {
  it("gives the card of a listing", async () => {
    const { status, headers, body } = await ask({ url: acmeUrl() });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const { html, ...rest } = body;
    expect(rest).toEqual({
      version: "1.0",
      type: "rich",
      title: "Acme Books",
      provider_name: "Tidal",
      provider_url: `${world.url}/`,
      cache_age: 3600,
      thumbnail_url: expect.stringMatching(/\/previews\/listings\/acme-books\.png\?v=[\w-]{8}$/),
      thumbnail_width: 1200,
      thumbnail_height: 630,
      width: 480,
      height: 132,
    });
    expect(frameIn(html)).toMatchObject({
      src: `${world.url}/embed/acme-books`,
      width: "480",
      height: "132",
      title: "Acme Books on Tidal",
    });
    expect((await get(new URL(rest.thumbnail_url).pathname)).status).toBe(200);
  });

  it("gives the same as well-formed XML, whatever the texts", async () => {
    for (const slug of ["acme-books", hostile]) {
      const url = `${world.url}/listings/${slug}`;
      const { headers, text } = await ask({ url, format: "xml" });
      expect(headers.get("content-type")).toBe("text/xml; charset=utf-8");
      const root = parseXml(text);
      expect(root.name).toBe("oembed");
      const fields = Object.fromEntries(root.children.map(({ name, text: value }) => [name, value]));
      const { body } = await ask({ url });
      // XML has no characters for controls.
      const plain = Object.entries(body).map(([key, value]) => [key, String(value).replaceAll("\u0001", "")]);
      expect(fields).toEqual(Object.fromEntries(plain));
      expect(frameIn(fields.html!).src).toBe(`${world.url}/embed/${slug}`);
    }
  });

  it("is found from the page of a listing", async () => {
    const page = await (await get("/listings/acme-books")).text();
    const links = [...page.matchAll(/<link rel="alternate" type="([a-z/]+)\+oembed" title="([^"]*)" href="([^"]+)">/g)];
    expect(links.map(([, type, title]) => [type, title])).toEqual([
      ["application/json", "Acme Books"],
      ["text/xml", "Acme Books"],
    ]);
    for (const [, type, , href] of links) {
      const response = await fetch(href!.replaceAll("&amp;", "&"));
      expect([response.status, response.headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
    }
  });

  it("fits into maxwidth and maxheight", async () => {
    const { body } = await ask({ url: acmeUrl(), maxwidth: "300", maxheight: "80" });
    expect([body.width, body.height]).toEqual([300, 80]);
    expect(frameIn(body.html)).toMatchObject({ width: "300", height: "80" });
    expect(body.thumbnail_url).toBeUndefined();
    const large = (await ask({ url: acmeUrl(), maxwidth: "9000", maxheight: "9000" })).body;
    expect([large.width, large.height, large.thumbnail_width]).toEqual([480, 132, 1200]);
  });

  it.each<[number, Record<string, string>]>([
    [501, { url: "/listings/acme-books", format: "yaml" }],
    [404, { url: "/listings/waiting" }],
    [404, { url: "/listings/nobody" }],
    [404, { url: "/listings/acme-books/badges" }],
    [404, { url: "/" }],
    [404, { url: "https://elsewhere.example/listings/acme-books" }],
    [404, { url: "javascript:alert(1)" }],
    [404, { url: "not a url" }],
    [400, {}],
    [400, { url: "/listings/acme-books", maxwidth: "wide" }],
    [400, { url: "/listings/acme-books", maxheight: "0" }],
  ])("answers %i to %j", async (status, { url, ...query }) => {
    const absolute = url?.startsWith("/") ? world.url + url : url;
    expect((await ask({ ...(absolute && { url: absolute }), ...query })).status).toBe(status);
  });
});
