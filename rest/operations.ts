import { timingSafeEqual } from "node:crypto";
import { type Request, Router } from "express";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { VERSION } from "#core/runtime/version.ts";
import { vitally } from "#core/runtime/vital.ts";
import { forwardingOf } from "#http/forwarding.ts";
import type { Metrics } from "#http/metrics.ts";
import { refusalOf, sendProblem } from "#http/refusal.ts";
import { inEnglish } from "#languages/words.ts";
import { installationOf } from "#store/installation.ts";

export function createOperations(
  deps: Pick<Deps, "settings" | "store" | "log">,
  metrics: Metrics,
  isStarted: () => boolean,
): Router {
  const { settings, store } = deps;
  const router = Router();
  router.use(["/healthz", "/readyz", "/metrics"], (_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });
  router.get("/healthz", (_req, res) => {
    res.json({ status: "ok", version: VERSION });
  });
  router.get("/readyz", async (req, res) => {
    // For doctor, which asks through DNS and the proxy: identifies the installation and its proxy.
    const known = { version: VERSION, forwarded: forwardingOf(req) };
    if (!store.isOpen()) return void res.status(503).json({ status: "not_ready", reason: "stopping", ...known });
    const [trouble, secret] = await vitally(async () => [
      await store.trouble(),
      await store.reference.findSecret("oauth-jwks").catch(() => undefined),
    ]);
    const installation = installationOf(secret);
    if (!trouble && !isStarted()) {
      res.status(503).set("Retry-After", "1");
      return void res.json({ status: "not_ready", reason: "starting", ...known, installation });
    }
    if (!trouble) return void res.json({ status: "ready", ...known, installation });
    // While debut move keeps writes out, all pages can be read: load balancers must not drop all nodes.
    const isReading = trouble.trouble === "busy" && secret !== undefined;
    if (!isReading) res.status(503).set("Retry-After", String(trouble.retryAfter));
    res.json({
      status: isReading ? "read_only" : "not_ready",
      reason: trouble.trouble,
      detail: `The database cannot be used: ${inEnglish(trouble.reason)}.`,
      waiting_changes: store.waiting(),
      ...known,
      installation,
    });
  });
  router.get("/metrics", async (req, res) => {
    const refusal = refuseMetrics(req, settings.METRICS_TOKEN);
    if (refusal) {
      if (refusal.status === 401) res.set("WWW-Authenticate", "Bearer");
      return sendProblem(res, refusalOf(refusal, req, deps));
    }
    res.set("Content-Type", metrics.contentType).send(await metrics.text());
  });
  return router;
}

/** Without a token, only this machine has access, but not through a proxy on it. */
function refuseMetrics({ headers, socket }: Request, token: string | undefined): AppError | undefined {
  if (token !== undefined) {
    if (isSame(headers.authorization ?? "", `Bearer ${token}`)) return undefined;
    return new AppError("unauthenticated", "Send METRICS_TOKEN as a Bearer credential.");
  }
  const isForwarded = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => name in headers);
  if (isLoopback(socket.remoteAddress ?? "") && !isForwarded) return undefined;
  return new AppError(
    "not_found",
    "Metrics are shown to loopback addresses only. Set METRICS_TOKEN to read them from elsewhere.",
  );
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
