import type { Request, RequestHandler } from "express";
import type { Deps } from "../actions/context.ts";
import { type Forwarding, isLocal } from "../actions/health/proxy.ts";

/** What a proxy says about the client, and whether TRUSTED_PROXIES makes it trusted. */
export function forwardingOf(req: Request): Forwarding {
  const { "x-forwarded-for": address, forwarded } = req.headers;
  if (address === undefined && forwarded === undefined) return "none";
  const isTrusted: (address: string, hop: number) => boolean = req.app.get("trust proxy fn");
  return address !== undefined && isTrusted(req.socket.remoteAddress ?? "", 0) ? "trusted" : "untrusted";
}

/** Logs once that a proxy is not trusted: all visitors behind it count as one. */
export function watchProxies({ settings, log }: Pick<Deps, "settings" | "log">): RequestHandler {
  let isQuiet = isLocal(settings);
  return (req, _res, next) => {
    if (!isQuiet && forwardingOf(req) === "untrusted") {
      isQuiet = true;
      log.warn(
        { peer: req.socket.remoteAddress },
        "X-Forwarded-For comes from an address that is not in TRUSTED_PROXIES, so it is ignored. If that is your proxy, all visitors share one rate limit: add it to TRUSTED_PROXIES.",
      );
    }
    next();
  };
}
