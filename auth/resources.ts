import { RESOURCE_PATHS, RESOURCES, type ResourcePath } from "#actions/context.ts";
import type { Settings } from "#core/settings/config.ts";
import { teamPages } from "#core/settings/policies.ts";

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
export const resourceMetadata = (path: ResourcePath, settings: Settings) => ({
  resource: `${settings.BASE_URL}${path}`,
  authorization_servers: [settings.BASE_URL],
  scopes_supported: RESOURCES[path],
  bearer_methods_supported: ["header"],
  resource_name: settings.SITE_NAME,
  resource_documentation: `${settings.BASE_URL}/docs`,
  resource_policy_uri: teamPages(settings).privacy,
  resource_tos_uri: teamPages(settings).terms,
});
