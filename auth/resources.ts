import { RESOURCE_PATHS, RESOURCES, type ResourcePath } from "../actions/context.ts";
import type { Settings } from "../core/config.ts";

/**
 * The resource of an indicator. Tolerates only the host's case and a trailing slash.
 * Undefined if this site has no such resource.
 */
export function resourceOf(indicator: string, baseUrl: string): { audience: string; path: ResourcePath } | undefined {
  const url = URL.parse(indicator);
  if (!url || url.search || url.hash || /[?#]$/.test(indicator)) return undefined;
  const canonical = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  const path = RESOURCE_PATHS.find((path) => baseUrl + path === canonical);
  return path && { audience: canonical, path };
}

/**
 * RFC 9728 metadata of one resource, without offline_access, which concerns the authorization
 * server.
 */
export const resourceMetadata = (path: ResourcePath, { BASE_URL, SITE_NAME, PRIVACY_URL, TERMS_URL }: Settings) => ({
  resource: `${BASE_URL}${path}`,
  authorization_servers: [BASE_URL],
  scopes_supported: RESOURCES[path],
  bearer_methods_supported: ["header"],
  resource_name: SITE_NAME,
  resource_documentation: `${BASE_URL}/docs`,
  ...(PRIVACY_URL && { resource_policy_uri: PRIVACY_URL }),
  ...(TERMS_URL && { resource_tos_uri: TERMS_URL }),
});
