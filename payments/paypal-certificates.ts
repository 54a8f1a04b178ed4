import { LRUCache } from "lru-cache";
import { Agent, request } from "undici";
import { perMinute } from "./budget.ts";
import { badNotice, ProviderError } from "./failures.ts";

/** The certificates at a URL in a webhook, as PEM. Throws `badNotice` unless the URL is PayPal's. */
export type FindCertificate = (url: string) => Promise<string>;

const PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const LIVE = ["https://api.paypal.com", "https://api-m.paypal.com"];
const SANDBOX = ["https://api.sandbox.paypal.com", "https://api-m.sandbox.paypal.com"];
/** PayPal uses one certificate for a year. */
const MOST_KEPT = 8;
const MOST_DOWNLOADS_A_MINUTE = 6;
const MOST_BYTES = 100_000;

/**
 * Downloads and caches PayPal's certificates. Anybody can post a URL, so only PayPal's certificate
 * URLs are requested, once each and few per minute. Only successes are cached.
 */
export function createCertificates({
  apiBase,
  timeoutMs,
  now,
}: {
  apiBase: string;
  timeoutMs: number;
  now: () => Date;
}): FindCertificate {
  const dispatcher = new Agent({ maxResponseSize: MOST_BYTES });
  const origins = originsFor(apiBase);
  const mayDownload = perMinute(MOST_DOWNLOADS_A_MINUTE, now);
  const kept = new LRUCache<string, string>({ max: MOST_KEPT });
  const coming = new Map<string, Promise<string>>();

  async function fetchOnce(url: string): Promise<string> {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    const text = await body.text();
    if (statusCode === 404) throw badNotice("PayPal has no certificate at the address that the webhook names.");
    if (statusCode !== 200) throw new ProviderError("The certificate could not be downloaded.", { status: statusCode });
    kept.set(url, text);
    return text;
  }

  return async (address) => {
    const url = URL.parse(address);
    if (!url || !origins.includes(url.origin) || !PATH.test(url.pathname) || `${url.origin}${url.pathname}` !== address)
      throw badNotice("The certificate that the webhook names is not at PayPal.");
    const found = kept.get(address) ?? coming.get(address);
    if (found) return found;
    if (!mayDownload()) throw new Error("too many certificates were requested within a minute");
    const download = fetchOnce(address).finally(() => coming.delete(address));
    coming.set(address, download);
    return download;
  };
}

/** The sandbox also sends samples signed like live webhooks; another URL is a test server. */
function originsFor(apiBase: string): string[] {
  const { origin } = new URL(apiBase);
  if (LIVE.includes(origin)) return LIVE;
  return SANDBOX.includes(origin) ? [...SANDBOX, ...LIVE] : [origin];
}
