import { isIP } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { checkUrl, isPublicAddress, type Overrides } from "./address.ts";
import { readDecompressed } from "./decompress.ts";
import { describeFailure } from "./failure.ts";
import { createGuardedLookup, notPublic } from "./lookup.ts";
import { OutboundError } from "./outbound-error.ts";
import { REDIRECTS, redirectTarget } from "./redirect.ts";

export type SafeFetchOptions = {
  accept?: string;
  /** Limit on the decompressed body, 3 MB by default. */
  maxBytes?: number;
  /** A longer body is cut ("truncate", the default) or an error `too_large` ("fail"). */
  tooLarge?: "truncate" | "fail";
  /** For the whole call except `onRedirect`; 15 s by default. */
  timeoutMs?: number;
  /** Redirects to follow, 5 by default. With 0, the redirect is the result. */
  maxRedirects?: number;
  /** Time until the response's headers, 8 s by default. */
  headersTimeoutMs?: number;
  signal?: AbortSignal;
  method?: "GET" | "HEAD" | "POST";
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Called before each redirect; throwing ends the call. */
  onRedirect?: (next: URL) => Promise<void> | void;
};

export type SafeResponse = {
  url: string;
  status: number;
  /** Lower-case names, repeated headers joined with ", "; no cookies. */
  headers: Record<string, string>;
  /** Cookies of the last response: "name=value". */
  cookies?: string[];
  body: Uint8Array;
  truncated: boolean;
  redirects: string[];
  requests: number;
};

/**
 * Fetches an untrusted URL. Any status is a response; otherwise throws OutboundError
 * `address_refused`, `unreachable`, `timeout`, `too_large` or `http_error`, or the signal's reason.
 */
export type SafeFetch = (url: string, options?: SafeFetchOptions) => Promise<SafeResponse>;

const MB = 1_000_000;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 8_000;

/** The only fetcher for untrusted URLs. Stores no cookies, adds no credentials. */
export function createSafeFetch(deps: {
  userAgent: string;
  overrides: Overrides;
  dnsServers?: readonly string[];
  now: () => Date;
}): SafeFetch {
  const { userAgent, overrides, now } = deps;
  const agent = new Agent({
    connect: createConnector(overrides, deps.dnsServers),
    allowH2: false,
    bodyTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: 2_000,
    maxHeaderSize: 16_384,
  });

  async function exchange(url: URL, options: SafeFetchOptions, timeoutMs: number) {
    const { signal, maxBytes = 3 * MB, method = "GET", body = null } = options;
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(Math.max(1, timeoutMs));
    try {
      const response = await request(url, {
        dispatcher: agent,
        method,
        body,
        headersTimeout: options.headersTimeoutMs ?? IDLE_TIMEOUT_MS,
        headers: {
          accept: options.accept ?? "*/*",
          "accept-encoding": "gzip, br",
          // Some sites answer 406, or redirect in circles, without one.
          "accept-language": "en, *;q=0.5",
          ...lowerCaseNames(options.headers),
          "user-agent": userAgent,
        },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      const headers = plainHeaders(response.headers);
      const hasBody = method !== "HEAD" && !REDIRECTS.has(response.statusCode);
      const encoding = hasBody ? (headers["content-encoding"] ?? "") : "";
      return {
        status: response.statusCode,
        headers,
        cookies: cookiesOf(response.headers["set-cookie"]),
        ...(await readDecompressed(response.body, encoding, hasBody ? maxBytes : 0)),
      };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw describeFailure(error, url.hostname, deadline.aborted);
    }
  }

  return async (text, options = {}) => {
    const { maxRedirects = 5 } = options;
    let url = checkUrl(text, overrides);
    let sent: SafeFetchOptions = options;
    let leftMs = options.timeoutMs ?? 15_000;
    const redirects: string[] = [];

    for (;;) {
      const startedAt = now().getTime();
      const response = await exchange(url, sent, leftMs).catch((error) => {
        throw withRequests(error, redirects.length);
      });
      leftMs -= now().getTime() - startedAt;
      const requests = redirects.length + 1;

      const next = maxRedirects > 0 ? redirectTarget(response, url.href) : undefined;
      if (next === undefined) {
        if (response.truncated && options.tooLarge === "fail") {
          throw new OutboundError("too_large", CRAWL_WORDS.much(url.hostname), { requests });
        }
        return { url: url.href, ...response, redirects, requests };
      }
      redirects.push(url.href);
      const target = checkRedirect(next, overrides, requests);
      if (redirects.length > maxRedirects || redirects.includes(target.href)) {
        throw new OutboundError("http_error", CRAWL_WORDS.redirects(url.hostname), { requests });
      }
      await options.onRedirect?.(target);
      sent = afterRedirect(sent, response.status, target.origin === url.origin);
      url = target;
    }
  };
}

function checkRedirect(next: string, overrides: Overrides, requests: number): URL {
  try {
    return checkUrl(next, overrides);
  } catch (error) {
    throw withRequests(error, requests);
  }
}

/** As in fetch: 301, 302 and 303 turn POST into GET; credentials stay with their origin. */
function afterRedirect(sent: SafeFetchOptions, status: number, sameOrigin: boolean): SafeFetchOptions {
  const { body, headers, ...rest } = sent;
  const kept = Object.entries(headers ?? {}).filter(([name]) => sameOrigin || !/^(authorization|cookie)$/i.test(name));
  const becomesGet = sent.method === "POST" && status < 304;
  return {
    ...rest,
    headers: Object.fromEntries(becomesGet ? kept.filter(([name]) => !/^content-/i.test(name)) : kept),
    ...(becomesGet ? { method: "GET" } : body === undefined ? {} : { body }),
  };
}

/**
 * Connects only to public addresses; hosts in `overrides` use the operator's address over plain
 * HTTP. DNS is looked up once per connection; IP literals are checked here.
 */
function createConnector(overrides: Overrides, dnsServers?: readonly string[]): buildConnector.connector {
  const open = buildConnector({ lookup: createGuardedLookup(dnsServers), timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  const openAsTold = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false });

  return (options, callback) => {
    const { hostname } = options;
    const override = overrides.get(hostname);
    if (override) {
      const { servername: _, ...rest } = options;
      const target = { protocol: "http:", hostname: override.address, port: String(override.port) };
      return openAsTold({ ...rest, ...target }, callback);
    }
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) && !isPublicAddress(literal)) return callback(notPublic(hostname), null);
    return open(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      // Checks the socket's peer address as well.
      if (isPublicAddress(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      return callback(notPublic(hostname), null);
    });
  };
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== "set-cookie") plain[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

const MAX_COOKIES = 20;

const cookiesOf = (headers: string | string[] | undefined): string[] =>
  [headers ?? []]
    .flat()
    .map((header) => header.slice(0, 1_000).split(";", 1)[0]?.trim() ?? "")
    .filter((pair) => /^[!#-+\--~]+=[ -:<-~]*$/.test(pair))
    .slice(0, MAX_COOKIES);

const lowerCaseNames = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const withRequests = (error: unknown, before: number): unknown =>
  error instanceof OutboundError
    ? new OutboundError(error.code, error.message, { cause: error.cause, requests: before + error.requests })
    : error;
