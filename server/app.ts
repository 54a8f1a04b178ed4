import type { RequestListener } from "node:http";
import type { Server } from "node:net";
import express, { type Router } from "express";
import type { Deps } from "#actions/context.ts";
import { keptSecret } from "#actions/kept-secret.ts";
import { applyPayment } from "#actions/orders/apply-payment.ts";
import { createAuth } from "#auth/routes.ts";
import { createSessions } from "#auth/sessions.ts";
import { lazily } from "#core/runtime/lazily.ts";
import { VERSION } from "#core/runtime/version.ts";
import type { Settings } from "#core/settings/config.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { once, onceEach, onceFor } from "#domain/text/once.ts";
import { commonHeaders } from "#http/common-headers.ts";
import { encodeAnswers } from "#http/encode.ts";
import { factsOf } from "#http/facts.ts";
import { watchProxies } from "#http/forwarding.ts";
import { createHttpServer, limitBodies, limitConnections, SERVER_TIMES, type ServerTimes } from "#http/http-server.ts";
import { proxiesOf, receive, through } from "#http/incoming.ts";
import { createMetrics } from "#http/metrics.ts";
import { nameRoutes, observeRequests } from "#http/observe.ts";
import { oneHost } from "#http/one-host.ts";
import { createSend } from "#http/send.ts";
import { takeTurns } from "#http/turns.ts";
import { aliases } from "#http/usual-addresses.ts";
import { markVisitors } from "#http/visitors.ts";
import { jobKinds } from "#jobs/kinds.ts";
import { createJobRunner, type JobRunner } from "#jobs/runner.ts";
import type { createMcp } from "#mcp/routes.ts";
import { webhookRoutes } from "#payments/webhook.ts";
import { createOperations } from "#rest/operations.ts";
import { chooseLanguage } from "#site/kit/language.ts";
import { createPages } from "#site/kit/respond.ts";
import type { Site } from "#site/kit/site.ts";
import { createLive } from "#site/machines/live/live.ts";
import { errorPages } from "#site/pages/public/error.ts";
import { createSite } from "#site/routes.ts";
import { databaseFault } from "#store/database-fault.ts";
import { detached } from "#store/in-change.ts";
import { databaseTroubleOf } from "#store/unavailable.ts";
import type { AnyTool } from "#tools/define.ts";
import { toolsOf } from "#tools/index.ts";
import { buildDeps } from "./deps.ts";
import { installationGauges } from "./installation-gauges.ts";
import { createListening, type Listener } from "./listening.ts";

export type Parts = {
  tools?: readonly AnyTool[];
  createMcp?: typeof createMcp;
  isStarted?: () => boolean;
  /** Of people who work on the site. */
  morePages?: readonly ((site: Site) => void)[];
};

export type App = { handle: RequestListener; router: Router };

export async function createApp(deps: Deps, { isStarted = () => true, ...parts }: Parts = {}): Promise<App> {
  const { settings } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("trust proxy", proxiesOf(settings));

  const pages = createPages(deps);
  const live = createLive(deps);
  const sessions = createSessions(deps, pages.refuse);
  const auth = await createAuth(deps, { sessions, pages });
  const { identify } = auth;
  // At startup, because later the database may be unwritable.
  const stateKey = await keptSecret(deps, "mcp-request-state-key", () => deps.random(32).toString("base64url"));
  const metrics = createMetrics(deps, {
    gauges: [...installationGauges(settings, deps.store), live.gauge],
    jobKinds: Object.keys(jobKinds),
  });
  const common = commonHeaders(settings);
  const send = createSend(settings, common);
  const offering = (tools: readonly AnyTool[]) =>
    once(async () => {
      const { openApiDocument } = await import("#rest/openapi.ts");
      const documentFor = onceEach((fields: readonly OwnField[]) =>
        onceFor(
          () => settings.SITE_NAME,
          (name) => openApiDocument(tools, { baseUrl: settings.BASE_URL, name, fields }),
        ),
      );
      const document = () => documentFor(deps.store.ownFields())();
      return { identify, tools, openApiDocument: document, observe: metrics.observe, send };
    });
  /** The interfaces of a list of tools, which changes when the site defines its first field or removes its last. */
  const interfacesOf = onceEach((tools: readonly AnyTool[]) => {
    const offered = offering(tools);
    const mcp = lazily(async () => {
      const { createMcp } = await import("#mcp/routes.ts");
      return (parts.createMcp ?? createMcp)(deps, { ...(await offered()), stateKey });
    });
    const rest = lazily(async () => {
      const { createRest } = await import("#rest/router.ts");
      return createRest(deps, await offered());
    });
    return { mcp, rest };
  });
  const interfaces = () => interfacesOf(parts.tools ?? toolsOf(deps.store));

  app.use(nameRoutes);
  app.use(encodeAnswers);
  app.use(createOperations(deps, metrics, isStarted));
  app.use(
    webhookRoutes(
      deps.gateways,
      async (provider, event) => {
        const applied = await deps.store.change((tx) => applyPayment(tx, { ...event, provider }, deps.now(), deps));
        deps.wakeJobs();
        return applied;
      },
      deps,
    ),
  );
  app.use(aliases);
  app.use(auth.router);
  app.use(createSite(deps, { sessions, auth, pages, send, morePages: parts.morePages }));
  app.use(errorPages({ deps, pages }).failed);

  const received = receive(settings);
  const observed = observeRequests(deps, metrics.countRequest);
  const enter = through(
    [
      observed,
      chooseLanguage(deps.languages),
      oneHost(deps, common),
      watchProxies(deps),
      takeTurns(settings),
      (req, res, next) => {
        if (factsOf(req).interface !== "rest") common.set(req, res);
        next();
      },
      ...(settings.DATABASE_READ_URL ? [markVisitors] : []),
      limitBodies(deps, common),
      live.answer,
    ],
    (req, res) => {
      const failed = (error: unknown) => {
        deps.log.error({ err: error }, "a response could not be sent");
        res.destroy();
      };
      const { interface: via } = factsOf(req);
      if (via === "rest") interfaces().rest(req, res).catch(failed);
      else if (via === "mcp")
        interfaces()
          .mcp(req, res)
          .then((isAnswered) => void (isAnswered || app(req, res)), failed);
      else app(req, res);
    },
  );
  return { handle: (req, res) => enter(received(req), res), router: app.router };
}

