import { isSameSite } from "./site-key.ts";

/** Declarations are near the start. */
const HEAD = 200_000;

/**
 * The canonical URL. Undefined if missing, or on a subpage that names the home page of its host: a
 * template mistake that would merge all pages.
 */
export function canonicalAnywhere(html: string, url: string): string | undefined {
  for (const [tag] of html.slice(0, HEAD).matchAll(/<link\s[^<>]{1,2000}>/gi)) {
    if (!/\srel\s{0,9}=\s{0,9}["']?\s{0,9}canonical["'\s/>]/i.test(tag)) continue;
    const [, quoted, bare] = /\shref\s*=\s*(?:["']([^"']+)["']|([^\s"'>]+))/i.exec(tag) ?? [];
    const canonical = URL.parse((quoted ?? bare ?? "").trim().replaceAll("&amp;", "&"), url);
    if (!canonical) return undefined;
    const isHome = canonical.pathname === "/" && isSameSite(canonical, url);
    return isHome && new URL(url).pathname !== "/" ? undefined : canonical.href;
  }
  return undefined;
}

/** The canonical URL within the same domain. */
export function canonicalOf(html: string, url: string): string | undefined {
  const canonical = canonicalAnywhere(html, url);
  return canonical !== undefined && isSameSite(canonical, url) ? canonical : undefined;
}

/**
 * Whether the site forbids quoting, by robots meta element or X-Robots-Tag, for all crawlers or
 * this one (`token`). `meta` has lower-case keys.
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
