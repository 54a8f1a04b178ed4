import { Router } from "express";
import { readShipped } from "../../../core/runtime/shipped.ts";
import { html } from "../../../core/text/html.ts";
import { once } from "../../../domain/text/once.ts";
import { prepare } from "../../../http/encode.ts";
import { tools } from "../../../tools/index.ts";
import { assetPath } from "../../kit/assets.ts";
import { copyable } from "../../kit/show.ts";
import type { Site } from "../../kit/site.ts";

/** The REST reference: a list of operations, which a bundled OpenAPI viewer replaces if scripts run. */
export function referencePages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;
  const { BASE_URL } = settings;

  router.get("/docs", (_req, res) => {
    pages.render(res, {
      title: "API reference",
      description: `Every operation of the REST API of ${settings.SITE_NAME}, with its input and output.`,
      isPublic: true,
      head: html`<link rel="stylesheet" href="${assetPath("reference.css")}">
<script src="/docs/viewer.js" defer></script>
<script src="${assetPath("reference.js")}" type="module"></script>
<link rel="alternate" type="application/json" href="/api/v1/openapi.json">`,
      body: html`<h1>API reference</h1>
<p class="lead">Everything an assistant can do on ${settings.SITE_NAME} is here for programs too, as plain REST below this address:</p>
${copyable("api-address", `${BASE_URL}/api/v1`)}
<ul>
<li>Public operations need no credential. For the others, send an <a href="/account/keys/new">API key</a> as <code>Authorization: Bearer</code>.</li>
<li>Every operation is also a tool of the MCP server: <a href="/connect">connect an assistant</a>.</li>
<li>For other tools there is the OpenAPI document: <a href="/api/v1/openapi.json">openapi.json</a>.
Errors are explained in the list of <a href="/problems">error codes</a>.</li>
</ul>
<h2>Operations</h2>
<p class="field" id="reference-key" hidden><label for="api-key">Your API key, to try operations that need an account</label><input id="api-key" type="password" autocomplete="off" spellcheck="false"></p>
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
  return router;
}
