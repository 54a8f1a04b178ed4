import type { AppError } from "#core/errors/errors.ts";

/** Paths of protected resource metadata, by the path of the resource (RFC 9728, 3.1). */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

export type Asked = { resource: string; scopes: readonly string[] };

type Challenge = Asked & {
  error: Pick<AppError, "code" | "message">;
  /** Whether the request has a credential. Without one, there is no `error` (RFC 6750, 3.1). */
  sent: boolean;
  baseUrl: string;
};

/**
 * The WWW-Authenticate header of RFC 6750 and RFC 9728: how to get a credential, or a better one.
 */
export function challenge({ error, sent, scopes, resource, baseUrl }: Challenge): string {
  const parts = {
    ...(sent && {
      error: error.code === "insufficient_scope" ? error.code : "invalid_token",
      error_description: error.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
    }),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    resource_metadata: `${baseUrl}${RESOURCE_METADATA}${resource}`,
  };
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
