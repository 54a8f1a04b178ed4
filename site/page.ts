import type { SiteSession } from "../auth/sessions.ts";
import { assetPath } from "./assets.ts";
import { type Html, href, html, type Part } from "./html.ts";
import { type JsonLd, jsonLdBlock } from "./json-ld.ts";
import { noticeOf } from "./notices.ts";
import { PREVIEW_SIZE } from "./preview.ts";

export type Width = "narrow" | "reading" | "wide";

/** What programs get from a public page beside its text. */
export type Machine = {
  siteName: string;
  /** Whole addresses. */
  canonical: string;
  markdown: string;
  image: string;
  kind: "website" | "article" | "profile";
  feeds: readonly { title: string; url: string }[];
  things: readonly JsonLd[];
};

export type Layout = {
  siteName: string;
  title: string;
  description: string | undefined;
  body: Part;
  width: Width;
  session: SiteSession | undefined;
  /** Path of the page, to mark its place in the navigation. */
  path: string;
  /** Code of a message from the page before; unknown codes say nothing. */
  notice: unknown;
  /** Browsers without scripts load the page again after so many seconds; with scripts it asks by itself. */
  refreshSeconds: number | undefined;
  /** False keeps the page out of search engines. */
  machine: Machine | false;
};

export function layout({
  siteName,
  title,
  description,
  body,
  width,
  session,
  path,
  notice,
  refreshSeconds,
  machine,
}: Layout): Html {
  const fullTitle = title === siteName ? title : `${title} · ${siteName}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
${description && html`<meta name="description" content="${description}">`}
<meta name="color-scheme" content="light dark">
${machine ? machineHead(machine, title, description) : html`<meta name="robots" content="noindex">`}
${refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
<link rel="icon" href="${assetPath("logo.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath("style.css")}">
<script src="${assetPath("script.js")}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-head"><div class="wrap">
<a class="brand" href="/"><img src="${assetPath("logo.svg")}" alt="" width="32" height="32">${siteName}</a>
${navigation(session, path)}
</div></header>
<main id="main" class="wrap ${width}" tabindex="-1">
${noticeOf(notice)}
${body}
</main>
<footer class="site-foot"><div class="wrap">
<p>${siteName}, a product directory for people and their assistants</p>
<a href="/categories">Categories</a>
<a href="/updates">Latest updates</a>
<a href="/founders">Founders</a>
<a href="/blog">Blog</a>
<a href="/how-ranking-works">How ranking works</a>
<a href="/connect">Connect an assistant</a>
<a href="/docs">API reference</a>
<a href="/problems">Error codes</a>
<a href="/bot">Our crawler</a>
</div></footer>
</body>
</html>
`;
}

/** Addresses for search engines, the Markdown twin, feeds, and how a link to the page looks elsewhere. */
const machineHead = (machine: Machine, title: string, description: string | undefined): Html =>
  html`<link rel="canonical" href="${href(machine.canonical)}">
<link rel="alternate" type="text/markdown" href="${href(machine.markdown)}">
${machine.feeds.map((feed) => html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${href(feed.url)}">\n`)}<meta property="og:site_name" content="${machine.siteName}">
<meta property="og:type" content="${machine.kind}">
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${machine.canonical}">
<meta property="og:image" content="${machine.image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PREVIEW_SIZE.width}">
<meta property="og:image:height" content="${PREVIEW_SIZE.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
${jsonLdBlock(machine.things)}`;

function navigation(session: SiteSession | undefined, path: string): Html {
  const entry = (
    to:
      | "/submit"
      | "/account/listings"
      | "/connect"
      | "/account"
      | "/admin/listings"
      | "/admin/outbox"
      | "/admin/reviews"
      | "/sign-in"
      | "/sign-up",
    label: string,
  ) => html`<a href="${href(to)}"${path === to && html` aria-current="page"`}>${label}</a>`;
  const account = session?.account;
  return html`<nav class="site-nav" aria-label="Main">
${entry("/submit", "List a product")}
${entry("/connect", "Connect")}
${
  account
    ? html`${account.isAdmin && html`${entry("/admin/listings", "Listings")} ${entry("/admin/reviews", "Reviews")} ${entry("/admin/outbox", "Outbox")}`} ${entry("/account/listings", "My listings")} ${entry("/account", "Account")}
<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${session.csrf}"><button class="link-button">Sign out</button></form>`
    : html`${entry("/sign-in", "Sign in")} ${entry("/sign-up", "Sign up")}`
}
</nav>`;
}
