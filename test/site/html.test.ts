import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { href, html, isLocalPath, trusted } from "../../core/text/html.ts";
import { ENGLISH } from "../../languages/language.ts";

describe("html", () => {
  it("escapes text and attributes", () => {
    const evil = `<img src=x onerror="a('b')">&`;
    expect(html`<p title="${evil}">${evil}</p>`.in(ENGLISH)).toBe(
      `<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>`,
    );
  });

  it("nests, joins lists and skips what is absent", () => {
    expect(
      html`<ul>${["a", "<"].map((text) => html`<li>${text}</li>`)}</ul>${null}${undefined}${false}${true}${0}`.in(
        ENGLISH,
      ),
    ).toBe("<ul><li>a</li><li>&lt;</li></ul>0");
    expect(html`${trusted("<b>")}`.in(ENGLISH)).toBe("<b>");
  });

  it("does not take an object that looks like Html for Html", () => {
    expect(html`${JSON.parse('{"text":"<script>"}')}`.in(ENGLISH)).not.toContain("<script>");
  });
});

describe("href", () => {
  it.each(["/a?b=1#c", "https://example.com/", "http://example.com/", "mailto:ann@example.com", "#main"])(
    "lets %s through",
    (url) => {
      expect(href(url)).toBe(url);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "blob:https://x/y",
    "",
    null,
    undefined,
  ])("turns %j into nothing", (url) => {
    expect(href(url)).toBe("#");
  });
});

describe("isLocalPath", () => {
  it.each(["/", "/a/b?c=d#e", "/interaction/abc"])("takes %s", (path) => expect(isLocalPath(path)).toBe(true));
  it.each(["", "a", "//evil", "/\\evil", "/a\\b", "/\n/evil", "/\t", "javascript:alert(1)", "https://evil.example"])(
    "refuses %j",
    (path) => expect(isLocalPath(path)).toBe(false),
  );
});

describe("the source of the site", () => {
  const folder = join(import.meta.dirname, "../../site");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("node_modules"))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

  it("was found", () => expect(sources.length).toBeGreaterThan(20));

  // Pictures that our own thread draws have no links.
  const pages = sources.filter(({ name }) => !name.startsWith("machines/cards/"));
  it.each(pages)("$name sends every address through href", ({ text }) => {
    expect(text.match(/\b(?:href|src|action|formaction|poster)="\$\{(?!href\(|assetPath\()[^}]*/g) ?? []).toEqual([]);
    // An address that begins with our own words must begin with a path.
    expect(text.match(/\b(?:href|src|action)="(?![/#$]|https:)[^"]*\$\{/g) ?? []).toEqual([]);
  });

  // Their scripts are a block of data that no browser runs (test/site/machines.test.ts holds what may be in it), and names
  // of tags that are refused (test/browser/own-head.test.ts).
  it.each(sources.filter(({ name }) => !["kit/json-ld.ts", "parts/site/read-head.ts"].includes(name)))(
    "$name has no inline script or style, and quotes its attributes",
    ({ text }) => {
      expect(
        text.match(
          /<script(?![^>]* src=|\\b\[)[^>]*>|<style|\sstyle="|\son[a-z]+="|\s(?:href|src|action|value|id|class|name|content)=\$\{/g,
        ) ?? [],
      ).toEqual([]);
    },
  );

  it("marks nothing as safe without looking", () => {
    const uses = sources.filter(({ text }) => /\btrusted\(|new Html\(/.test(text));
    expect(uses.map(({ name }) => name).sort()).toEqual(["kit/json-ld.ts", "kit/markdown.ts", "kit/own-head.ts"]);
  });
});
