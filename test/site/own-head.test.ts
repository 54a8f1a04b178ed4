import { describe, expect, it } from "vitest";
import { isFilePath, isTakenPath } from "../../domain/site/own-files.ts";
import { readRoutes } from "../browser/routes.ts";
import { createTeam } from "./admin-world.ts";

const { world, root, ann, act, logged } = await createTeam();
await world.listing("Acme Charts");

const TAGS = `<meta name="google-site-verification" content="a&quot;b">
<script defer data-domain="d.example" src="https://plausible.io/js/script.js"></script>
<script>window.plausible = window.plausible || function () { "&" };</script>`;
const [HEAD, CSS, FILES] = ["/admin/settings/head", "/admin/settings/css", "/admin/settings/files"];
const BEFORE =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';font-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'self'";

const page = async (path: string) => {
  const response = await fetch(world.baseUrl + path);
  return {
    status: response.status,
    headers: response.headers,
    policy: response.headers.get("content-security-policy"),
    text: await response.text(),
  };
};
const PUBLIC = ["/", "/listings/acme-charts", "/search", "/categories", "/about"];
const save = (html: string, hosts = "", go = "save") => root.post(HEAD, { head: html, hosts, do: go });

describe("head tags", () => {
  it("are on public pages at once, with a policy for them alone", async () => {
    for (const path of PUBLIC) expect((await page(path)).policy).toBe(BEFORE);
    expect(await act(HEAD, { head: TAGS, hosts: "", do: "save" })).toBe("site-saved");
    for (const path of PUBLIC) {
      const { policy, text } = await page(path);
      expect(text).toContain('<meta name="google-site-verification" content="a&quot;b">');
      expect(text).toContain('<script defer data-domain="d.example" src="https://plausible.io/js/script.js"></script>');
      expect(text).toContain('<script>window.plausible = window.plausible || function () { "&" };</script>');
      expect(policy).toMatch(/script-src 'self' https:\/\/plausible\.io\/js\/script\.js 'sha256-[\w+/]{43}=';/);
      expect(policy).toContain("connect-src 'self' https://plausible.io;");
      expect(policy).toContain("img-src 'self' data: https://plausible.io;");
      expect(policy).not.toContain("unsafe");
      expect(policy?.replaceAll(/ (https:\/\/plausible\.io\S*?|'sha256-[^']+')(?=[ ;])/g, "")).toBe(BEFORE);
    }
    expect((await page("/privacy")).text).toContain("scripts that reach plausible.io");
    expect((await logged())?.after).toMatchObject({ "head tags": expect.stringContaining("google-site-verification") });
  });

  it("are on no page of accounts, of owners or of admins, nor beside a signed-in admin", async () => {
    for (const path of ["/sign-in", "/sign-up", "/forgot", "/submit", "/nothing-here"]) {
      const { text, policy } = await page(path);
      expect(text, path).not.toContain("plausible");
      expect(policy, path).not.toContain("plausible");
    }
    for (const [person, paths] of [
      [ann, ["/account", "/account/listings", "/account/notifications", "/notifications"]],
      [root, ["/", "/account", "/admin", "/admin/settings", "/listings/acme-charts"]],
    ] as const)
      for (const path of paths) {
        const { text, headers } = await person.get(path);
        expect(text, path).not.toContain("plausible");
        expect(headers.get("content-security-policy"), path).not.toContain("plausible");
      }
    expect((await ann.get("/")).text).toContain("plausible");
    expect((await page("/index.md")).text).not.toContain("plausible");
  });

  it("are previewed without being saved", async () => {
    const { text, status } = await save('<script src="https://a.example/a.js"></script>', "b.example", "try");
    expect(status).toBe(200);
    expect(text).toContain("https://b.example https://a.example/a.js");
    expect(text).toContain("&lt;script src=&quot;https://a.example/a.js&quot;&gt;");
    expect((await page("/")).text).not.toContain("a.example");
  });

  it("with faults are not saved, and what was typed stays", async () => {
    const { text, status } = await save('<meta name="a" content="b">\n<base href="/x">', "*");
    expect(status).toBe(400);
    expect(text).toContain("Line 2");
    expect(text).toContain("&lt;base href=&quot;/x&quot;&gt;");
    expect(text).toContain("* is not a host");
    expect((await page("/")).text).toContain("plausible");
  });

  it("can be hosts alone, for a script that a proxy adds", async () => {
    expect((await save("", "static.cloudflareinsights.com")).location).toContain("site-saved");
    expect((await page("/")).policy).toContain("script-src 'self' https://static.cloudflareinsights.com;");
    expect((await page("/sign-in")).policy).not.toContain("cloudflare");
  });

  it("are removed with their policy", async () => {
    await save("");
    const { policy, text } = await page("/");
    expect(policy).toBe(BEFORE);
    expect(text).not.toContain("plausible");
  });
});

describe("an own style sheet", () => {
  const sheet = async () => /\/style\/own-[0-9a-f]{16}\.css/.exec((await page("/")).text)?.[0];

  it("comes after the theme's, at an address that tells its content", async () => {
    expect(await act(CSS, { css: "h1 { color: teal }\r\n" })).toBe("site-saved");
    const path = await sheet();
    const { headers, text } = await page(path!);
    expect(text).toBe("h1 { color: teal }");
    expect(headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(headers.get("cache-control")).toContain("max-age=31536000");
    const html = (await page("/sign-in")).text;
    expect(html.lastIndexOf('rel="stylesheet"')).toBe(html.indexOf(`rel="stylesheet" href="${path}"`));
    expect((await page("/")).policy).toBe(BEFORE);
  });

  it("is not on pages of admins, which can always take it back", async () => {
    expect((await root.get(CSS)).text).not.toContain("/style/own-");
    expect((await root.get("/")).text).toContain("/style/own-");
  });

  it("is kept as it was if the new one has a mistake", async () => {
    const { status, text } = await root.post(CSS, { css: "h1 { color: teal }\nh2 { color teal; }" });
    expect(status).toBe(400);
    expect(text).toContain("Line 2, column 12");
    expect(text).toContain("h2 { color teal; }");
    expect((await page((await sheet())!)).text).toBe("h1 { color: teal }");
  });

  it("has at most 50,000 characters, and goes when it is empty", async () => {
    expect((await root.post(CSS, { css: "a{b:c}".repeat(8400) })).status).toBe(400);
    await act(CSS, { css: "" });
    expect(await sheet()).toBeUndefined();
    expect((await page("/style/own-0123456789abcdef.css")).status).toBe(404);
  });
});

describe("files", () => {
  it("are served as documents that run nothing", async () => {
    expect(await act(FILES, { path: "/ads.txt", body: "google.com, pub-1, DIRECT\r\n" })).toBe("site-saved");
    expect(await act(FILES, { path: "google1.html", body: "<script>alert(1)</script>" })).toBe("site-saved");
    const ads = await page("/ads.txt");
    expect([ads.status, ads.text, ads.headers.get("content-type")]).toEqual([
      200,
      "google.com, pub-1, DIRECT",
      "text/plain; charset=utf-8",
    ]);
    const proof = await page("/google1.html");
    expect([proof.policy, proof.headers.get("content-type")]).toEqual([
      "default-src 'none'; sandbox",
      "text/html; charset=utf-8",
    ]);
    expect((await logged())?.after.files).toContain("/google1.html");
    await act(FILES, { path: "/.well-known/discord", body: "dh=1" });
    expect((await page("/.well-known/discord")).text).toBe("dh=1");
    expect((await root.get(`${FILES}?path=/ads.txt`)).text).toContain("google.com, pub-1, DIRECT");
  });

  it("cannot take the place of what the program serves", async () => {
    const { pages, others } = await readRoutes(world.deps);
    const served = [...pages, ...others]
      .map(({ path }) => path)
      .filter((path) => !path.includes(":") && isFilePath(path));
    expect(served).toContain("/robots.txt");
    expect(served.filter((path) => !isTakenPath(path))).toEqual([]);
    const { status, text } = await root.post(FILES, { path: "/robots.txt", body: "mine" });
    expect(status).toBe(400);
    expect(text).toContain("mine");
    expect((await page("/robots.txt")).text).not.toContain("mine");
  });

  it("are gone when their text is", async () => {
    await act(FILES, { path: "/ads.txt", body: "" });
    expect((await page("/ads.txt")).status).toBe(404);
  });
});
