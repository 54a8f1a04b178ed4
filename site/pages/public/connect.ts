import { Router } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";

const ASSISTANTS = [
  ["claude", "Claude"],
  ["claude-code", "Claude Code"],
  ["chatgpt", "ChatGPT"],
  ["cursor", "Cursor"],
  ["vs-code", "VS Code"],
  ["inspector", "MCP Inspector"],
] as const;

/** The MCP address, and the steps for each well-known assistant. */
export function connectPages({ deps, pages }: Site): Router {
  const router = Router();
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
      title: "Connect your assistant",
      description: `The MCP address of ${settings.SITE_NAME} and the steps for Claude, ChatGPT, Cursor and others.`,
      isPublic: true,
      width: "reading",
      body: html`<h1>Connect your assistant</h1>
<p class="lead">One address for every assistant that speaks MCP:</p>
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

  return router;
}
