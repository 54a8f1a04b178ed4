import { readShipped } from "#core/runtime/shipped.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { DAY_RULE, RANKING_RULES } from "#domain/launches/ranking.ts";
import { keysOf } from "#domain/text/keys.ts";
import { once } from "#domain/text/once.ts";
import { prepare } from "#http/encode.ts";
import { t, type Words, wordsWith } from "#languages/words.ts";
import { tools } from "#tools/index.ts";
import { assetPath } from "../../kit/assets.ts";
import { script } from "../../kit/scripts.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";

export function botPages({ deps, pages, router }: Site): void {
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/bot", (_req, res) => {
    pages.render(res, {
      heading: t`Our crawler`,
      description: t`What DebutBot reads on websites, and how to block it.`,
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">When someone submits a website to ${settings.SITE_NAME}, DebutBot reads it, so that
the listing matches the website.</p>
<h2>How to recognize it</h2>
<p>It sends this user agent:</p>
<pre tabindex="0"><code>DebutBot/1.0 (+${BASE_URL}/bot)</code></pre>
<h2>What it does</h2>
<ul>
<li>When a person or their assistant submits a website, it reads up to ten pages, such as the homepage, pricing,
about and the first menu entries. It does not follow other links.</li>
<li>If the homepage has no link to a pricing, contact, about, imprint or support page, it tries the usual address once.</li>
<li>It reads the websites of live listings again every 30 days, or every week if the owner asks,
to check that the quoted facts are still there.</li>
<li>It checks the homepages of free listings for our badge every few days, and more often before they are public.
If it finds the badge, it reads up to eight style sheets to check that the badge is visible.</li>
<li>It reads one page at a time, with pauses in between.</li>
<li>It keeps short quotes as evidence for facts. It does not publish copies of pages.</li>
<li>It stores no cookies, submits no forms and never signs in. If a page sets a cookie and redirects, it returns that
cookie for this page only.</li>
<li>Pages with <code>nosnippet</code> are read but not quoted.</li>
</ul>
<h2>How to block it</h2>
<p>It follows <code>robots.txt</code>. These two lines block it:</p>
<pre tabindex="0"><code>User-agent: DebutBot
Disallow: /</code></pre>
<p>Without rules for DebutBot, those for <code>User-agent: *</code> apply. It also respects <code>Crawl-delay</code>.
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
      heading: t`How ranking works`,
      description: wordsWith(
        "awards",
        t`What counts as a vote, how launches are ranked, and how awards work.`,
        t`What counts as a vote, and how listings are ranked.`,
      ),
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">Listings are ranked by people’s votes. These are all the rules.
Times are in ${deps.settings.SITE_TIMEZONE}.</p>
${keysOf(TITLES).map((name) => {
  const part = html`<h2>${TITLES[name]}</h2><ul>${RANKING_RULES[name].map((rule) => html`<li>${rule}</li>`)}${name === "weeks" && partWith("weekly", "", html`<li>${DAY_RULE}</li>`)}</ul>`;
  return name === "weeks" || name === "awards" ? partWith("awards", part) : part;
})}`,
    });
  });
}

const ASSISTANTS = {
  claude: "Claude",
  "claude-code": "Claude Code",
  chatgpt: "ChatGPT",
  cursor: "Cursor",
  "vs-code": "VS Code",
  inspector: "MCP Inspector",
};
const titled = (id: keyof typeof ASSISTANTS): Html => html`<h2 id="${id}">${ASSISTANTS[id]}</h2>`;

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
      heading: t`Connect your assistant`,
      description: t`The MCP address of ${settings.SITE_NAME}, with steps for Claude, ChatGPT, Cursor and others.`,
      isPublic: true,
      width: "reading",
      body: html`<p class="lead">Use this address in any assistant that supports MCP:</p>
${copyable("mcp-address", address)}
<p>Searching and reading need no account. For everything else, the assistant asks you
to <a href="/sign-up">sign up</a> or sign in here, and you choose what it may do.
Disconnect it any time on your account page.</p>
<ul class="chips">${Object.entries(ASSISTANTS).map(
        ([id, name]) => html`<li><a class="chip" href="${href(`#${id}`)}">${name}</a></li>`,
      )}</ul>
<div class="stack">
<section>${titled("claude")}
<ol><li>Open Settings, then Connectors.</li><li>Choose “Add custom connector”.</li>
<li>Enter a name and the address above, and choose Add.</li>
<li>To submit products, choose Connect and sign in.</li></ol></section>
<section>${titled("claude-code")}
${copyableBlock("claude-code-command", `claude mcp add --transport http ${slug} ${address}`)}
<p>Then run <code>/mcp</code> in Claude Code to sign in.</p></section>
<section>${titled("chatgpt")}
<ol><li>Open Settings, then Apps, then Advanced settings, and turn on Developer mode.</li>
<li>Choose Create, enter a name and the address above, and keep OAuth for authentication.</li>
<li>Select the app in a new chat.</li></ol></section>
<section>${titled("cursor")}
<p>Add this to <code>~/.cursor/mcp.json</code>, or to <code>.cursor/mcp.json</code> in a project:</p>
${json("cursor-settings", { mcpServers: { [slug]: { url: `${address}/account` } } })}
<p>Cursor signs in when it connects, so this address asks right away.</p></section>
<section>${titled("vs-code")}
<p>Run “MCP: Add Server” and choose HTTP, or add this to <code>.vscode/mcp.json</code>:</p>
${json("vs-code-settings", { servers: { [slug]: { type: "http", url: address } } })}</section>
<section>${titled("inspector")}
${copyableBlock("inspector-command", "npx @modelcontextprotocol/inspector")}
<p>Choose Streamable HTTP and enter the address.</p></section>
<section><h2>Troubleshooting</h2>
<ul>
<li>Your assistant never asks you to sign in? Use <code>${address}/account</code>, which asks right away.</li>
<li>Your assistant cannot sign in? <a href="/account/keys/new">Create an API key</a> and send it as <code>Authorization: Bearer</code>.</li>
<li>Your assistant shows an error code? <a href="/problems">Look it up</a>.</li>
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
      heading: t`API reference`,
      description: t`Every operation of the REST API of ${settings.SITE_NAME}, with its input and output.`,
      isPublic: true,
      head: html`<link rel="stylesheet" href="${assetPath("reference.css")}">
<script src="/docs/viewer.js" defer></script>
${script("reference.js")}
<link rel="alternate" type="application/json" href="/api/v1/openapi.json">`,
      body: html`<p class="lead">Programs can do everything that assistants can do on ${settings.SITE_NAME},
through the REST API at this address:</p>
${copyable("api-address", `${BASE_URL}/api/v1`)}
<ul>
<li>Public operations need no credential. For all others, send an <a href="/account/keys/new">API key</a> as
<code>Authorization: Bearer</code>.</li>
<li>Every operation is also an MCP tool: <a href="/connect">connect your assistant</a>.</li>
<li>The OpenAPI document is <a href="/api/v1/openapi.json">openapi.json</a>.
See also the <a href="/problems">error codes</a>.</li>
</ul>
<h2>Operations</h2>
<p class="field" id="reference-key" hidden>
<label for="api-key">Your API key, for operations that need an account</label><input id="api-key" type="password"
autocomplete="off" spellcheck="false"></p>
<div id="reference">
<ul lang="en" dir="ltr">${tools.map(({ title, rest }) => html`<li><code>${rest}</code> ${title}</li>`)}</ul>
</div>
<noscript><p class="muted">Turn on JavaScript to see the input and output of each operation and to try it.</p></noscript>`,
    });
  });

  // Large and rarely requested, so it is read on first use.
  const viewer = once(() => prepare(readShipped("swagger-ui-dist/swagger-ui-bundle.js")));
  router.get("/docs/viewer.js", (req, res) => {
    res.set({ "Cache-Control": "public, max-age=3600" });
    return viewer()(req, res.type("js"));
  });
}
