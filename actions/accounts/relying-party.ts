import { isIP } from "node:net";
import type { Settings } from "#core/settings/config.ts";

/**
 * This site as a WebAuthn relying party; undefined on IP addresses and without https, where
 * passkeys do not work.
 */
export function relyingPartyOf({
  BASE_URL,
  SITE_NAME,
}: Pick<Settings, "BASE_URL" | "SITE_NAME">): { id: string; name: string; origin: string } | undefined {
  const { hostname, protocol, origin } = new URL(BASE_URL);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  const isSafe = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
  return isAddress || !isSafe ? undefined : { id: hostname, name: SITE_NAME, origin };
}
