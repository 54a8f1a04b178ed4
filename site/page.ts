import type { SiteSession } from "../auth/sessions.ts";
import { assetPath } from "./assets.ts";
import { type Html, href, html, type Part } from "./html.ts";
import { noticeOf } from "./notices.ts";

export type Width = "narrow" | "reading" | "wide";

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
  /** The address that search engines should know, or false to stay out of them. */
  canonical: string | false;
};

export function layout({ siteName, title, description, body, width, session, path, notice, canonical }: Layout): Html {
  const fullTitle = title === siteName ? title : `${title} · ${siteName}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
${description && html`<meta name="description" content="${description}">`}
<meta name="color-scheme" content="light dark">
${canonical ? html`<link rel="canonical" href="${href(canonical)}">` : html`<meta name="robots" content="noindex">`}
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
<a href="/connect">Connect an assistant</a>
<a href="/docs">API reference</a>
<a href="/problems">Error codes</a>
<a href="/bot">Our crawler</a>
</div></footer>
</body>
</html>
`;
}

function navigation(session: SiteSession | undefined, path: string): Html {
  const entry = (to: "/connect" | "/account" | "/admin/outbox" | "/sign-in" | "/sign-up", label: string) =>
    html`<a href="${href(to)}"${path === to && html` aria-current="page"`}>${label}</a>`;
  const account = session?.account;
  return html`<nav class="site-nav" aria-label="Main">
${entry("/connect", "Connect")}
${
  account
    ? html`${account.isAdmin && entry("/admin/outbox", "Outbox")} ${entry("/account", "Account")}
<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="${session.csrf}"><button class="link-button">Sign out</button></form>`
    : html`${entry("/sign-in", "Sign in")} ${entry("/sign-up", "Sign up")}`
}
</nav>`;
}
