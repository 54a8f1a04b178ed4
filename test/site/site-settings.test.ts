import { afterAll, describe, expect, it } from "vitest";
import { ADMIN_SETTINGS } from "../../core/settings/admin-settings.ts";
import { readSettings } from "../../core/settings/config.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createJobRunner } from "../../jobs/runner.ts";
import { buildDeps } from "../../server/deps.ts";
import { readRoutes } from "../browser/routes.ts";
import { freePort } from "../helpers/free-port.ts";
import { png } from "../helpers/png.ts";
import { presenceOf } from "../helpers/presence.ts";
import { end, serve } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const FORM = {
  name: "Harbour & Co",
  footer_text: "Made at the sea.",
  footer_links: "Imprint https://harbour.example/imprint\nContact mailto:mate@harbour.example",
  do: "save",
};

/** Another process on the same database. */
const text = async (path: string, base = team.world.baseUrl) => (await fetch(base + path)).text();

const team = await createTeam({ env: { SITE_NAME: "First Light" } });
await team.world.listing("Acme Charts");
const port = await freePort();
const otherUrl = `http://127.0.0.1:${port}`;
const other = await serve({ DATA_DIR: team.world.folder, PORT: String(port), SITE_NAME: "First Light" });
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

const save = async (form: Record<string, string>) => {
  await team.root.get("/admin/settings");
  return team.root.post("/admin/settings", form);
};
const LOOK = "/admin/settings/look";
const choose = async (look: Record<string, string>) => {
  await team.root.get(LOOK);
  return team.root.post(LOOK, look);
};

describe("what admins can change", () => {
  it("is read for each answer, never when the interfaces are built", async () => {
    const settings = { ...team.world.deps.settings };
    for (const name of ["SITE_NAME", ...ADMIN_SETTINGS])
      Object.defineProperty(settings, name, {
        get: () => {
          throw new Error(`${name} was read too early: admins can change it while the program runs.`);
        },
      });
    // With the pages that are loaded with their first request.
    const { pages } = await readRoutes({ ...team.world.deps, settings });
    expect(pages.length).toBeGreaterThan(100);
    createJobRunner({ ...team.world.deps, settings }, jobKinds, presenceOf());
  });

  it("is read for each use, never when the program starts", async () => {
    const early = () => {
      throw new Error("A setting was read too early.");
    };
    const store = { ...team.store, typedSettings: early };
    const { deps, presence } = await buildDeps(readSettings(team.world.deps.settings.environment), { store });
    presence.leave();
    for (const name of ADMIN_SETTINGS) expect(() => deps.settings[name], name).toThrow("too early");
  });
});

