import { readShipped } from "../../../core/runtime/shipped.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { RANKING_RULES } from "../../../domain/launches/ranking.ts";
import { keysOf } from "../../../domain/text/keys.ts";
import { once } from "../../../domain/text/once.ts";
import { prepare } from "../../../http/encode.ts";
import { t, type Words } from "../../../languages/words.ts";
import { tools } from "../../../tools/index.ts";
import { assetPath } from "../../kit/assets.ts";
import { script } from "../../kit/scripts.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";

export function botPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/bot", (_req, res) => {
    pages.render(res, {
      heading: "Our crawler",
      description: `What DebutBot of ${settings.SITE_NAME} reads on websites, and how to keep it out.`,
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">DebutBot reads a website when someone lists it on ${settings.SITE_NAME}, so that the
listing matches the website.</p>
<h2>How to recognize it</h2>
<p>It sends this user agent:</p>
<pre tabindex="0"><code>DebutBot/1.0 (+${BASE_URL}/bot)</code></pre>
<h2>What it does</h2>
<ul>
<li>It reads up to ten pages, such as the homepage, pricing, about and the first entries of the menu,
when a person or their assistant asks for it. It does not follow other links.</li>
<li>If the homepage links no pricing, contact, about, imprint or support page, it tries their usual addresses once.</li>
<li>It reads the website of a published listing again every 30 days, or every week if its owner asks,
to see whether the quoted facts are still there.</li>
<li>It looks for our badge on the homepages of free listings, as their owners were told: every few days,
more often while they wait for their launch. Where it finds the badge,
it reads up to eight style sheets of the website, to check that it is visible.</li>
<li>It reads one page after another, with a pause between them.</li>
<li>It keeps short quotes as evidence for facts. It shows no copies of pages.</li>
<li>It keeps no cookies, fills in no forms and never signs in. If a page redirects to set a cookie, it returns that
cookie for this page only.</li>
<li>Pages with <code>nosnippet</code> are read but not quoted.</li>
</ul>
<h2>How to keep it out</h2>
<p>It follows <code>robots.txt</code>. These two lines keep it off your website:</p>
<pre tabindex="0"><code>User-agent: DebutBot
Disallow: /</code></pre>
<p>If no rules name DebutBot, those for <code>User-agent: *</code> apply. It also respects <code>Crawl-delay</code>.
Changes take effect within a day.</p>`,
    });
  });
}

const TITLES: Record<keyof typeof RANKING_RULES, Words> = {
  votes: t`Votes`,
  trending: t`Trending`,
  weeks: t`Launch weeks`,
  awards: t`Awards`,
  boards: t`Leaderboards`,
};

export function rankingPages({ deps, pages, router }: Site): void {
  router.get("/how-ranking-works", (_req, res) => {
    pages.render(res, {
      heading: "How ranking works",
      description: "What counts as a vote, how launches are ranked, and how awards are given.",
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">Listings are ranked by people’s votes. These are all the rules.
The time zone of this site is ${deps.settings.SITE_TIMEZONE}.</p>
${keysOf(TITLES).map(
  (name) => html`<h2>${TITLES[name]}</h2><ul>${RANKING_RULES[name].map((rule) => html`<li>${rule}</li>`)}</ul>`,
)}`,
    });
  });
}

const ASSISTANTS = [
  ["claude", t`Claude`],
  ["claude-code", t`Claude Code`],
  ["chatgpt", "ChatGPT"],
  ["cursor", t`Cursor`],
  ["vs-code", t`VS Code`],
  ["inspector", t`MCP Inspector`],
] as const;

