import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import type { Deps } from "#actions/context.ts";
import { type Forwarding, isLocal } from "#actions/health/proxy.ts";
import { type Gate, proxiesOf } from "./incoming.ts";

export const forwardingOf = (req: Request): Forwarding => forwarded(req, req.app.get("trust proxy fn"));

function forwarded({ headers, socket }: IncomingMessage, isProxy: ReturnType<typeof proxiesOf>): Forwarding {
  const { "x-forwarded-for": address, forwarded } = headers;
  if (address === undefined && forwarded === undefined) return "none";
  return address !== undefined && isProxy(socket.remoteAddress ?? "", 0) ? "trusted" : "untrusted";
}

/** Logs once that a proxy is not trusted: all visitors behind it count as one. */
export function watchProxies({ settings, log }: Pick<Deps, "settings" | "log">): Gate {
  const isProxy = proxiesOf(settings);
  let isQuiet = isLocal(settings);
  return (req, _res, next) => {
    if (!isQuiet && forwarded(req, isProxy) === "untrusted") {
      isQuiet = true;
      log.warn(
        { peer: req.socket.remoteAddress },
        "X-Forwarded-For comes from an address that is not in TRUSTED_PROXIES, so it is ignored. If that is your " +
          "proxy, all visitors share one rate limit: add it to TRUSTED_PROXIES.",
      );
    }
    next();
  };
}
