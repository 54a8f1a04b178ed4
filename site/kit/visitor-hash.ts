import { createHmac, hash as digest } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Request } from "express";
import type { Deps } from "#actions/context.ts";
import { keptSecret } from "#actions/kept-secret.ts";
import type { SiteVisitor } from "#actions/site/site-visits.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { hourOf, sourceOf } from "#domain/listings/visit-source.ts";
import { kindOfPage } from "#domain/site/visit-figures.ts";
import type { VoteOrigin } from "#store/repos/community/votes.ts";
import type { Visit, VisitKind } from "#store/repos/listings/visit-figures.ts";
import { addressOf } from "./site.ts";

type Keys = Pick<Deps, "store" | "random">;

const keyed = (key: string, ...parts: string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");

/** The same with a key of one day. These hashes are never shown, so the faster plain hash is enough. */
const keyedToday = (key: string, ...parts: string[]): string =>
  digest("sha256", JSON.stringify([key, ...parts]), "base64url");

/** Private and proxy addresses, which say nothing about where someone is. */
const inside = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  inside.addSubnet(net, bits, "ipv4");
inside.addAddress("::1", "ipv6");
inside.addSubnet("fc00::", 7, "ipv6");
inside.addSubnet("fe80::", 10, "ipv6");

export function isOnNetwork(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !inside.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** A request before or after Express. */
export type Asking = Pick<IncomingMessage, "method" | "headers"> & { ip?: string | undefined };

const agentOf = (req: Asking): string => req.headers["user-agent"]?.slice(0, 500) ?? "";

export async function voteOrigin(req: Request, keys: Keys): Promise<VoteOrigin> {
  const key = await keptSecret(keys, "vote-origin", () => keys.random(32).toString("base64url"));
  const address = addressOf(req);
  return {
    visitorHash: keyed(key, "visitor", address, agentOf(req)),
    networkHash: isOnNetwork(address) ? keyed(key, "network", addressKey(address)) : null,
  };
}

/** Programs that identify themselves, and everything that does not look like a browser. */
const isBot = (agent: string): boolean =>
  !/^(Mozilla|Opera)\/\d/.test(agent) ||
  /bot\b|bot[/;-]|crawl|spider|slurp|preview|scan|monitor|headless|lighthouse|facebookexternalhit|https?:\/\//i.test(
    agent,
  );

/** Whether a request is of a person who looks at a page now. */
export const isPerson = (req: Asking): boolean =>
  req.method === "GET" && !isBot(agentOf(req)) && !/prefetch|prerender/.test(String(req.headers["sec-purpose"] ?? ""));

/** A visitor of the site: once a day, and once a day for each kind of page. */
export function siteVisitorOf(req: Asking, key: string, path: string): SiteVisitor {
  const who = [addressOf(req), agentOf(req)];
  return { hash: keyedToday(key, "site", ...who), ofKind: keyedToday(key, "kind", kindOfPage(path), ...who) };
}

/** The visit that a request is; undefined for programs and for prefetched pages. */
export async function visitOf(
  req: Asking,
  listingId: number,
  kind: VisitKind,
  { visits, now, settings }: Pick<Deps, "visits" | "now" | "settings">,
): Promise<Visit | undefined> {
  if (!isPerson(req)) return undefined;
  const agent = agentOf(req);
  const at = now();
  const day = at.toISOString().slice(0, 10);
  const key = await visits.keyOf(day);
  const address = addressOf(req);
  // A badge can prove something, so another name of the browser makes no other person there.
  const who = kind === "badgeViews" ? [addressKey(address)] : [address, agent];
  const visit = { kind, listingId, day, hash: keyedToday(key, kind, String(listingId), ...who), hour: hourOf(at) };
  if (kind !== "views") return visit;
  const source = sourceOf(req.headers.referer, new URL(settings.BASE_URL).hostname);
  return { ...visit, source, network: keyedToday(key, "source", String(listingId), source, addressKey(address)) };
}
