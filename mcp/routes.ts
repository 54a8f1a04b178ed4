import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Deps, RESOURCES } from "../actions/context.ts";
import { lazily } from "../core/runtime/lazily.ts";
import { type Identify, refuseCredentialIn } from "../http/credentials.ts";
import type { Metrics } from "../http/metrics.ts";
import { CARD_PATH, CARD_TYPE, serverCard } from "../resources/server-card.ts";
import type { AnyTool } from "../tools/define.ts";
import { createStates } from "./asking.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Endpoint } from "./endpoint.ts";
import { createEnvelopes } from "./envelopes.ts";
import { createFastPath, type FastPath } from "./fast-path.ts";
import { createGuard, guardHandler } from "./guard.ts";
import { createLists, type Lists } from "./lists.ts";
import { allTools, publicTools, storeTools } from "./offers.ts";
import { asOneMessage, formOf } from "./one-event.ts";
import { createFillings, fill } from "./prepared.ts";
import { answerError } from "./refusals.ts";
import { checkSender, createSenderJudge, postOnly } from "./sender.ts";
import { createServerFactory, exchangeOf } from "./server.ts";
import { typedTools } from "./typed.ts";

/** The protocol allows streams for changes, but they never receive any, so few may stay open. */
const MAX_SUBSCRIPTIONS = 64;

export type McpOptions = {
  identify: Identify;
  tools: readonly AnyTool[];
  openApiDocument: () => object;
  observe: Metrics["observe"];
  countCall: Metrics["countCall"];
  /** Signs what clients carry between a question and its answer. */
  stateKey: string;
};

/** The router of all messages, and what answers most calls before Express. */
export type Mcp = { router: Router; answerFast: FastPath };

/** One endpoint, and what it lists. */
export type Offer = Omit<Endpoint, "fillingOf"> & { lists: Lists };

/**
 * /mcp asks for sign-in if a tool needs it, /mcp/account always (some clients sign in only then),
 * /mcp/public never; /mcp/typed has full schemas; /mcp/directory is for stores, which accept no sale and no paid placement.
 */
export function createMcp(deps: Deps, options: McpOptions): Mcp {
  const { tools } = options;
  const listed = (catalogue: Catalogue) => ({ catalogue, lists: createLists(catalogue) });
  const everything = listed(allTools(tools));
  const offers: Offer[] = [
    { path: "/mcp", scopes: RESOURCES["/mcp"], ...everything, signIn: "when_needed" },
    { path: "/mcp/account", scopes: RESOURCES["/mcp/account"], ...everything, signIn: "always" },
    {
      path: "/mcp/directory",
      scopes: RESOURCES["/mcp/directory"],
      ...listed(storeTools(tools)),
      signIn: "when_needed",
    },
    { path: "/mcp/public", scopes: [], ...listed(publicTools(tools)), signIn: "never" },
  ];
  const mcp = mountOffers(deps, options, offers, createServerFactory);
  // Its schemas take longer to make than everything else here, and few ask for them.
  const typed = lazily(async () => {
    const offer = { ...listed(typedTools(tools)), path: "/mcp/typed", scopes: RESOURCES["/mcp/typed"] } as const;
    return mountOffers(deps, options, [{ ...offer, signIn: "when_needed" }], createServerFactory).router;
  });
  mcp.router.all("/mcp/typed", (req, res, next) => typed(req, res, next));
  return mcp;
}

/** Everything between HTTP and the servers that the factory creates, one for each request. */
export function mountOffers(
  deps: Deps,
  { identify, openApiDocument, observe, countCall, stateKey }: Omit<McpOptions, "tools">,
  offers: readonly Offer[],
  createFactory: typeof createServerFactory,
): Mcp {
  const judgeSender = createSenderJudge(deps.settings);
  const envelopes = createEnvelopes();
  const states = createStates(stateKey, (ctx) => exchangeOf(ctx.http?.authInfo).caller);
  const router = Router();
  const fastPaths = new Map<string, FastPath>();
  router.get(CARD_PATH, (_req, res) => {
    res.set({ "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600", "Content-Type": CARD_TYPE });
    res.end(JSON.stringify(serverCard(deps.settings)));
  });
  for (const offer of offers) {
    const endpoint: Endpoint = { ...offer, fillingOf: createFillings(offer.lists, openApiDocument) };
    const guard = createGuard(deps, endpoint, identify);
    const report = (error: Error) => deps.log.debug({ err: error }, "mcp message refused");
    const handler = createMcpHandler(createFactory({ deps, ...offer, openApiDocument, observe, envelopes, states }), {
      onerror: report,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    });
    const serve = toNodeHandler(
      {
        fetch: async (request, options) => {
          const wanted = formOf(request.headers.get("accept"));
          // Whatever a client accepts, it is sent what can be sent.
          request.headers.set("accept", "application/json, text/event-stream");
          const response = await asOneMessage(await handler.fetch(request, options), options?.parsedBody, wanted);
          const { filling } = exchangeOf(options?.authInfo);
          return filling && response.ok ? fill(response, filling) : response;
        },
      },
      { onerror: report },
    );
    fastPaths.set(endpoint.path, createFastPath({ deps, endpoint, observe, countCall, judgeSender, guard, envelopes }));
    router.all(
      endpoint.path,
      checkSender(deps.settings),
      refuseCredentials,
      postOnly,
      guardHandler(guard),
      (req: Request, res: Response) => serve(req, res, req.body),
      answerError(deps, endpoint),
    );
  }
  return { router, answerFast: (req, res) => fastPaths.get(req.url)?.(req, res) ?? false };
}

const refuseCredentials: RequestHandler = ({ originalUrl }, _res, next) => {
  refuseCredentialIn(new URLSearchParams(originalUrl.split("?")[1]));
  next();
};
