import type { Deps } from "../context.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a document stands in when its host is down. */
const STALE_MS = 7 * DAY_MS;
/** A failed fetch is not tried again for this long: the provider asks twice for each refused request. */
const FAILURE_MS = 10_000;
const REMEMBERED = 200;
const MAX_BYTES = 65_536;

type Document = { body: string; cacheControl: string; at: number };

/**
 * Fetches what OAuth clients name by URL (metadata documents, key sets) through the guarded fetcher: https only, no redirects,
 * public addresses only. While a host is unreachable the last good answer is used, so that its users stay connected; the documents
 * of connected apps outlive a restart.
 */
export function createClientDocuments({ fetchSite, store, now }: Pick<Deps, "fetchSite" | "store" | "now">) {
  const good = new Map<string, Document>();
  const failed = new Map<string, { error: Error; at: number }>();

  function remember<T>(map: Map<string, T>, url: string, value: T): void {
    map.delete(url);
    map.set(url, value);
    if (map.size > REMEMBERED) map.delete(map.keys().next().value!);
  }

  async function save(url: string, { body, at }: Document): Promise<void> {
    await store.change((tx) =>
      tx.oauth.put({
        model: "Document",
        id: url,
        payload: body,
        grantId: null,
        uid: null,
        accountId: null,
        clientId: null,
        createdAt: new Date(at),
        expiresAt: new Date(at + STALE_MS),
      }),
    );
  }

  /** Refreshes the stored copy of a connected app when it changed or gets old. */
  async function refreshSaved(url: string, document: Document): Promise<void> {
    const saved = await store.oauth.find("Document", url);
    if (!saved) return;
    if (saved.payload !== document.body || document.at - saved.createdAt.getTime() > DAY_MS) await save(url, document);
  }

  async function lastGood(url: string): Promise<Document | undefined> {
    const inMemory = good.get(url);
    if (inMemory) return now().getTime() - inMemory.at < STALE_MS ? inMemory : undefined;
    const saved = await store.oauth.find("Document", url);
    if (!saved?.expiresAt || saved.expiresAt <= now()) return undefined;
    return { body: saved.payload, cacheControl: "", at: saved.createdAt.getTime() };
  }

  const answer = (body: string | null, cacheControl: string, status = 200): Response =>
    new Response(body, { status, headers: { "content-type": "application/json", "cache-control": cacheControl } });

  async function fetchDocument(url: string): Promise<Response> {
    const failure = failed.get(url);
    if (failure && now().getTime() - failure.at < FAILURE_MS) throw failure.error;
    if (!url.startsWith("https://")) throw new Error("Only https addresses are read.");
    try {
      const response = await fetchSite(url, {
        accept: "application/json",
        maxBytes: MAX_BYTES,
        tooLarge: "fail",
        timeoutMs: 2500,
        maxRedirects: 0,
      });
      if (response.status >= 500) throw Object.assign(new Error(`status ${response.status}`), { code: "unreachable" });
      if (response.status !== 200) return answer(null, "no-store", response.status);
      const document = {
        body: new TextDecoder().decode(response.body),
        cacheControl: response.headers["cache-control"] ?? "",
        at: now().getTime(),
      };
      remember(good, url, document);
      await refreshSaved(url, document);
      return answer(document.body, document.cacheControl);
    } catch (error) {
      const isDown =
        error instanceof Error && "code" in error && ["unreachable", "timeout"].includes(String(error.code));
      const stale = isDown ? await lastGood(url) : undefined;
      if (stale) return answer(stale.body, "max-age=60");
      remember(failed, url, { error: error as Error, at: now().getTime() });
      throw error;
    }
  }

  return {
    /** In the shape that the provider calls. */
    fetch: (input: string | URL | Request): Promise<Response> =>
      fetchDocument(input instanceof Request ? input.url : String(input)),
    /** Stores the documents of an app that a person connected. */
    async keep(urls: (string | undefined)[]): Promise<void> {
      for (const url of urls) {
        const document = url === undefined ? undefined : good.get(url);
        if (url !== undefined && document) await save(url, document);
      }
    },
  };
}

export type ClientDocuments = ReturnType<typeof createClientDocuments>;
