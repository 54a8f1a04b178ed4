import type { ServerResponse } from "node:http";
import { type Deps, RESOURCES } from "#actions/context.ts";
import { lazily } from "#core/runtime/lazily.ts";
import { type Identify, refuseCredentialIn } from "#http/credentials.ts";
import { factsOf } from "#http/facts.ts";
import { type Incoming, pathOf } from "#http/incoming.ts";
import type { Metrics } from "#http/metrics.ts";
import type { Answer, Send } from "#http/send.ts";
import { CARD_PATH, CARD_TYPE, serverCard } from "#resources/server-card.ts";
import type { AnyTool } from "#tools/define.ts";
import { bytesOf } from "#tools/document.ts";
import { createStates } from "./asking.ts";
import { recordCall } from "./call-tool.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Endpoint } from "./endpoint.ts";
import { createGuard } from "./guard.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createLists } from "./lists.ts";
import { allTools, publicTools, storeTools } from "./offers.ts";
import { readPosted } from "./posted.ts";
import { refuse, rpcError } from "./refusals.ts";
import { createSenderCheck, isPost } from "./sender.ts";
import { createServerFactory, exchangeOf } from "./server.ts";
import { createCarrier, formOf } from "./transport.ts";
import { typedTools } from "./typed.ts";

export type McpOptions = {
  identify: Identify;
  tools: readonly AnyTool[];
  openApiDocument: () => object;
  observe: Metrics["observe"];
  send: Send;
  stateKey: string;
};

const JSON_HEADERS = { "Content-Type": "application/json", Vary: "Origin, Accept-Encoding" };
const TRACED = { attributes: { "debut.interface": "mcp" } };
const endOf = (id: unknown): string => `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;

/** Answers a request, unless it is for none of the endpoints. */
export type Mcp = (req: Incoming, res: ServerResponse) => Promise<boolean>;

type Serve = (req: Incoming, res: ServerResponse) => Promise<void>;

/**
 * /mcp asks for sign-in if a tool needs it, /mcp/account always (some clients sign in only then),
 * /mcp/public never; /mcp/typed has full schemas; /mcp/directory is for stores, which accept no sale and no paid placement.
 */
export function createMcp(deps: Deps, options: McpOptions): Mcp {
  const { tools } = options;
  const listed = (catalogue: Catalogue) => ({ catalogue, lists: createLists(catalogue) });
  const everything = listed(allTools(tools));
  const endpoints: Endpoint[] = [
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
  // Its schemas take longer to make than everything else here, and few ask for them.
  const typed = lazily(async () => {
    const endpoint = { ...listed(typedTools(tools)), path: "/mcp/typed", scopes: RESOURCES["/mcp/typed"] } as const;
    return serveEndpoint(deps, options, { ...endpoint, signIn: "when_needed" });
  });
  return mount(
    deps,
    new Map([
      ...endpoints.map((endpoint) => [endpoint.path, serveEndpoint(deps, options, endpoint)] as const),
      ["/mcp/typed", typed],
    ]),
  );
}

export function mount({ settings }: Pick<Deps, "settings">, endpoints: ReadonlyMap<string, Serve>): Mcp {
  return async (req, res) => {
    const path = pathOf(req.url).toLowerCase();
    const serve = endpoints.get(path.replace(/\/$/, ""));
    if (serve) await serve(req, res);
    else if (path === CARD_PATH && (req.method === "GET" || req.method === "HEAD")) {
      factsOf(req).route = CARD_PATH;
      const shared = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600" };
      res.writeHead(200, { ...shared, "Content-Type": CARD_TYPE }).end(JSON.stringify(serverCard(settings)));
    } else return false;
    return true;
  };
}

export function serveEndpoint(
  deps: Deps,
  { identify, openApiDocument, observe, send, stateKey }: Omit<McpOptions, "tools">,
  endpoint: Endpoint,
  createFactory = createServerFactory,
): Serve {
  const states = createStates(stateKey, (ctx) => exchangeOf(ctx.http?.authInfo).caller);
  const carry = createCarrier();
  const keptAnswers = createKeptAnswers(deps, endpoint.catalogue);
  const checkSender = createSenderCheck(deps.settings);
  const guard = createGuard(deps, endpoint, identify);
  const createServer = createFactory({ deps, ...endpoint, openApiDocument, observe, states });

  async function serve(req: Incoming, res: ServerResponse): Promise<void> {
    if (!checkSender(req, res)) return;
    refuseCredentialIn(new URLSearchParams(req.originalUrl.split("?")[1]));
    if (!isPost(req, res)) return;
    const admitted = await guard(req, res);
    if (!admitted) return;
    const { body } = admitted;
    const posted = readPosted(req.headers, body);
    if ("refusal" in posted) {
      const { status, error } = posted.refusal;
      deps.log.debug({ err: error }, "mcp message refused");
      const id = "id" in body ? body.id : undefined;
      return rpcError(res, status, error.code, error.message, { id, data: error.data });
    }
    const { era, requests, classification, client } = posted;
    const [request] = requests;
    if (!request) return void res.writeHead(202).end();
    const exchange = { ...admitted.exchange, ...(client !== undefined && { client }) };
    const isBatch = Array.isArray(body);
    const form = formOf(req.headers.accept);
    const respond = (status: number, id: unknown, answer: Pick<Answer, "body" | "tag">) =>
      send(req, res, { status, headers: JSON_HEADERS, ending: bytesOf(endOf(id)), ...answer });

    // Members have a quota of reads, which the call itself counts.
    const mayBeKept = !isBatch && form !== "stream" && exchange.caller.kind === "anonymous";
    const kept = mayBeKept ? keptAnswers.find(request, era) : undefined;
    if (kept?.frame) {
      const { tool, document, frame } = kept;
      await recordCall(deps, { tool, facts: exchange.facts, era, client: exchange.client }, () =>
        observe("mcp", tool.listed.name, () => deps.trace(tool.listed.name, TRACED, async () => undefined)),
      );
      const tag = `mcp ${frame.id} ${document.etag}`;
      return respond(200, request.id, { tag, body: () => keptAnswers.write(frame, document) });
    }
    const authInfo = { token: "", clientId: "", scopes: [], extra: exchange };
    await carry(await createServer({ era, exchange, requests }), {
      requests,
      extra: { authInfo, ...(classification && { classification }) },
      res,
      form,
      isBatch,
      sendJson(status, message) {
        const { jsonrpc: _, id, ...outcome } = { id: undefined, ...message };
        const text = JSON.stringify(outcome).slice(0, -1);
        // The call itself has made its document.
        const made = mayBeKept ? keptAnswers.find(request, era) : undefined;
        if (made && !made.frame) keptAnswers.learn(text, made, era);
        void respond(status, id, { body: bytesOf(text) });
      },
    });
  }

  return async (req, res) => {
    factsOf(req).route = endpoint.path;
    try {
      await serve(req, res);
    } catch (error) {
      if (res.headersSent) res.destroy();
      else refuse(error, { deps, req, res, endpoint });
    }
  };
}
