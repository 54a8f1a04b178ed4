import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddr from "proxy-addr";
import type { Settings } from "../core/settings/config.ts";
import { given } from "../domain/text/given.ts";

/** A request before Express, with what Express would tell of it. */
export type Incoming = IncomingMessage & {
  method: string;
  url: string;
  /** The URL as it was sent. */
  originalUrl: string;
  /** The caller's address. */
  ip?: string | undefined;
};

/** What every request passes. It continues with `next`, or responds. */
export type Gate = (req: Incoming, res: ServerResponse, next: () => void) => void;

type Proxies = Pick<Settings, "TRUSTED_PROXIES">;

/** Verdicts to remember, and the longest address: a client may send anything as its own. */
const MOST_JUDGED = 10_000;
const LONGEST = 45;

/** Whether an address is that of a proxy whose X-Forwarded-For is believed. */
export function proxiesOf({ TRUSTED_PROXIES }: Proxies): (address: string, hop: number) => boolean {
  const isProxy = proxyAddr.compile(TRUSTED_PROXIES);
  // To parse an address takes longer than everything else here.
  const judged = new Map<string, boolean>();
  return (address, hop) => {
    const known = judged.get(address);
    if (known !== undefined) return known;
    if (judged.size >= MOST_JUDGED) judged.clear();
    const verdict = isProxy(address, hop);
    if (address.length <= LONGEST) judged.set(address, verdict);
    return verdict;
  };
}

/** Prepares requests of Node for gates. */
export function receive(settings: Proxies): (req: IncomingMessage) => Incoming {
  const isProxy = proxiesOf(settings);
  const isDirect = settings.TRUSTED_PROXIES.length === 0;
  return (req) => {
    const { method = "GET", url = "/" } = req;
    const ip = isDirect ? req.socket.remoteAddress : proxyAddr(req, isProxy);
    return Object.assign(req, { method, url, originalUrl: url, ip });
  };
}

/** The path of a URL as it was sent, which may name the host too. */
export const pathOf = (url: string): string =>
  url.startsWith("/") ? given(/^[^?#]*/.exec(url))[0] : (URL.parse(url)?.pathname ?? url);

/** Gates in order, and then what they lead to. */
export const through = (gates: readonly Gate[], last: (req: Incoming, res: ServerResponse) => void) =>
  gates.reduceRight<(req: Incoming, res: ServerResponse) => void>(
    (next, gate) => (req, res) => gate(req, res, () => next(req, res)),
    last,
  );
