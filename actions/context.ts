import type { Logger } from "pino";
import type { Languages } from "#core/languages.ts";
import type { Limiter } from "#core/limits/limiter.ts";
import type { Marks } from "#core/runtime/marks.ts";
import type { Settings } from "#core/settings/config.ts";
import type { SignInProviders } from "#core/sign-in-providers/provider.ts";
import type { Trace } from "#core/tracing/trace.ts";
import type { CheckBadge } from "#crawler/check-badge.ts";
import type { Proofs } from "#crawler/claim-proof.ts";
import type { Crawl } from "#crawler/crawl.ts";
import type { DomainRatings } from "#crawler/ratings/rating.ts";
import type { SafeFetch } from "#crawler/safe-fetch.ts";
import type { TakeScreenshot } from "#crawler/screenshot.ts";
import type { ReadSiteAddress } from "#crawler/site-address.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Drafter } from "#drafting/drafter.ts";
import type { FindSupport, ReadDocuments, SeeAgain } from "#drafting/drafting-thread.ts";
import type { Text } from "#languages/words.ts";
import type { SendMail } from "#mail/mailer.ts";
import type { GatewaysNow } from "#payments/gateway.ts";
import type { ReadExchangeRates } from "#payments/rates/ecb.ts";
import type { CheckVatNumber } from "#payments/vat/vies.ts";
import type { Pictures } from "#pictures/pictures.ts";
import type { Uploads } from "#pictures/uploads.ts";
import type { Store } from "#store/store.ts";
import type { Visits } from "./community/visits.ts";
import type { SetVote } from "./community/vote.ts";
import type { JobEnds } from "./job-ends.ts";
import type { SiteVisits } from "./site/site-visits.ts";

export const SCOPES = ["account:read", "listings:write", "orders:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Resources that tokens are issued for, relative to the base URL, with their scopes. */
export const RESOURCES = {
  "/mcp": SCOPES,
  "/mcp/account": SCOPES,
  "/mcp/typed": SCOPES,
  "/mcp/directory": ["account:read", "listings:write"],
  "/api/v1": SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
export type ResourcePath = keyof typeof RESOURCES;
export const RESOURCE_PATHS = keysOf(RESOURCES);
export const DEFAULT_RESOURCE = "/mcp" satisfies ResourcePath;

/** Supported MCP protocol versions, newest first. */
export const MCP_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

export type Access = "public" | Scope;

/** How a request arrived. Limits differ by interface. */
export type Interface = "rest" | "mcp" | "site" | "oauth" | "webhook" | "operations";

export type Anonymous = { kind: "anonymous"; address: string };

/** A signed-in account, however it signed in. */
export type Member = {
  kind: "member";
  address: string;
  accountId: string;
  via: "oauth" | "api_key" | "session";
  client: string | null;
  scopes: readonly Scope[];
  /** An admin who edits a listing of others, on the pages of its dashboard: never a key or an app. */
  isTeam?: true;
};
export type Caller = Anonymous | Member;

/** Everything with side effects, built once in app.ts. */
export type Deps = {
  settings: Settings;
  languages: Languages;
  store: Store;
  now: () => Date;
  /** Ends early if the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** How long a request waits for a website check. */
  checkWaitMs: number;
  random: (bytes: number) => Buffer;
  uuid: () => string;
  fetchSite: SafeFetch;
  readSiteAddress: ReadSiteAddress;
  /** Why a URL may not be requested, in one sentence; undefined if it may. */
  refusalOf: (url: string) => Text | undefined;
  crawl: Crawl;
  /** Undefined without a browser. */
  takeScreenshot: TakeScreenshot | undefined;
  proofs: Proofs;
  checkBadge: CheckBadge;
  drafter: Drafter;
  seeAgain: SeeAgain;
  findSupport: FindSupport;
  readDocuments: ReadDocuments;
  domainRatings: DomainRatings | undefined;
  checkVatNumber: CheckVatNumber;
  readExchangeRates: ReadExchangeRates;
  gateways: GatewaysNow;
  /** Those of the current settings. */
  signInProviders: () => SignInProviders;
  pictures: Pictures;
  /** Throws an `Ill` unless pictures can be kept there, in DATA_DIR if undefined, and all are there. */
  checkStorage: (url: string | undefined) => Promise<unknown>;
  uploads: Uploads;
  /** A ZIP of invoice PDFs, rendered in a thread and streamed. */
  archiveInvoices: (invoices: AsyncIterable<Invoice>) => AsyncGenerator<Uint8Array>;
  sendMail: SendMail;
  handedMails: Marks;
  limiter: Limiter;
  setVote: SetVote;
  visits: Visits;
  siteVisits: SiteVisits;
  log: Logger;
  trace: Trace;
  /** Tells the job runner that new rows may be due. */
  wakeJobs: () => void;
  jobEnds: JobEnds;
};

/**
 * The context of a handler. A public tool's response is shared and may be cached, unless the
 * handler asks for the caller: then it is private.
 */
export type Context<A extends Access> = Deps & {
  /**
   * For changes before the one that commits the Idempotency-Key. They persist if the call fails and
   * are repeated on retry, so they must be idempotent.
   */
  storeBefore: Store;
  gone?: AbortSignal | undefined;
  /** Values the person entered for what the tool asked. */
  answers?: Readonly<Record<string, string>> | undefined;
} & (A extends "public" ? { askCaller: () => Caller } : { caller: Member });
