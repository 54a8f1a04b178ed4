import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { BADGE_KINDS, BADGE_STYLES, badgePath } from "../../domain/listings/badge.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "./world.ts";

const STANDARD = "standard-auto-m.svg";
const world = await createWorld();
await world.listing("Acme Books", { claimedMethod: "dns" });
await world.listing("Hidden Name", { status: "awaiting_badge", ownerId: (await world.account("ann")).id });
await world.listing("Gone", { status: "removed" });

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(world.url + path, { method, headers });
const textsOf = async (path: string) =>
  [...(await (await get(path)).text()).matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);

describe("the picture of a badge", () => {
  it("may stand on any page, and be nothing but a picture", async () => {
    const response = await get(`/badges/acme-books/listed/${STANDARD}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      etag: expect.stringMatching(/^"[\w-]{27}\.gzip"$/),
    });
    expect(response.headers.has("set-cookie")).toBe(false);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
  });

  it("counts people who see it on the listing's own website, once a day, without a cookie", async () => {
    const path = `/badges/acme-books/listed/${STANDARD}`;
    const { id } = (await world.deps.store.listings.findForBadge("acme-books"))!;
    const seen = async () => {
      await world.deps.visits.flush();
      return world.deps.store.engagement.badgeViewsSince(id, "2000-01-01");
    };
    const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0", "sec-fetch-dest": "image" };
    const referer = "https://www.acme-books.example/";
    const nobody: Record<string, string>[] = [
      { ...browser },
      { ...browser, referer: "https://other.example/" },
      { ...browser, referer: "https://acme-books.example.evil.example/" },
      { ...browser, referer: "acme-books.example" },
      { ...browser, referer, "sec-fetch-dest": "document" },
      { referer, "user-agent": browser["user-agent"] },
      { ...browser, referer, "user-agent": "curl/8.0" },
      { ...browser, referer, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    ];
    for (const headers of nobody) expect((await get(path, headers)).status).toBe(200);
    await get(path, { ...browser, referer }, "HEAD");
    expect(await seen()).toEqual({ badgeViews: 0, badgeDays: 0 });
    for (const agent of ["Chrome/150.0", "Chrome/151.0"]) {
      const response = await get(path, { ...browser, referer, "user-agent": `Mozilla/5.0 ${agent}` });
      expect(response.headers.has("set-cookie")).toBe(false);
    }
    await get(path, { ...browser, referer: "https://shop.acme-books.example/", "if-none-match": "*" });
    expect(await seen()).toEqual({ badgeViews: 1, badgeDays: 1 });
    world.advance(24 * 3600_000);
    await get(path, { ...browser, referer });
    expect(await seen()).toEqual({ badgeViews: 2, badgeDays: 2 });
    expect((await world.deps.store.listings.find(id))!.views).toBe(0);
  });

  it("is served in every style", async () => {
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES) {
        const response = await get(badgePath("acme-books", kind, style));
        expect(response.status).toBe(200);
        expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /);
      }
  });

  it("is not sent again to a client that has it", async () => {
    const path = `/badges/acme-books/listed/${STANDARD}`;
    const etag = (await get(path)).headers.get("etag")!;
    for (const tag of [etag, `"other", ${etag}`, `W/${etag}`]) {
      const again = await get(path, { "if-none-match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toContain("max-age=3600");
    }
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    const other = await get(`/badges/acme-books/verified/${STANDARD}`);
    expect(other.headers.get("etag")).not.toBe(etag);
    const head = await get(path, {}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag.replace(".gzip", ""), ""]);
  });

  it("says nothing of a listing before its launch", async () => {
    for (const kind of BADGE_KINDS)
      for (const style of BADGE_STYLES) {
        const response = await get(badgePath("hidden-name", kind, style));
        expect(response.status).toBe(200);
        expect(await response.text()).not.toContain("Hidden");
      }
    expect(await textsOf(`/badges/hidden-name/verified/${STANDARD}`)).toEqual(["Listed on", "Debut"]);
  });

  it("is the plain one where the asked one is not earned", async () => {
    expect(await textsOf(`/badges/acme-books/verified/${STANDARD}`)).toEqual(["Verified on", "Debut"]);
    expect(await textsOf(`/badges/acme-books/launch-of-the-week/${STANDARD}`)).toEqual(["Listed on", "Debut"]);
  });

  it.each([
    [404, `/badges/nobody/listed/${STANDARD}`],
    [404, `/badges/gone/listed/${STANDARD}`],
    [400, `/badges/-acme/listed/${STANDARD}`],
    [400, `/badges/acme-books/best/${STANDARD}`],
    [400, "/badges/acme-books/listed/round-auto-m.svg"],
    [400, "/badges/acme-books/listed/standard-auto-m.gif"],
    [400, "/badges/acme-books/listed/%3Cscript%3E"],
  ])("answers %i to %s, with a picture that says so", async (status, path) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "image/svg+xml; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    expect(await response.text()).toMatch(/^<svg .*Unknown badge/s);
  });
});

describe("the page of badges", () => {
  function codesOf(text: string): string[] {
    const errors: string[] = [];
    const document = parse(text, { onParseError: ({ code }) => void errors.push(code) });
    expect(errors).toEqual([]);
    const codes: string[] = [];
    const walk = (node: { tagName?: string; childNodes?: unknown[] }): void => {
      if (node.tagName === "code") codes.push((node.childNodes![0] as { value: string }).value);
      for (const child of node.childNodes ?? []) walk(child as typeof node);
    };
    walk(document as never);
    return codes;
  }

  it("shows each badge in each shape with the code that get_badges gives", async () => {
    const page = await (await get("/listings/acme-books/badges")).text();
    const codes = codesOf(page);
    const wanted: string[] = [];
    for (const shape of ["standard", "outline", "pill", "banner", "square"]) {
      const { body } = await world.rest("GET", `/listings/acme-books/badges?shape=${shape}`);
      for (const badge of body.items) if (badge.eligible) wanted.push(badge.html);
    }
    expect(codes.toSorted()).toEqual(wanted.toSorted());
    expect(page).toContain("This listing has not been featured.");
  });

  it("takes colours and size, and does not mind nonsense", async () => {
    const page = await (await get("/listings/acme-books/badges?mode=dark&size=l")).text();
    expect(page).toContain("/badges/acme-books/listed/pill-dark-l.svg");
    expect(page).not.toContain("pill-auto-m.svg");
    expect(await (await get("/listings/acme-books/badges?mode=%22%3E&size=9")).text()).toContain("pill-auto-m.svg");
  });

  it("of a listing before its launch is for its owner", async () => {
    const path = "/listings/hidden-name/badges";
    expect((await get(path)).status).toBe(404);
    const ann = createVisitor(world.url);
    await ann.signIn("ann@people.example", { password: PASSWORD });
    const page = await ann.get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const codes = codesOf(page.text);
    expect(codes).toHaveLength(5);
    expect(codes.join()).not.toContain("Hidden Name");
    await world.account("bob");
    const bob = createVisitor(world.url);
    await bob.signIn("bob@people.example", { password: PASSWORD });
    expect((await bob.get(path)).status).toBe(404);
  });

  it.each(["/listings/nobody/badges", "/listings/gone/badges", "/listings/-bad/badges"])(
    "%s is not there",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
