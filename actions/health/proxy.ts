import type { Settings } from "#core/settings/config.ts";
import { type Text, t } from "#languages/words.ts";
import { Ill } from "./finding.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine can reach the site, as in development. */
export const isLocal = ({ BASE_URL }: Pick<Settings, "BASE_URL">): boolean =>
  LOOPBACK.includes(new URL(BASE_URL).hostname);

/** Whether a request had proxy headers, and whether the proxy is trusted. */
export type Forwarding = "none" | "trusted" | "untrusted";

const NAME_IT = t`Set TRUSTED_PROXIES to the address or network from which the proxy connects, like 127.0.0.1, and let it send X-Forwarded-For.`;

/** Compares the settings with the headers of one request. */
export function checkProxy(settings: Settings, forwarding: Forwarding | undefined): Text {
  const { BASE_URL, TRUSTED_PROXIES } = settings;
  if (isLocal(settings)) return t`no proxy is needed on this machine`;
  if (BASE_URL.startsWith("https:") && TRUSTED_PROXIES.length === 0)
    throw new Ill(
      t`a proxy serves https here, but TRUSTED_PROXIES is empty: all visitors share one rate limit`,
      NAME_IT,
    );
  if (forwarding === "untrusted")
    throw new Ill(
      t`a proxy that is not in TRUSTED_PROXIES forwards requests: all visitors share one rate limit`,
      NAME_IT,
    );
  if (forwarding === "none" && TRUSTED_PROXIES.length > 0)
    throw new Ill(t`the proxy sends no X-Forwarded-For: all visitors share one rate limit`, NAME_IT);
  return TRUSTED_PROXIES.length
    ? t`visitor addresses from ${TRUSTED_PROXIES.join(", ")} are trusted`
    : t`there is none`;
}
