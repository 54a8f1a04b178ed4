import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import { createAuth } from "./auth/routes.ts";
import { createSessions } from "./auth/sessions.ts";
import type { Settings } from "./config.ts";
import type { Deps } from "./context.ts";
import { databaseFault } from "./database-fault.ts";
import { buildDeps } from "./deps.ts";
import { once } from "./domain/once.ts";
import { createHttpServer, limitBodies, limitConnections, SERVER_TIMES, type ServerTimes } from "./http-server.ts";
import { installationGauges } from "./installation-gauges.ts";
import { jobKinds } from "./jobs/kinds.ts";
import { createJobRunner, type JobRunner } from "./jobs/runner.ts";
import { lazily } from "./lazily.ts";
import { applyPayment } from "./orders/apply-payment.ts";
import { webhookRoutes } from "./payments/webhook.ts";
import { encodeAnswers } from "./requests/encode.ts";
import { watchProxies } from "./requests/forwarding.ts";
import { observeRequests } from "./requests/observe.ts";
import { createMetrics } from "./rest/metrics.ts";
import { openApiDocument } from "./rest/openapi.ts";
import { createOperations } from "./rest/operations.ts";
import { errorPages } from "./site/pages/error.ts";
import { createPages } from "./site/respond.ts";
import { createSite } from "./site/routes.ts";
import { detached } from "./store/in-change.ts";
import { databaseTroubleOf } from "./store/unavailable.ts";
import { tools } from "./tools/index.ts";
import { VERSION } from "./version.ts";

/** Mounts the doors in order; no logic of its own. */
export async function createApp(deps: Deps): Promise<Express> {
  const { settings } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.set("trust proxy", settings.TRUSTED_PROXIES.length ? settings.TRUSTED_PROXIES : false);

  const pages = createPages(settings);
  const sessions = createSessions(deps, pages.refuse);
  const auth = await createAuth(deps, { sessions, pages });
  const { identify } = auth;
  const metrics = createMetrics(deps, {
    gauges: installationGauges(settings, deps.store),
    jobKinds: Object.keys(jobKinds),
  });
  // Made when somebody asks for it, and once: it takes longer than anything else here.
  const openApi = once(() => openApiDocument(tools, { baseUrl: settings.BASE_URL, name: settings.SITE_NAME }));

  app.use(observeRequests(deps, metrics.countRequest));
  app.use(watchProxies(deps));
  app.use(limitBodies(deps));
  app.use(encodeAnswers);
  app.use(createOperations(deps, metrics));
  app.use(
    webhookRoutes(
      deps.gateways,
      async (provider, event) => {
        await deps.store.change((tx) => applyPayment(tx, { ...event, provider }, deps.now(), deps));
        deps.wakeJobs();
      },
      deps,
    ),
  );
  app.use(auth.router);
  const mcp = lazily(async () => {
    const { createMcp } = await import("./mcp/routes.ts");
    return createMcp(deps, { identify, tools, openApiDocument: openApi, observe: metrics.observe });
  });
  app.use((req, res, next) => (/^\/mcp(\/|$)/i.test(req.path) ? mcp(req, res, next) : next()));
  const rest = lazily(async () => {
    const { createRest } = await import("./rest/router.ts");
    return createRest(deps, { identify, tools, openApiDocument: openApi, metrics });
  });
  app.use("/api/v1", (req, res, next) => rest(req, res, next));
  app.use(createSite(deps, { sessions, auth, pages }));
  app.use(errorPages({ deps, pages }).failed);
  return app;
}

export type Running = { url: string; deps: Deps; jobs: JobRunner; stop: () => Promise<void> };

const GRACE_MS = 10_000;

/**
 * Takes the port, opens the store, builds everything, starts the jobs and only then answers; every
 * answer before is 503. When any of it fails, all is taken back and the error says what to do.
 * `stop` finishes what runs: requests first, then jobs, then the database.
 */
export async function startServer(
  given: Settings,
  replaced: Partial<Deps> = {},
  times: Partial<ServerTimes> = {},
): Promise<Running> {
  const server = createHttpServer({ ...SERVER_TIMES, ...times }).on("request", starting);
  await listen(server, given);
  // A port of 0 is known only now, and the base address is part of everything that is built.
  const settings =
    given.PORT === 0 && new URL(given.BASE_URL).port === "0"
      ? { ...given, BASE_URL: given.BASE_URL.replace(/:0$/, `:${(server.address() as AddressInfo).port}`) }
      : given;
  const built = new AsyncDisposableStack();
  try {
    built.defer(() => closeServer(server, 0));
    const { deps, close } = await buildDeps(settings, replaced);
    built.defer(close);
    deps.log.info({ version: VERSION, node: process.version, pid: process.pid }, "starting");
    await deps.store.probe();
    const jobs = createJobRunner(deps, jobKinds);
    // The runner is woken from anywhere, and what it runs then is no part of the caller's change.
    deps.wakeJobs = detached(jobs.wake);
    const app = await createApp(deps);
    built.defer(() => jobs.stop(GRACE_MS));
    await jobs.start();
    limitConnections(server, settings, app.get("trust proxy fn"));
    server.off("request", starting).on("request", app);
    // Not awaited: a search that comes meanwhile waits only for what it needs.
    void deps.store.listings.warmSearch().catch((error: unknown) => {
      if (deps.store.isOpen()) deps.log.warn({ err: error }, "search could not be read ahead");
    });

    let stopping: Promise<void> | undefined;
    async function stop(): Promise<void> {
      await closeServer(server, GRACE_MS);
      await jobs.stop(GRACE_MS);
      await close();
    }
    return { url: settings.BASE_URL, deps, jobs, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await built.disposeAsync();
    throw (databaseTroubleOf(error) && databaseFault(settings, error)) ?? error;
  }
}

const starting: RequestListener = (_req, res) => {
  res.writeHead(503, { "Content-Type": "text/plain", "Cache-Control": "no-store", "Retry-After": "1" });
  res.end("This site is starting. Try again in a second.\n");
};

/** Takes no more connections. Idle ones end at once, others when they are done or time is over. */
async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}

async function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
