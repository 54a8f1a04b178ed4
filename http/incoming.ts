import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddr from "proxy-addr";
import type { Settings } from "#core/settings/config.ts";
import { given } from "#domain/text/given.ts";

/** A request before Express, with what Express would tell of it. */
export type Incoming = IncomingMessage & {
  method: string;
  url: string;
  originalUrl: string;
  ip?: string | undefined;
};

export type Gate = (req: Incoming, res: ServerResponse, next: () => void) => void;

type Proxies = Pick<Settings, "TRUSTED_PROXIES">;

export const proxiesOf = ({ TRUSTED_PROXIES }: Proxies): ((address: string, hop: number) => boolean) =>
  proxyAddr.compile(TRUSTED_PROXIES);

export function receive(settings: Proxies): (req: IncomingMessage) => Incoming {
  const isProxy = proxiesOf(settings);
  const isDirect = settings.TRUSTED_PROXIES.length === 0;
  return (req) => {
    const { method = "GET", url = "/" } = req;
    const ip = isDirect ? req.socket.remoteAddress : proxyAddr(req, isProxy);
    return Object.assign(req, { method, url, originalUrl: url, ip });
  };
}

export const pathOf = (url: string): string =>
  url.startsWith("/") ? given(/^[^?#]*/.exec(url))[0] : (URL.parse(url)?.pathname ?? url);

export function headerOf({ headers }: Pick<IncomingMessage, "headers">, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

export const through = (gates: readonly Gate[], last: (req: Incoming, res: ServerResponse) => void) =>
  gates.reduceRight<(req: Incoming, res: ServerResponse) => void>(
    (next, gate) => (req, res) => gate(req, res, () => next(req, res)),
    last,
  );
