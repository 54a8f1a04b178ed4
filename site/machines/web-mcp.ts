import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { refusalOf } from "#http/refusal.ts";
import { browserTools } from "#mcp/offers.ts";
import { viewError } from "#mcp/refusals.ts";
import { viewAnswer } from "#mcp/view.ts";
import { tools } from "#tools/index.ts";
import { reader } from "../kit/site.ts";
import { queryOf } from "../kit/table.ts";
import { sendDocument } from "./document.ts";

/** Read tools for the browser's assistant (WebMCP), called with the session of the person. */
export function webMcpRoutes(deps: Deps): Router {
  const catalogue = browserTools(tools);
  const definitions = once(() =>
    JSON.stringify(
      catalogue.listed.map(({ name, title, description, inputSchema, annotations: { readOnlyHint } }) => {
        const { access, isOwnText } = given(catalogue.find(name));
        const annotations = { readOnlyHint, untrustedContentHint: !isOwnText };
        return { name, title, description, inputSchema, annotations, access };
      }),
    ),
  );
  const router = Router();

  router.get("/webmcp/tools.json", (req, res) =>
    sendDocument(req, res, { type: "application/json; charset=utf-8", body: definitions() }),
  );

  // Other websites can neither read the answer nor change anything by asking.
  router.get("/webmcp/call/:name", async (req, res, next) => {
    const tool = catalogue.find(req.params.name);
    if (!tool) return next();
    res.set("Cache-Control", "private, no-store");
    try {
      const call = { deps, caller: reader(req, res), interface: "site" } as const;
      const { content } = viewAnswer(await tool.run(queryOf(req, "input"), call), tool);
      res.json({ content });
    } catch (thrown) {
      const { error, problem, headers } = refusalOf(thrown, req, deps);
      res.status(error.status < 500 ? 200 : error.status).set(headers);
      res.json(viewError(error, problem, { path: "/mcp" }));
    }
  });

  return router;
}
