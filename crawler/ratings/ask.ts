import type { SafeFetch } from "../safe-fetch.ts";

/**
 * GETs JSON. Undefined on 404; other statuses throw, without the URL, which may contain domains.
 */
export async function askJson(
  fetchSite: SafeFetch,
  url: URL,
  { headers, source, signal }: { headers: Record<string, string>; source: string; signal?: AbortSignal | undefined },
): Promise<unknown> {
  const { status, body } = await fetchSite(url.href, {
    accept: "application/json",
    headers,
    maxBytes: 100_000,
    maxRedirects: 0,
    timeoutMs: 10_000,
    ...(signal ? { signal } : {}),
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${source} answered with status ${status}.`);
  return JSON.parse(Buffer.from(body).toString("utf8"));
}
