import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Asked, callOf, formOf, messageOf } from "./client.ts";
import type { Stage } from "./stage.ts";

const words = (nth: number, length: number): string =>
  Array.from({ length: Math.ceil(length / 5) }, (_, at) => `w${(at * (nth + 1)) % 9973} `)
    .join("")
    .slice(0, length);

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const batch = (method: string, params: object): Asked => ({
  method: "POST",
  path: "/mcp",
  headers: { ...json, "mcp-protocol-version": "2025-03-26" },
  body: JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method, params }))),
});

/** Requests by what they are, each a little different every time. */
export function requestsOf({ slugs, strangers, base }: Stage, draftId: string): Record<string, (nth: number) => Asked> {
  const slug = (nth: number) => slugs[nth % slugs.length]!;
  const { key, cookie, listingId } = strangers[0]!;
  const mine = { authorization: `Bearer ${key}`, ...json };
  const page = { "user-agent": "Mozilla/5.0" };
  const patch =
    (fields: (nth: number) => object) =>
    (nth: number): Asked => ({
      method: "PATCH",
      path: `/api/v1/me/listings/${listingId}`,
      headers: { ...mine, "idempotency-key": randomUUID() },
      body: JSON.stringify({ fields: fields(nth) }),
    });
  const many = (count: number, length: number, nth: number) =>
    Array.from({ length: count }, (_, at) => words(nth + at, length));
  const patchDraft = (changes: object): Asked => ({
    method: "PATCH",
    path: `/api/v1/drafts/${draftId}`,
    headers: { ...mine, "idempotency-key": randomUUID() },
    body: JSON.stringify(changes),
  });
  const basket = JSON.stringify({
    items: Array.from({ length: 20 }, (_, at) => ({
      product: "billboard",
      listing_id: listingId,
      amount_cents: 1000 + at,
    })),
    billing_country: "DE",
  });
  return {
    "front page": () => ({ path: "/", headers: page }),
    "listing page": (nth) => ({ path: `/listings/${slug(nth)}`, headers: { "user-agent": `Mozilla/5.0 ${nth}` } }),
    "listing as Markdown": (nth) => ({ path: `/listings/${slug(nth)}.md` }),
    "alternatives page": (nth) => ({ path: `/listings/${slug(nth)}/alternatives` }),
    "compare page": (nth) => ({ path: `/compare?a=${slug(nth)}&b=${slug(nth * 3 + 1)}` }),
    "missing page": (nth) => ({ path: `/no-such-${nth}` }),
    "search page, 12 wrong words": (nth) => ({ path: `/search?${new URLSearchParams({ q: words(nth, 60) })}` }),
    "search page, one letter": (nth) => ({ path: `/search?q=${"abcdefghijklmnopqrstuvwxyz"[nth % 26]}` }),
    "search page, 200 single letters": (nth) => ({
      path: `/search?${new URLSearchParams({ q: `${"a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(4)}${nth}`.slice(0, 200) })}`,
    }),
    "search page, one word of 200": (nth) => ({ path: `/search?q=${"analytics".repeat(30).slice(0, 195)}${nth}` }),
    "search page, page 1000": (nth) => ({ path: `/search?sort=trending&page=${1000 - nth}` }),
    "listings by REST, 100 a page": (nth) => ({
      path: `/api/v1/listings?per_page=100&page=${1 + (nth % 12)}&sort=trending`,
    }),
    "categories by REST": () => ({ path: "/api/v1/categories" }),
    "categories page": () => ({ path: "/categories" }),
    "launches page": () => ({ path: "/launches" }),
    "leaderboard page": (nth) => ({ path: `/leaderboards/billboard?page=${1 + nth}` }),
    "founders page": (nth) => ({ path: `/founders?page=${1 + nth}` }),
    "sitemap index": () => ({ path: "/sitemap.xml" }),
    "sitemap of listings": () => ({ path: "/sitemaps/listings-1.xml" }),
    "feed of launches": () => ({ path: "/feeds/launches.atom" }),
    "feed of a week": (nth) => ({ path: `/feeds/weeks/2026-${String(1 + (nth % 11)).padStart(2, "0")}-02.atom` }),
    "feed of a far week": (nth) => ({ path: `/feeds/weeks/${1900 + nth * 7}-01-01.atom` }),
    "llms-full.txt": () => ({ path: "/llms-full.txt" }),
    "OpenAPI document": () => ({ path: "/api/v1/openapi.json" }),
    "API reference page": () => ({ path: "/docs" }),
    badge: (nth) => ({ path: `/badges/${slug(nth)}/listed/banner-auto-l.svg` }),
    "preview picture": (nth) => ({ path: `/previews/listings/${slug(nth)}.png` }),
    "picture without a copy": (nth) => ({ path: `/pictures/${String(nth).padStart(27, "x")}/64` }),
    "sign-in form": () => ({ path: "/sign-in" }),
    "authorize, unknown id": (nth) => ({ path: `/oauth/authorize?client_id=c${nth}&response_type=code` }),
    "token, unknown": (nth) =>
      formOf(base, "/oauth/token", {
        grant_type: "refresh_token",
        client_id: `c${nth}`,
        refresh_token: "x".repeat(43),
      }),
    registration: (nth) => ({
      method: "POST",
      path: "/oauth/register",
      headers: json,
      body: JSON.stringify({ client_name: `App ${nth}`, redirect_uris: ["https://a.example/cb"] }),
    }),
    "registration, 1,500 redirects": (nth) => ({
      method: "POST",
      path: "/oauth/register",
      headers: json,
      body: JSON.stringify({
        redirect_uris: Array.from({ length: 1500 }, (_, at) => `https://a.example/${nth}/${at}`),
      }),
    }),
    "MCP get_listing": (nth) => callOf("get_listing", { slug: slug(nth) }),
    "MCP tools/list": () => messageOf("tools/list", {}),
    "MCP unknown tool": () => callOf("no_such_tool", {}),
    "MCP wrong key": (nth) => callOf("get_account", {}, `dbt_${String(nth).padStart(42, "x")}`),
    "MCP completion": (nth) =>
      messageOf("completion/complete", {
        ref: { type: "ref/resource", uri: "listing://{slug}" },
        argument: { name: "slug", value: `a${nth}` },
      }),
    "MCP compare prompt": (nth) =>
      messageOf("prompts/get", { name: "compare_products", arguments: { a: slug(nth), b: slug(nth + 1) } }),
    "MCP batch: 100 × OpenAPI": () => batch("resources/read", { uri: "directory://openapi" }),
    "MCP batch: 100 × tools/list": () => batch("tools/list", {}),
    "MCP batch: 100 searches": (nth) =>
      batch("tools/call", { name: "search_listings", arguments: { q: words(nth, 60), per_page: 100 } }),
    "MCP 60,000 unknown arguments": () => ({
      ...callOf("search_listings", Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))),
    }),
    "MCP 900 kB in one argument": () => callOf("search_listings", { q: "a".repeat(900_000) }),
    "MCP 900 kB of combining marks": () => callOf("search_listings", { q: "a\u0301".repeat(300_000) }),
    "REST, 10,000 unknown parameters": () => ({
      path: `/api/v1/listings?${Array.from({ length: 2500 }, (_, at) => `k${at}=1`).join("&")}`,
    }),
    "REST, one parameter 5,000 times": () => ({ path: `/api/v1/listings?${"q=a&".repeat(3500)}` }),
    "REST, 300 words as a slug": (nth) => ({ path: `/api/v1/listings/${"a-".repeat(5000)}${nth}` }),
    "REST write, 900 kB of unknown keys": () => ({
      method: "POST",
      path: "/api/v1/drafts",
      headers: mine,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))),
    }),
    "REST write, gzip": () => ({
      method: "POST",
      path: "/api/v1/drafts",
      headers: { ...mine, "content-encoding": "gzip" },
      body: gzipSync("{}").toString("latin1"),
    }),
    "form of a megabyte": () => ({
      method: "POST",
      path: "/drafts/x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a&".repeat(450_000),
    }),
    "form of 1,000 fields": () => ({
      method: "POST",
      path: "/sign-in",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Array.from({ length: 1000 }, (_, at) => `k${at}=1`).join("&"),
    }),
    "cookies of 15 kB": () => ({ path: "/", headers: { cookie: "a=b; ".repeat(3000) } }),
    "Accept of 15 kB": () => ({ path: "/", headers: { accept: "text/html;q=0.1,text/markdown;q=0.2,".repeat(400) } }),
    "If-None-Match of 15 kB": () => ({ path: "/sitemap.xml", headers: { "if-none-match": '"a",'.repeat(3500) } }),
    "owner's edit, longest description": patch((nth) => ({ description: words(nth, 20_000) })),
    "owner's edit, one word": patch((nth) => ({ summary: `s${nth}` })),
    "draft, longest texts": (nth) =>
      patchDraft({
        fields: {
          description: words(nth, 20_000),
          features: many(20, 200, nth),
          usps: many(20, 200, nth),
          keywords: many(20, 200, nth),
        },
        faqs: Array.from({ length: 10 }, () => ({ question: words(nth, 300), answer: words(nth, 1500) })),
        founders: Array.from({ length: 6 }, (_, at) => ({ name: `Ann ${at}`, bio: words(nth, 3000) })),
        story: { title: words(nth, 8000) },
      }),
    "draft, 13,000 socials": (nth) =>
      patchDraft({
        company_socials: Object.fromEntries(
          Array.from({ length: 13_000 }, (_, at) => [`s${at}`, `https://x.com/${nth}/${at}`]),
        ),
      }),
    "draft read": () => ({ path: `/api/v1/drafts/${draftId}`, headers: mine }),
    "owner's history page": () => ({
      path: `/account/listings/${listingId}/history`,
      headers: { cookie: `sid=${cookie}` },
    }),
    "account export": () => ({ path: "/account/data.json", headers: { cookie: `sid=${cookie}` } }),
    "quote of 20 items": () => ({
      method: "POST",
      path: "/api/v1/orders/quote",
      headers: mine,
      body: basket,
    }),
    "checkout of 20 items": () => ({
      method: "POST",
      path: "/api/v1/orders/checkout",
      headers: { ...mine, "idempotency-key": randomUUID() },
      body: basket,
    }),
    "wrong password": (nth) => formOf(base, "/sign-in", { email: `n${nth}@nowhere.test`, password: "wrong password" }),
  };
}
