import type { Settings } from "../../core/settings/config.ts";
import { Ill } from "./finding.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine can reach the site, as in development. */
export const isLocal = ({ BASE_URL }: Pick<Settings, "BASE_URL">): boolean =>
  LOOPBACK.includes(new URL(BASE_URL).hostname);

/** Whether a request had proxy headers, and whether the proxy is trusted. */
export type Forwarding = "none" | "trusted" | "untrusted";

const SHARED = "all visitors share one rate limit";
const NAME_IT =
  "Set TRUSTED_PROXIES to the address or network from which the proxy connects, like 127.0.0.1, and let it send X-Forwarded-For.";

/** Compares the settings with the headers of one request. */
export function checkProxy(settings: Settings, forwarding: Forwarding | undefined): string {
  const { BASE_URL, TRUSTED_PROXIES } = settings;
  if (isLocal(settings)) return "no proxy is needed on this machine";
  if (BASE_URL.startsWith("https:") && TRUSTED_PROXIES.length === 0)
    throw new Ill(`a proxy serves https here, but TRUSTED_PROXIES is empty: ${SHARED}`, NAME_IT);
  if (forwarding === "untrusted")
    throw new Ill(`a proxy that is not in TRUSTED_PROXIES forwards requests: ${SHARED}`, NAME_IT);
  if (forwarding === "none" && TRUSTED_PROXIES.length > 0)
    throw new Ill(`the proxy sends no X-Forwarded-For: ${SHARED}`, NAME_IT);
  return TRUSTED_PROXIES.length ? `visitor addresses from ${TRUSTED_PROXIES.join(", ")} are trusted` : "there is none";
}
