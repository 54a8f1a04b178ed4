import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ALWAYS } from "#http/common-headers.ts";
import type { ServerTimes } from "#http/http-server.ts";
import { serveOneByOne } from "#http/one-by-one.ts";

export type Listener = { host: string; port: number } | { fd: number } | NetServer;

const PATIENCE_MS = 5000;
const PROBES = ["/healthz", "/readyz"];

const starting: RequestListener = (_req, res) => {
  res.writeHead(503, { ...ALWAYS, "Content-Type": "text/plain", "Cache-Control": "no-store", "Retry-After": "1" });
  res.end("This site is starting. Try again in a second.\n");
};

/** Lets an HTTP server hold requests until it can serve, and shut down without interrupting any. */
export function createListening(server: Server, { unreadMs }: Pick<ServerTimes, "unreadMs">) {
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const ready = Promise.withResolvers<void>();
  let app: RequestListener | undefined;
  let hasListened = false;
  let isLeaving = false;

  const answering = serveOneByOne(server, unreadMs, (req, res) => {
    if (isLeaving) res.shouldKeepAlive = false;
    if (app) app(req, res);
    else void answerLater(req, res);
  });

  async function answerLater(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!PROBES.includes(req.url ?? ""))
      await Promise.race([ready.promise, delay(PATIENCE_MS, undefined, { ref: false })]);
    (app ?? starting)(req, res);
  }

  function leave(): void {
    isLeaving = true;
    for (const res of answering()) res.shouldKeepAlive = false;
  }

  async function closedWithin(ms: number): Promise<void> {
    const late = setTimeout(() => server.closeAllConnections(), ms);
    await closed;
    clearTimeout(late);
  }

  return {
    socket: server,
    async listen(on: Listener): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(on, () => {
          server.off("error", reject);
          hasListened = true;
          resolve();
        });
      });
    },
    port(): number {
      const address = server.address();
      return typeof address === "object" && address ? address.port : 0;
    },
    serve(listener: RequestListener): void {
      app = listener;
      ready.resolve();
    },
    async stop({ lingerMs, graceMs }: { lingerMs: number; graceMs: number }): Promise<void> {
      if (!hasListened) return;
      leave();
      if (server.listening && lingerMs > 0) await delay(lingerMs);
      if (server.listening) server.close();
      server.closeIdleConnections();
      for (const res of answering()) res.once("close", () => server.closeIdleConnections());
      await closedWithin(graceMs);
    },
    /**
     * After a handover: connections close with their next response or when idle, because a request
     * may be on its way.
     */
    async handOver(): Promise<void> {
      leave();
      NetServer.prototype.close.call(server);
      await closedWithin(server.keepAliveTimeout + 5000);
    },
  };
}
