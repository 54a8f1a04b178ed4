import type { Logger } from "pino";
import type { Settings } from "../core/config.ts";
import type { Limiter } from "../core/limiter.ts";
import type { Trace } from "../core/tracing/trace.ts";
import type { CheckBadge } from "../crawler/check-badge.ts";
import type { Proofs } from "../crawler/claim-proof.ts";
import type { Crawl } from "../crawler/crawl.ts";
import type { DomainRatings } from "../crawler/ratings/rating.ts";
import type { SafeFetch } from "../crawler/safe-fetch.ts";
import type { ReadSiteAddress } from "../crawler/site-address.ts";
import type { Drafter } from "../drafting/drafter.ts";
import type { SendMail } from "../mail/mailer.ts";
import type { Gateway } from "../payments/gateway.ts";
import type { CheckVatNumber } from "../payments/vat/vies.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Store } from "../store/store.ts";

export const SCOPES = ["account:read", "listings:write", "orders:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** MCP protocol versions that are answered, newest first. */
export const MCP_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Who may call a tool: anybody, or an account that granted this scope. */
export type Access = "public" | Scope;

/** How a request came in. Limits differ by interface. */
export type Interface = "rest" | "mcp" | "site" | "oauth" | "webhook" | "operations";

export type Anonymous = { kind: "anonymous"; address: string };

/** A signed-in account, however it signed in. */
export type Member = {
  kind: "member";
  address: string;
  accountId: string;
  via: "oauth" | "api_key" | "session";
  /** OAuth client name or key name; null for a session. */
  client: string | null;
  scopes: readonly Scope[];
};
export type Caller = Anonymous | Member;

/** Everything outside pure code, built once in app.ts. */
export type Deps = {
  settings: Settings;
  store: Store;
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
  /** How long a call waits for a check of a website that it asked for. */
  checkWaitMs: number;
  /** Random bytes from the operating system. */
  random: (bytes: number) => Buffer;
  /** A new UUIDv7. */
  uuid: () => string;
  fetchSite: SafeFetch;
  readSiteAddress: ReadSiteAddress;
  /** Why an address that somebody names is never asked for, in one plain sentence; undefined when it may be. */
  refusalOf: (url: string) => string | undefined;
  crawl: Crawl;
  /** Whose website is whose. */
  proofs: Proofs;
  checkBadge: CheckBadge;
  drafter: Drafter;
  domainRatings: DomainRatings | undefined;
  checkVatNumber: CheckVatNumber;
  /** Where orders can be paid, in the order in which people are offered them. */
  gateways: ReadonlyMap<string, Gateway>;
  pictures: Pictures;
  sendMail: SendMail;
  limiter: Limiter;
  log: Logger;
  trace: Trace;
  /** Tells the job runner that new rows may be due. */
  wakeJobs: () => void;
};

/**
 * What a handler gets beside its input. A public tool may be called by anybody, and its answer is for everybody: once the handler
 * asks who is calling, the answer is that caller's alone and is kept by no cache.
 */
export type Context<A extends Access> = Deps & {
  /**
   * For changes before the one that the Idempotency-Key commits with. They stand whatever becomes of the call, and a retry makes
   * them again, so they must be safe to repeat.
   */
  storeBefore: Store;
} & (A extends "public" ? { askCaller: () => Caller } : { caller: Member });