export function connectPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;
  const address = `${BASE_URL}/mcp`;
  const json = (id: string, value: unknown): Html => copyableBlock(id, JSON.stringify(value, null, 2));

  router.get("/connect", (_req, res) => {
    const slug =
      settings.SITE_NAME.toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "") || "directory";
    pages.render(res, {
      heading: "Connect your assistant",
      description: `The MCP address of ${settings.SITE_NAME} and the steps for Claude, ChatGPT, Cursor and others.`,
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">One address for every assistant that speaks MCP:</p>
${copyable("mcp-address", address)}
<p>Searching and reading need no account. When you ask for something that needs your account,
the assistant sends you here to <a href="/sign-up">sign up</a> or sign in, and you choose what it may do.
You can disconnect it at any time on your account page.</p>
<ul class="chips">${ASSISTANTS.map(([id, name]) => html`<li><a class="chip" href="${href(`#${id}`)}">${name}</a></li>`)}</ul>
<div class="stack">
<section><h2 id="claude">Claude</h2>
<ol><li>Open Settings, then Connectors.</li><li>Choose “Add custom connector”.</li>
<li>Enter a name and the address above, and choose Add.</li>
<li>Choose Connect to sign in, when you want to list products.</li></ol></section>
<section><h2 id="claude-code">Claude Code</h2>
${copyableBlock("claude-code-command", `claude mcp add --transport http ${slug} ${address}`)}
<p>Then <code>/mcp</code> inside Claude Code signs you in.</p></section>
<section><h2 id="chatgpt">ChatGPT</h2>
<ol><li>Open Settings, then Apps, then Advanced settings, and switch on Developer mode.</li>
<li>Choose Create, enter a name and the address above, and keep OAuth as the authentication.</li>
<li>Pick the app in a new chat.</li></ol></section>
<section><h2 id="cursor">Cursor</h2>
<p>Put this into <code>~/.cursor/mcp.json</code>, or into <code>.cursor/mcp.json</code> of a project:</p>
${json("cursor-settings", { mcpServers: { [slug]: { url: `${address}/account` } } })}
<p>Cursor signs in when it connects, so use this address, which asks right away.</p></section>
<section><h2 id="vs-code">VS Code</h2>
<p>Run “MCP: Add Server” and choose HTTP, or put this into <code>.vscode/mcp.json</code>:</p>
${json("vs-code-settings", { servers: { [slug]: { type: "http", url: address } } })}</section>
<section><h2 id="inspector">MCP Inspector</h2>
${copyableBlock("inspector-command", "npx @modelcontextprotocol/inspector")}
<p>Choose Streamable HTTP and enter the address.</p></section>
<section><h2>If it does not work</h2>
<ul>
<li>Your assistant never asks you to sign in? Use <code>${address}/account</code>, which asks right away.</li>
<li>It cannot sign in at all? <a href="/account/keys/new">Create an API key</a> and send it as <code>Authorization: Bearer</code>.</li>
<li>It shows an error code? <a href="/problems">Look it up</a>.</li>
</ul></section>
</div>`,
    });
  });
}

export function referencePages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/docs", (_req, res) => {
    pages.render(res, {
      heading: "API reference",
      description: `Every operation of the REST API of ${settings.SITE_NAME}, with its input and output.`,
      isPublic: true,
      head: html`<link rel="stylesheet" href="${assetPath("reference.css")}">
<script src="/docs/viewer.js" defer></script>
${script("reference.js")}
<link rel="alternate" type="application/json" href="/api/v1/openapi.json">`,
      body: html`<p class="lead">Everything an assistant can do on ${settings.SITE_NAME} is here for programs too, as
plain REST below this address:</p>
${copyable("api-address", `${BASE_URL}/api/v1`)}
<ul>
<li>Public operations need no credential. For the others, send an <a href="/account/keys/new">API key</a> as
<code>Authorization: Bearer</code>.</li>
<li>Every operation is also a tool of the MCP server: <a href="/connect">connect an assistant</a>.</li>
<li>For other tools there is the OpenAPI document: <a href="/api/v1/openapi.json">openapi.json</a>.
Errors are explained in the list of <a href="/problems">error codes</a>.</li>
</ul>
<h2>Operations</h2>
<p class="field" id="reference-key" hidden>
<label for="api-key">Your API key, to try operations that need an account</label><input id="api-key" type="password"
autocomplete="off" spellcheck="false"></p>
<div id="reference">
<ul>${tools.map(({ title, rest }) => html`<li><code>${rest}</code> ${title}</li>`)}</ul>
</div>
<noscript><p class="muted">With JavaScript, this page shows the input and output of each operation, and lets you try it.</p></noscript>`,
    });
  });

  // Large and rarely requested, so it is read on first use.
  const viewer = once(() => prepare(readShipped("swagger-ui-dist/swagger-ui-bundle.js")));
  router.get("/docs/viewer.js", (req, res) => {
    res.set({ "Cache-Control": "public, max-age=3600" });
    return viewer()(req, res.type("js"));
  });
}
