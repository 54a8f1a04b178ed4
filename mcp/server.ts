import {
  type AuthInfo,
  type CallToolRequest,
  type CallToolResult,
  type CompleteResult,
  type GetPromptResult,
  type Implementation,
  type InputRequiredResult,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type ServerOptions,
} from "@modelcontextprotocol/server";
import { type Caller, type Deps, MCP_VERSIONS } from "#actions/context.ts";
import type { Patience } from "#actions/job-ends.ts";
import { AppError, asAppError, problemOf } from "#core/errors/errors.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { onceFor } from "#domain/text/once.ts";
import type { RequestFacts } from "#http/facts.ts";
import type { Metrics } from "#http/metrics.ts";
import { APP_TYPE, APPS_CAPABILITY, readApp } from "#resources/apps.ts";
import { MIME_TYPE, type Readable, type ResourceContext, uriTemplateOf } from "#resources/define.ts";
import { fixedResources, resourceTemplates } from "#resources/index.ts";
import { prompts } from "#resources/prompts.ts";
import { serverInfo } from "#resources/server-card.ts";
import { readSkill, SKILL_TYPE, skillResources } from "#resources/skills.ts";
import { askFirst, askToVisit, outcomeOf, type States, type Step } from "./asking.ts";
import type { InTurn } from "./batch.ts";
import { callTool, type Era, recordCall, type ToolCall } from "./call-tool.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { hasTasks } from "./client-capabilities.ts";
import type { Endpoint } from "./endpoint.ts";
import { EVENTS_CAPABILITY, serveEvents, toolOfEvents } from "./events.ts";
import { runHeld } from "./held-call.ts";
import { instructions } from "./instructions.ts";
import { type Lists, promptsFor } from "./lists.ts";
import { checkParams } from "./params.ts";
import { EARLIER, MODERN } from "./posted.ts";
import { viewError } from "./refusals.ts";
import { SKILLS_CAPABILITY, serveSkills } from "./skills.ts";
import { serveSubscriptions } from "./subscriptions.ts";
import { serveTasks, TASKS_CAPABILITY, viewNewTask } from "./tasks.ts";
import { jsonForModels } from "./text-for-models.ts";
import { UNTRUSTED, viewAnswer } from "./view.ts";

/** The SDK's server, which refuses malformed parameters in words and names every version. */
class WordedServer extends Server {
  constructor(info: Implementation, options: ServerOptions, era: Era) {
    super(info, options);
    if (era === "modern") this._negotiatedProtocolVersion = MODERN;
  }

  protected override _wrapHandler(...[method, handler]: Parameters<Server["_wrapHandler"]>) {
    const wrapped = super._wrapHandler(method, handler);
    return async (...[request, ctx]: Parameters<typeof wrapped>) => {
      checkParams(method, request.params);
      const result = await wrapped(request, ctx);
      return method === "server/discover" ? { ...result, supportedVersions: [...MCP_VERSIONS] } : result;
    };
  }
}

export type Exchange = {
  caller: Caller;
  facts: RequestFacts;
  client: string | undefined;
  inTurn?: InTurn;
  patience?: () => AbortSignal;
};

export type Serving = {
  deps: Deps;
  path: Endpoint["path"];
  catalogue: Catalogue;
  lists: Lists;
  openApiDocument: () => object;
  observe: Metrics["observe"];
  states: States;
};

export type Asked = { era: Era; exchange: Exchange; requests: readonly JSONRPCRequest[] };
export type ServerFactory = (asked: Asked) => Server | Promise<Server>;

export const exchangeOf = (auth: AuthInfo | undefined): Exchange => given(auth).extra as Exchange;

const MAX_COMPLETIONS = 100;

const hasSkills = ({ catalogue }: Pick<Serving, "catalogue">): boolean => catalogue.find("submit_draft") !== undefined;

const hasTaskTools = ({ catalogue }: Pick<Serving, "catalogue">): boolean => catalogue.find("get_draft") !== undefined;

const hasEvents = ({ deps, catalogue }: Pick<Serving, "deps" | "catalogue">): boolean =>
  deps.settings.MCP_EVENTS && toolOfEvents(catalogue) !== undefined;

const publicFor = (seconds: number) => ({ ttlMs: seconds * 1000, cacheScope: "public" as const });

