import type { PageLink, SitePage } from "#domain/drafts/site.ts";
import { isRecord } from "#domain/text/record.ts";
import { cleanLine } from "#domain/text/text.ts";

/** Pages of an app in a store, as websites link them. */
const STORE = /^https:\/\/(?:apps\.apple\.com\/(?:[a-z]{2}\/)?app\/|play\.google\.com\/store\/apps\/details\?id=)/;
const APP = /(Software|Web|Mobile)Application|VideoGame/;

/** The linked app in a store, if all such links lead to the same one. */
export function storeLinkIn(links: readonly PageLink[]): string | undefined {
  const found = links.map(({ href }) => href).filter((href) => STORE.test(href));
  const ids = found.map((href) => /\/id(\d+)|[?&]id=([\w.]+)/.exec(href)?.slice(1).find(Boolean));
  const [first] = found;
  const host = first && new URL(first).host;
  const others = ids.filter((_, at) => new URL(found[at] ?? "").host === host);
  return new Set(others).size === 1 ? first : undefined;
}

/**
 * What the maker says in a store: the app's own structured data without its price, which does not
 * tell of purchases inside. Undefined if the page has none. Other apps and reviews are left out.
 */
export function ownWords(page: SitePage): SitePage | undefined {
  const app = page.jsonLd.filter(isRecord).find((node) => APP.test(String(node["@type"])));
  if (typeof app?.name !== "string" || typeof app.description !== "string") return undefined;
  const { offers: _, review: __, aggregateRating: ___, ...own } = app;
  const lines = app.description.split(/\n+/).map(cleanLine).filter(Boolean);
  return {
    ...page,
    kind: "store",
    title: app.name,
    blocks: lines.map((text) => ({ text, tag: /^[-•*·]/.test(text) ? "li" : "p", region: "main" })),
    meta: {},
    jsonLd: [own],
    links: [],
    images: page.images.filter(({ source }) => source === "og"),
    shape: { repeats: [], leads: {}, linked: {} },
  };
}