export type Running = {
  url: string;
  port: number;
  socket: Server;
  deps: Deps;
  jobs: JobRunner;
  stop: (options?: { lingerMs?: number }) => Promise<void>;
  handOver: () => Promise<void>;
};

type StartOptions = Parts & { times?: Partial<ServerTimes>; inherited?: (() => Promise<Listener>) | undefined };

const GRACE_MS = 10_000;

/**
 * Takes the port, builds everything, then serves; requests meanwhile wait. An `inherited` socket is
 * taken last, because its owner serves until then. Failures undo previous steps.
 */
export async function startServer(
  given: Settings,
  replaced: Partial<Deps> = {},
  { times = {}, inherited, ...parts }: StartOptions = {},
): Promise<Running> {
  const allTimes = { ...SERVER_TIMES, ...times };
  const server = createHttpServer(allTimes);
  const listening = createListening(server, allTimes);
  if (!inherited) await listening.listen({ host: given.HOST, port: given.PORT });
  // Port 0 is resolved only now, and everything depends on the base URL.
  const settings =
    !inherited && given.PORT === 0 && new URL(given.BASE_URL).port === "0"
      ? { ...given, BASE_URL: given.BASE_URL.replace(/:0$/, `:${listening.port()}`) }
      : given;
  const built = new AsyncDisposableStack();
  try {
    built.defer(() => listening.stop({ lingerMs: 0, graceMs: 0 }));
    const { deps, presence, close } = await buildDeps(settings, replaced);
    built.defer(close);
    deps.log.info({ version: VERSION, node: process.version, pid: process.pid }, "starting");
    await deps.store.probe();
    const jobs = createJobRunner(deps, jobKinds, presence);
    // Jobs must not join the change of whoever wakes the runner.
    deps.wakeJobs = detached(jobs.wake);
    let isStarted = false;
    const app = await createApp(deps, { ...parts, isStarted: () => isStarted });
    built.defer(() => jobs.stop(GRACE_MS));
    await jobs.start();
    limitConnections(server, deps.settings, proxiesOf(settings));
    listening.serve(app.handle);
    if (inherited) await listening.listen(await inherited());
    // Not awaited: an early search waits only for what it needs.
    void deps.store.listings
      .warmSearch()
      .catch((error: unknown) => {
        if (deps.store.isOpen()) deps.log.warn({ err: error }, "search could not be preloaded");
      })
      .finally(() => {
        isStarted = true;
      });

    let stopping: Promise<void> | undefined;
    async function stop(lingerMs: number): Promise<void> {
      deps.jobEnds.close();
      await Promise.all([listening.stop({ lingerMs, graceMs: GRACE_MS }), jobs.stop(GRACE_MS)]);
      await close();
    }
    return {
      url: settings.BASE_URL,
      port: listening.port(),
      socket: listening.socket,
      deps,
      jobs,
      stop: ({ lingerMs = 0 } = {}) => (stopping ??= stop(lingerMs)),
      async handOver() {
        deps.jobEnds.close();
        await Promise.all([listening.handOver(), jobs.stop(GRACE_MS)]);
      },
    };
  } catch (error) {
    await built.disposeAsync();
    throw (databaseTroubleOf(error) && databaseFault(settings, error)) ?? error;
  }
}
