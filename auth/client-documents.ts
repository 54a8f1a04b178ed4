import { LRUCache } from "lru-cache";
import type { Deps } from "#actions/context.ts";
import type { Tx } from "#store/store.ts";
import type { Asker, AuthLimits } from "./limits.ts";
import { normaliseClient } from "./normalise-client.ts";
import { TryLater } from "./try-later.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a stored document is used after its host first failed to serve a valid one. */
const STALE_MS = 7 * DAY_MS;
/** How long after the last fetch a stored document is fetched again when used. */
const REFRESH_MS = 10 * MINUTE_MS;
const LACKING_MS = MINUTE_MS;
/** How long one fetch serves everybody, even a failed one: the provider fetches twice per refusal. */
const SHARED_MS = 10 * SECOND_MS;
const REMEMBERED = 200;
export const MAX_DOCUMENT_BYTES = 16_384;
export const MAX_KEY_SET_BYTES = 65_536;

type Document = { body: string; cacheControl: string };
type Reading = { at: number; document: Promise<Document> };

/** What a request needs in a document: a redirect URI of a client, or a key of a key set. */
export type Needed = { redirectUri: string | undefined; keyId: string | undefined };

/**
 * Fetches documents that OAuth clients name by URL. Those of connected apps are stored, served at
 * once and refreshed in the background; those of unknown apps count against the caller's limit.
 */
export function createClientDocuments(
  { fetchSite, store, now, log }: Pick<Deps, "fetchSite" | "store" | "now" | "log">,
  limits: Pick<AuthLimits, "fetchDocument">,
) {
  const readings = new LRUCache<string, Reading>({ max: REMEMBERED });
  /** Recent fetches for connected apps. Strangers cannot add entries, so none is evicted. */
  const refreshes = new Map<string, Reading>();

  async function read(url: string): Promise<Document> {
    const later = (message: string, cause?: unknown) => new TryLater(503, message, 60, { cause });
    const { status, headers, body } = await fetchSite(url, {
      accept: "application/json",
      maxBytes: MAX_KEY_SET_BYTES,
      tooLarge: "fail",
      timeoutMs: 2500,
      maxRedirects: 0,
    }).catch((error: Error & { code?: string }) => {
      const isDown = error.code === "unreachable" || error.code === "timeout";
      throw isDown ? later(`${url} cannot be reached now.`, error) : error;
    });
    if (status >= 500 || status === 429) throw later(`${url} answers with status ${status} now.`);
    if (status !== 200) throw new Error(`${url} answers with status ${status}.`);
    return { body: new TextDecoder().decode(body), cacheControl: headers["cache-control"] ?? "" };
  }

  function latest(
    from: { get(url: string): Reading | undefined; set(url: string, reading: Reading): unknown },
    url: string,
    maxAgeMs: number,
    begin: () => Promise<Document>,
  ): Promise<Document> {
    const at = now().getTime();
    const last = from.get(url);
    if (last && at - last.at < maxAgeMs) return last.document;
    const document = begin();
    document.catch(() => undefined);
    from.set(url, { at, document });
    return document;
  }

  /** Apps must work even while the database cannot be written. */
  const write = (change: (tx: Tx) => Promise<void>): Promise<void> =>
    store.change(change).catch((error) => log.error({ err: error }, "document of a connected app not written"));

  async function readConnected(url: string): Promise<Document> {
    try {
      const document = await read(url);
      if (!isInOrder(url, document.body)) throw new Error(`${url} is not valid.`);
      await write((tx) => tx.oauth.keepDocument(url, document.body, now()));
      return document;
    } catch (error) {
      log.warn({ err: error, url }, "document of a connected app not read");
      await write((tx) => tx.oauth.giveUpDocument(url, new Date(now().getTime() + STALE_MS)));
      throw error;
    }
  }

  const refresh = (url: string, maxAgeMs: number): Promise<Document> =>
    latest(refreshes, url, maxAgeMs, () => readConnected(url));

  async function documentOf(url: string, needed: Needed, asker: Asker | undefined): Promise<Document> {
    if (!url.startsWith("https://")) throw new Error("Only https addresses are read.");
    const kept = await store.oauth.findDocument(url, now());
    if (kept !== undefined) {
      const document = { body: kept, cacheControl: "max-age=60" };
      const isLacking = lacks(kept, needed);
      const refreshed = refresh(url, isLacking ? LACKING_MS : REFRESH_MS);
      return isLacking ? refreshed.catch(() => document) : document;
    }
    if (await store.oauth.isDocumentOfConnected(url)) return refresh(url, SHARED_MS);

    const last = readings.get(url);
    const isShared = last !== undefined && now().getTime() - last.at < SHARED_MS;
    const waitSeconds = isShared || !asker ? 0 : await limits.fetchDocument(asker, new URL(url).hostname);
    if (waitSeconds > 0) {
      const cure = asker?.accountId === undefined ? "Sign in here first, or wait." : "Wait a little.";
      throw new TryLater(503, `Too many unknown apps are being looked up. ${cure}`, waitSeconds);
    }
    return latest(readings, url, SHARED_MS, () => read(url));
  }

  return {
    /** Without an `asker`, for signed-in people, only the pace per URL limits fetches. */
    async answer(url: string, needed: Needed, asker: Asker | undefined): Promise<Response> {
      const { body, cacheControl } = await documentOf(url, needed, asker);
      return new Response(body, { headers: { "content-type": "application/json", "cache-control": cacheControl } });
    },
    async keep(url: string): Promise<void> {
      const document = await readings.get(url)?.document.catch(() => undefined);
      if (document) await store.change((tx) => tx.oauth.keepDocument(url, document.body, now()));
    },
  };
}

export type ClientDocuments = ReturnType<typeof createClientDocuments>;

/** A cheap guess. If it is wrong, a request waits for a fetch that it did not need. */
function lacks(body: string, { redirectUri, keyId }: Needed): boolean {
  const needed = /"keys"\s*:/.test(body) ? keyId : redirectUri;
  return needed !== undefined && !body.includes(needed);
}

function isInOrder(url: string, body: string): boolean {
  try {
    const value = JSON.parse(body);
    if (Array.isArray(value?.keys)) return true;
    normaliseClient(value);
    return value.client_id === url && !("client_secret" in value) && Buffer.byteLength(body) <= MAX_DOCUMENT_BYTES;
  } catch {
    return false;
  }
}
