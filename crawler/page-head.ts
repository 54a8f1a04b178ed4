import { registrableDomain } from "./site-key.ts";

/** Declarations are at the start; scanning further is not worth it. */
const HEAD = 200_000;

/**
 * The URL that a page names as its own (rel=canonical), absolute. Undefined when it names none, one of another registrable
 * domain, or the home page though it is not that: a template's mistake that would make all pages one.
 */
export function canonicalOf(html: string, url: string): string | undefined {
  for (const [tag] of html.slice(0, HEAD).matchAll(/<link\s[^<>]{1,2000}>/gi)) {
    if (!/\srel\s{0,9}=\s{0,9}["']?\s{0,9}canonical["'\s/>]/i.test(tag)) continue;
    const [, quoted, bare] = /\shref\s*=\s*(?:["']([^"']+)["']|([^\s"'>]+))/i.exec(tag) ?? [];
    const canonical = URL.parse((quoted ?? bare ?? "").trim().replaceAll("&amp;", "&"), url);
    if (!canonical || registrableDomain(canonical.hostname) !== registrableDomain(new URL(url).hostname))
      return undefined;
    return canonical.pathname === "/" && new URL(url).pathname !== "/" ? undefined : canonical.href;
  }
  return undefined;
}

/**
 * True when the site asks not to be quoted, in a robots meta element or an X-Robots-Tag header, of everybody or of this crawler
 * (`token`). `meta` is keyed by lower-case name.
 */
export function forbidsQuotes(meta: Record<string, string>, header: string | undefined, token: string): boolean {
  const name = token.toLowerCase();
  return [meta.robots, meta[name], header].some((rules) =>
    rules
      ?.toLowerCase()
      .split(",")
      .some((rule) => NO_SNIPPET.test(rule.trim().replace(`${name}:`, "").trim())),
  );
}

const NO_SNIPPET = /^(nosnippet|max-snippet\s*:\s*0)$/;
