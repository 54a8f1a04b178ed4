import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLanguages } from "../../core/languages.ts";
import { inEnglish, t } from "../../languages/words.ts";
import { createWorld, type World } from "../site/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { SITE_LANGUAGES: "de,en-XA" } });
});
afterAll(() => world.close());

/** The same for all languages. */
const FILES = /^\/(assets|pictures|feeds|style)\b|^\/[\w-]+\.(svg|png|webmanifest)/;

const linksOf = (text: string) => [...text.matchAll(/ href="([^"]*)"/g)].map(([, url]) => url!);

describe("a site with several languages", () => {
  it("shows each page below the prefix of a language, in that language", async () => {
    const reader = world.visitor();
    const [plain, german] = [await reader.get("/categories"), await reader.get("/de/categories")];
    expect(plain.text).toContain('<html lang="en">');
    expect(plain.headers.get("content-language")).toBe("en");
    expect(german.text).toContain('<html lang="de" data-prefix="/de">');
    expect(german.headers.get("content-language")).toBe("de");
    expect(german.headers.get("vary")).toBe(plain.headers.get("vary"));
  });

  it("leads from a page to pages of its language, and says where the others are", async () => {
    const { text } = await world.visitor().get("/de/categories");
    const { url } = world;
    const alternate = (tag: string, path: string) => `<link rel="alternate" hreflang="${tag}" href="${url}${path}">`;
    expect(text).toContain(`<link rel="canonical" href="${url}/de/categories">`);
    for (const [tag, path] of Object.entries({ en: "", de: "/de", "en-XA": "/en-xa", "x-default": "" }))
      expect(text).toContain(alternate(tag, `${path}/categories`));
    const pages = linksOf(text).filter((link) => /^\/[^/]/.test(link) && !FILES.test(link));
    const shown = ["/categories", "/en-xa/categories"];
    expect(pages.filter((link) => !/^\/de(\/|$)/.test(link) && !shown.includes(link))).toEqual([]);
    expect(text).toContain('action="/de/search"');
    expect(text).toContain('<a href="/de/categories" hreflang="de" lang="de" aria-current="true">Deutsch</a>');
    const search = (await world.visitor().get("/search?q=free+crm")).text;
    expect(search).toContain('<a href="/de/search?q=free+crm" hreflang="de"');
  });

  it("asks for files by `lang`, and each page names those of its language", async () => {
    const page = (await world.visitor().get("/en-xa")).text;
    for (const path of [
      /\/previews\/site\.png\?v=[\w-]+&(amp;)?look=[\w-]+&(amp;)?lang=en-xa/,
      /\/feeds\/launches\.atom\?lang=en-xa/,
    ])
      expect(page).toMatch(path);
    for (const path of [
      "/feeds/launches.atom",
      "/feeds/launches.ics",
      "/embed/none",
      "/badges/none/listed/standard-light-m.svg",
    ]) {
      expect((await world.visitor().get(`${path}?lang=en-xa`)).text, path).toContain("⟦");
      expect((await world.visitor().get(path)).text, path).not.toContain("⟦");
      expect((await world.visitor().get(`${path}?lang=xx`)).text, path).not.toContain("⟦");
    }
  });

  it("lists each page in each language in the sitemaps, with its alternates", async () => {
    const index = (await world.visitor().get("/sitemap.xml")).text;
    expect(index).toContain("/sitemaps/pages-1.xml");
    expect(index).toContain("/sitemaps/pages-1.de.xml");
    const german = (await world.visitor().get("/sitemaps/pages-1.de.xml")).text;
    expect(german).toMatch(/<loc>[^<]*\/de\/pricing<\/loc>.*hreflang="en" href="[^"]*\d\/pricing"/);
    expect((await world.visitor().get("/sitemaps/pages-1.fr.xml")).status).toBe(404);
  });

  it("keeps each page by its whole address", async () => {
    const reader = world.visitor();
    for (const path of ["/launches", "/de/launches", "/launches", "/de/launches"]) {
      const { text } = await reader.get(path);
      expect(text).toContain(`<html lang="${path.startsWith("/de") ? "de" : "en"}"`);
    }
  });

  it("redirects within the language, and back to the page that led to a form", async () => {
    const { location } = await world.visitor().get("/de/account");
    expect(location).toBe(`/de/sign-in?return_to=${encodeURIComponent("/account")}`);
  });

  it("has no languages where programs come in", async () => {
    for (const path of ["/de/api/v1/categories", "/de/assets/style.css", "/fr/categories"])
      expect((await world.visitor().get(path)).status, path).toBe(404);
  });

  it("has twins in Markdown in each language", async () => {
    const { text, status } = await world.visitor().get("/de/categories.md");
    expect(status).toBe(200);
    expect(text).toContain(`Source: <${world.url}/de/categories>`);
  });
});

describe("languages of a site", () => {
  const folder = mkdtempSync(join(tmpdir(), "debut-languages-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const languages = (SITE_LANGUAGE: string, ...SITE_LANGUAGES: string[]) =>
    createLanguages({ SITE_LANGUAGE, SITE_LANGUAGES, DATA_DIR: folder });

  it("need a catalog, and a name that is no page", () => {
    expect(() => languages("en", "nn")).toThrow("there is no catalog for nn");
    expect(() => languages("en", "bot")).toThrow("/bot is a page of this site");
  });

  it("may be added or overridden in DATA_DIR", () => {
    mkdirSync(join(folder, "languages"));
    const put = (tag: string, text: string) =>
      writeFileSync(join(folder, "languages", `${tag}.po`), `msgid "This week"\nmsgstr "${text}"\n`);
    put("nn", "Denne veka");
    put("de", "Grad jetzt");
    put("en", "Right now");
    const { first, all } = languages("en", "nn", "de");
    const words = t`This week`;
    expect(all.map((language) => words.in(language))).toEqual(["Right now", "Denne veka", "Grad jetzt"]);
    expect([first.prefix, inEnglish(words)]).toEqual(["", "This week"]);
  });

  it("that cannot be read are named with their file", () => {
    writeFileSync(join(folder, "languages", "se.po"), "msgid Hello\n");
    expect(() => languages("en", "se")).toThrow(join(folder, "languages", "se.po"));
  });
});
