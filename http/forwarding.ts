import type { Request, RequestHandler } from "express";
import type { Deps } from "../actions/context.ts";
import { type Forwarding, isLocal } from "../actions/health/proxy.ts";

/** What a proxy says about the client of this request, and whether TRUSTED_PROXIES lets us believe it. */
export function forwardingOf(req: Request): Forwarding {
  const { "x-forwarded-for": address, forwarded } = req.headers;
  if (address === undefined && forwarded === undefined) return "none";
  const isTrusted: (address: string, hop: number) => boolean = req.app.get("trust proxy fn");
  return address !== undefined && isTrusted(req.socket.remoteAddress ?? "", 0) ? "trusted" : "untrusted";
}

/** Says once in the log when a proxy is not believed: every visitor behind it counts as one. */
export function watchProxies({ settings, log }: Pick<Deps, "settings" | "log">): RequestHandler {
  let isQuiet = isLocal(settings);
  return (req, _res, next) => {
    if (!isQuiet && forwardingOf(req) === "untrusted") {
      isQuiet = true;
      log.warn(
        { peer: req.socket.remoteAddress },
        "X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name, so it is ignored. If that is your proxy, all visitors share one quota: add it to TRUSTED_PROXIES.",
      );
    }
    next();
  };
}
