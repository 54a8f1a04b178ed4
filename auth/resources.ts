import { SCOPES } from "../actions/context.ts";

/** What a token can be issued for, below the base address; the first is the default. */
export const RESOURCE_PATHS = ["/mcp", "/mcp/account", "/api/v1"] as const;

/**
 * The resource of an indicator. Tolerates only the host's case and a trailing slash.
 * Undefined if this site has no such resource.
 */
export function resourceOf(indicator: string, baseUrl: string): string | undefined {
  const url = URL.parse(indicator);
  if (!url || url.search || url.hash || /[?#]$/.test(indicator)) return undefined;
  const canonical = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  return RESOURCE_PATHS.map((path) => baseUrl + path).find((resource) => resource === canonical);
}

/**
 * RFC 9728 metadata of one resource, without offline_access, which concerns the authorization
 * server.
 */
export const resourceMetadata = (path: string, site: { baseUrl: string; name: string }) => ({
  resource: `${site.baseUrl}${path}`,
  authorization_servers: [site.baseUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: site.name,
  resource_documentation: `${site.baseUrl}/docs`,
});