describe("site settings", () => {
  const PAGES = [
    "/",
    "/listings/acme-charts",
    "/launches",
    "/search",
    "/blog",
    "/sign-in",
    "/connect",
    "/nothing-here",
  ];
  const NAMED = [
    "/llms.txt",
    "/feeds/launches.atom",
    "/feeds/launches.json",
    "/api/v1/site",
    "/api/v1/openapi.json",
    "/.well-known/oauth-protected-resource",
    "/.well-known/ai-catalog.json",
    "/mcp/server-card",
  ];
  const oembed = () => `/oembed?url=${encodeURIComponent(`${team.world.baseUrl}/listings/acme-charts`)}`;
  const initialize = async () => {
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const reply = await fetch(`${team.world.baseUrl}/mcp`, { method: "POST", headers, body: JSON.stringify(body) });
    return reply.text();
  };
  const everywhere = async () => [
    ...(await Promise.all([...PAGES, ...NAMED, oembed()].map(async (path) => [path, await text(path)] as const))),
    ...(await Promise.all(
      PAGES.map(async (path) => [`${path} of the other process`, await text(path, otherUrl)] as const),
    )),
    ["initialize", await initialize()] as const,
  ];
  const without = (answers: (readonly [string, string])[], name: RegExp) =>
    answers.filter(([, body]) => !name.test(body)).map(([path]) => path);

  it("apply everywhere and in every process at once, also to pages that were kept", async () => {
    // Twice: the second time, pages come as they were kept.
    await everywhere();
    expect(without(await everywhere(), /First Light/)).toEqual([]);
    expect((await save(FORM)).location).toContain("notice=site-saved");
    expect((await choose({ accent: "#0b6f6a" })).location).toContain("notice=site-saved");
    const words = { hero_title: "Boats leave every Monday", hero_text: "Look who sails.", do: "save" };
    expect(await team.act("/admin/settings/front", words)).toBe("site-saved");
    const after = await everywhere();
    expect(without(after, /Harbour (&amp;|&|\\u0026) Co/)).toEqual([]);
    expect(after.filter(([, body]) => body.includes("First Light")).map(([path]) => path)).toEqual([]);
    for (const [path, body] of after.filter(([path]) => PAGES.includes(path.split(" ")[0]!))) {
      expect(body, path).toContain('<link rel="stylesheet" href="/style/first-light_0b6f6a____.css?v=');
      expect(body, path).toContain("Made at the sea.");
      expect(body, path).toContain('<a href="https://harbour.example/imprint">Imprint</a>');
      expect(body, path).not.toMatch(/ style="/);
    }
    const home = await text("/");
    expect(home).toContain("<h1>Boats leave every Monday</h1>");
    expect(home).toContain("Look who sails.");
  });

  it("name the site in emails", async () => {
    const { world, store } = team;
    const person = createVisitor(world.baseUrl);
    await person.signUp("new@people.example");
    const { items } = await store.mails.list({ page: 1, perPage: 5 });
    expect(items[0]).toMatchObject({ recipient: "new@people.example" });
    expect(items[0]!.subject).toContain("Harbour & Co");
  });

  it("are in the audit log, with what was before", async () => {
    await save({ ...FORM, footer_text: "Made at sea." });
    expect(await team.logged()).toEqual({
      action: "site.save",
      name: "Site",
      before: { footer: "Made at the sea." },
      after: { footer: "Made at sea." },
    });
  });

  it("show a logo that was uploaded, on pages and as their icon", async () => {
    const logo = new File([new Uint8Array(png(300, 300))], "logo.png");
    await team.root.get(LOOK);
    await team.root.upload(`${LOOK}/logo`, { logo, dark_logo: logo });
    const home = await text("/");
    const [, path = ""] = /<link rel="icon" href="(\/uploads\/[\w-]{27}\/96)" type="image\/webp">/.exec(home) ?? [];
    expect(home).toContain(`<img src="${path}" alt="" width="34" height="34"></picture>`);
    const picture = await fetch(team.world.baseUrl + path);
    expect(picture.headers.get("content-type")).toBe("image/webp");
    expect(picture.headers.get("cache-control")).toContain("max-age=31536000");
    expect(home).toMatch(/<source srcset="\/uploads\/[\w-]{27}\/96" media="\(prefers-color-scheme: dark\)">/);
    await save({ ...FORM });
    await choose({ accent: "#0b6f6a" });
    expect(await text("/")).toContain(path);
    await team.root.upload(`${LOOK}/logo`, { no_logo: "yes", no_dark_logo: "yes" });
    expect(await text("/")).not.toContain("/uploads/");
  });

  it("refuse what cannot be used, say why, and keep what was typed", async () => {
    const wrong = await save({
      ...FORM,
      name: "x".repeat(61),
      footer_links: "Nowhere",
      footer_text: "Still here",
    });
    expect(wrong.status).toBe(400);
    for (const said of ["at most 60", "“Nowhere” is not a link", "Still here</textarea>"])
      expect(wrong.text).toContain(said);
    expect((await choose({ accent: "white" })).text).toContain("six hex digits");
    const broken = await team.root.upload(`${LOOK}/logo`, { logo: new File(["<html>"], "logo.png") });
    expect(broken.text).toContain("not a picture");
    expect(await text("/")).toContain("Boats leave every Monday");
  });

  it("try a look on the front page before anyone else sees it", async () => {
    const look = "theme=rack&accent=%23c8102e&corners=round&scene=tiles";
    const page = await team.root.get(`${LOOK}?${look}`);
    expect(page.text).toContain("Readable everywhere");
    const [, frame = ""] = /<iframe src="([^"]+)"/.exec(page.text) ?? [];
    const tried = await team.root.get(frame.replaceAll("&amp;", "&"));
    expect(tried.text).toContain("Boats leave every Monday");
    expect(tried.text).toContain("/style/rack_c8102e__round__tiles.css?v=");
    expect(tried.text).toMatch(/\/assets\/theme-rack\.\w+\.css.*\/assets\/scene-tiles\.\w+\.css/s);
    expect(tried.text).not.toContain("<script src");
    expect(tried.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(await text("/")).toContain("/style/first-light_0b6f6a____.css");
    await choose({ theme: "rack", accent: "c8102e", corners: "round", scene: "tiles", fonts: "comic" });
    expect(await team.logged()).toMatchObject({
      before: { theme: "first-light", accent: "#0b6f6a" },
      after: { theme: "rack", accent: "#c8102e", corners: "round", scene: "tiles" },
    });
    for (const base of [team.world.baseUrl, otherUrl]) {
      const home = await text("/", base);
      const [path = ""] = /\/style\/rack_c8102e__round__tiles\.css\?v=\w+/.exec(home) ?? [];
      expect(await text(path, base)).toContain("--accent:#c8102e");
      expect(home).toContain('<span class="initial" aria-hidden="true">H</span>');
    }
  });

  it("go back to the defaults of the environment", async () => {
    expect((await save({ do: "reset" })).location).toContain("notice=site-reset");
    const home = await text("/", otherUrl);
    expect(home).toContain("First Light");
    expect(home).not.toMatch(/Harbour|0b6f6a|Made at the sea/);
  });
});

describe("a form with files", () => {
  it("is read from admins alone, and without a token from nobody", async () => {
    const { ann, root } = team;
    await ann.get("/account");
    expect((await ann.upload(`${LOOK}/logo`, { no_logo: "yes" })).status).toBe(403);
    await root.get(LOOK);
    expect((await root.upload(`${LOOK}/logo`, { no_logo: "yes", csrf: "x" })).status).toBe(403);
    expect((await root.upload("/account", { name: "x" })).status).toBe(403);
    expect(await text("/")).toContain("First Light");
  });

  it("is refused above its limit", async () => {
    const logo = new File([new Uint8Array(7_000_000)], "large.png");
    const reply = await team.root.upload(`${LOOK}/logo`, { logo });
    expect(reply.status).toBe(413);
  });
});