function optionsOf({ deps, ...endpoint }: Serving, era: Era): ServerOptions {
  return {
    // Lists never change while the program runs, so nothing is announced and caches may share them.
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
      extensions: {
        ...APPS_CAPABILITY,
        ...(hasSkills(endpoint) && SKILLS_CAPABILITY),
        ...(hasTaskTools(endpoint) && TASKS_CAPABILITY),
        ...(hasEvents({ deps, ...endpoint }) && EVENTS_CAPABILITY),
      },
    },
    instructions: instructions({ deps, ...endpoint }),
    requestState: { verify: endpoint.states.verify },
    supportedProtocolVersions: era === "modern" ? [MODERN] : [...EARLIER],
    cacheHints: {
      "server/discover": publicFor(3600),
      "tools/list": publicFor(300),
      "prompts/list": publicFor(300),
      "resources/list": publicFor(300),
      "resources/templates/list": publicFor(300),
      "resources/read": publicFor(60),
    },
  };
}

export function createServerFactory(serving: Serving): ServerFactory {
  const { deps, path, catalogue, lists, openApiDocument, observe, states } = serving;
  const introduction = onceFor(
    () => `${deps.settings.SITE_NAME}\n${lackedBy(deps.store.siteLook().shape)}`,
    () => ({
      info: serverInfo(deps.settings),
      options: { modern: optionsOf(serving, "modern"), legacy: optionsOf(serving, "legacy") },
    }),
  );
  return ({ era, exchange }) => {
    const { info, options } = introduction();
    const { shape } = deps.store.siteLook();
    const server = new WordedServer(info, options[era], era);
    const { caller, facts, client, patience, inTurn = (run) => run() } = exchange;
    const contextOf = (of: Caller): ResourceContext => ({
      call: { deps, caller: of, interface: "mcp" },
      openApiDocument,
    });
    // Caches may share most resources, so they are read anonymously.
    const context = contextOf({ kind: "anonymous", address: caller.address });
    const own = contextOf(caller);

    const run = (tool: CatalogueTool, args: unknown, more: Partial<ToolCall> = {}) =>
      callTool({ deps, observe }, { tool, args, caller, facts, era, client, ...more });

    const call = async (
      { name, arguments: args, _meta: meta }: CallToolRequest["params"],
      ctx: ServerContext,
    ): Promise<CallToolResult | InputRequiredResult> => {
      const { mcpReq } = ctx;
      const tool = catalogue.find(name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool. tools/list names every tool.");
      const asking = { deps, catalogue, call: { deps, caller, interface: "mcp" as const }, states, ctx };
      const isTask = era === "modern" && hasTasks(ctx);
      try {
        const ask = async (): Promise<Step> => (era === "modern" ? askFirst(tool, args, asking) : {});
        const step = await recordCall(deps, { tool, facts, era, client }, ask, outcomeOf);
        if ("ask" in step) return step.ask;
        if ("answer" in step) return viewAnswer(step.answer, tool);
        const runOnce = (patience?: Patience) => run(tool, args, { meta, patience, ...step });
        const answer = await runHeld(tool, runOnce, { deps, catalogue, caller, patience, mcpReq, isTask });
        const visit = era === "modern" && (await askToVisit(tool, args, answer, asking));
        return visit || (isTask && viewNewTask(tool, answer)) || viewAnswer(answer, tool);
      } catch (thrown) {
        const error = asAppError(thrown);
        return viewError(error, problemOf(error, { baseUrl: deps.settings.BASE_URL, requestId: facts.id }), { path });
      }
    };

    const answer = <R extends object>(run: () => Promise<R>): Promise<R> =>
      inTurn(run).catch((thrown: unknown) => {
        throw thrown instanceof AppError ? protocolError(thrown, context) : thrown;
      });
    server.setRequestHandler("tools/list", () => answer(async () => lists.tools));
    server.setRequestHandler("tools/call", ({ params }, ctx) => answer(() => call(params, ctx)));
    server.setRequestHandler("resources/list", () =>
      answer(async () => ({
        resources: [...lists.resources.resources, ...(hasSkills(serving) ? await skillResources(shape) : [])],
      })),
    );
    server.setRequestHandler("resources/templates/list", () => answer(async () => lists.templates));
    server.setRequestHandler("resources/read", ({ params }) =>
      answer(() => readResource(params.uri, { context, own, catalogue })),
    );
    server.setRequestHandler("prompts/list", () => answer(async () => lists.prompts));
    server.setRequestHandler("prompts/get", ({ params }) =>
      answer(() => composePrompt(params.name, params.arguments ?? {}, context, catalogue)),
    );
    server.setRequestHandler("completion/complete", ({ params }) =>
      answer(() => complete(params.ref, params.argument, { context, own })),
    );
    if (hasSkills(serving)) serveSkills(server, shape, publicFor(3600));
    if (era === "modern") serveSubscriptions(server);
    // 2025-11-25 has other methods of these names.
    if (era === "modern" && hasTaskTools(serving))
      serveTasks(server, catalogue, (tool, input) =>
        run(tool, input).catch((thrown: unknown) => {
          throw protocolError(asAppError(thrown), context);
        }),
      );
    if (era === "modern" && hasEvents(serving)) serveEvents(server, { deps, catalogue, caller, hint: publicFor(3600) });
    return server;
  };
}

/** How resources are read: by anybody, or by the caller. */
type Readers = { context: ResourceContext; own: ResourceContext };

async function readResource(
  uri: string,
  { context, own, catalogue }: Readers & { catalogue: Catalogue },
): Promise<ReadResourceResult> {
  // Only apps of tools that are offered here.
  const app =
    catalogue.listed.some(({ _meta }) => _meta.ui?.resourceUri === uri) && readApp(uri, context.call.deps.languages);
  if (app) {
    const _meta = { ui: { csp: {}, prefersBorder: true } };
    return { contents: [{ uri, mimeType: APP_TYPE, text: app, _meta }], ...publicFor(3600) };
  }
  const skill = readSkill(uri, context.call.deps.store.siteLook().shape);
  if (skill !== undefined) return { contents: [{ uri, mimeType: SKILL_TYPE, text: skill }] };
  const fixed = fixedResources.find((resource) => resource.uri === uri);
  const [, scheme, slug = ""] = /^([a-z-]+):\/\/([^/]+)$/.exec(uri) ?? [];
  const template = resourceTemplates.find((each) => each.scheme === scheme);
  const read = fixed?.read ?? (template && ((given) => template.read(slug, given)));
  const of = fixed ?? template;
  if (!read || !of) throw new ResourceNotFoundError(uri);
  const isPrivate = !fixed && template?.isPrivate;
  const content = await read(isPrivate ? own : context).catch((thrown: unknown) => {
    const error = asAppError(thrown);
    // An invalid slug is also not found.
    throw error.status === 404 || error.status === 400 ? new ResourceNotFoundError(uri) : protocolError(error, context);
  });
  return {
    contents: [contentOf(uri, content, of)],
    ...(isPrivate && { ttlMs: 0, cacheScope: "private" as const }),
  };
}

const textOf = (output: object, { isOwnText }: Readable): string =>
  isOwnText ? JSON.stringify(output) : jsonForModels(JSON.stringify(output));

const contentOf = (uri: string, content: object, of: Readable) => ({
  uri,
  mimeType: MIME_TYPE,
  text: textOf(content, of),
  ...(!of.isOwnText && { _meta: UNTRUSTED }),
});

async function composePrompt(
  name: string,
  args: Record<string, string>,
  context: ResourceContext,
  catalogue: Catalogue,
): Promise<GetPromptResult> {
  const prompt = promptsFor(catalogue).find((each) => each.name === name);
  if (!prompt)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown prompt. prompts/list names every prompt.");
  const missing = prompt.arguments.filter((argument) => !args[argument.name]).map((argument) => argument.name);
  if (missing.length > 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Missing: ${missing.join(", ")}.`);
  const { text, attached = [] } = await prompt.compose(args, context).catch((thrown: unknown) => {
    throw protocolError(asAppError(thrown), context);
  });
  return {
    description: prompt.description,
    messages: [
      { role: "user", content: { type: "text", text } },
      ...attached.map(({ uri, content, of }) => ({
        role: "user" as const,
        content: { type: "resource" as const, resource: contentOf(uri, content, of) },
      })),
    ],
  };
}

type Reference = { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };

async function complete(
  ref: Reference,
  { name, value }: { name: string; value: string },
  { context, own }: Readers,
): Promise<CompleteResult> {
  const template = resourceTemplates.find((each) => ref.type === "ref/resource" && uriTemplateOf(each) === ref.uri);
  const find =
    ref.type === "ref/prompt"
      ? prompts.find((prompt) => prompt.name === ref.name)?.arguments.find((argument) => argument.name === name)
          ?.complete
      : template && uriTemplateOf(template).includes(`{${name}}`)
        ? template.complete
        : undefined;
  const all = find
    ? await find(value, template?.isPrivate ? own : context).catch((thrown: unknown) => {
        throw protocolError(asAppError(thrown), context);
      })
    : [];
  return { completion: { values: all.slice(0, MAX_COMPLETIONS), hasMore: all.length > MAX_COMPLETIONS } };
}

function protocolError(error: AppError, { call: { deps } }: ResourceContext): ProtocolError {
  if (error.status >= 500) deps.log.error({ err: error.cause ?? error }, "mcp request");
  return new ProtocolError(
    error.status === 400 || error.status === 404
      ? ProtocolErrorCode.InvalidParams
      : error.status >= 500
        ? ProtocolErrorCode.InternalError
        : error.status,
    `${error.code}: ${error.message}`,
    error.retryAfter === undefined ? undefined : { retry_after: error.retryAfter },
  );
}
