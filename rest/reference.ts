import { Router } from "express";
import { readShipped } from "../shipped.ts";

const TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  html: "text/html; charset=utf-8",
};

// No inline script or style, and nothing from other hosts; the viewer draws its icons from data: addresses.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST reference</title>
<link rel="stylesheet" href="/docs/viewer.css">
<link rel="alternate" type="application/json" href="/api/v1/openapi.json">
<script src="/docs/viewer.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body>
<div id="reference"><p>The operations are described in <a href="/api/v1/openapi.json">openapi.json</a>, for this page as for any other tool.</p></div>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** The reference page at /docs: a bundled viewer of the OpenAPI document. */
export function createReference(): Router {
  const router = Router();
  const serve = (path: string, type: keyof typeof TYPES, body: Buffer | string) =>
    router.get(path, (_req, res) => {
      res.set({
        "Content-Type": TYPES[type],
        "Cache-Control": "public, max-age=3600",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
      });
      res.send(body);
    });
  serve("/docs", "html", page);
  serve("/docs/start.js", "js", start);
  serve("/docs/viewer.css", "css", readShipped("swagger-ui-dist/swagger-ui.css"));
  serve("/docs/viewer.js", "js", readShipped("swagger-ui-dist/swagger-ui-bundle.js"));
  return router;
}
