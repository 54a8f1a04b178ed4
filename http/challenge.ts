type Challenge = {
  /** The code of the refusal. */
  code: string;
  /** Whether the request carried a credential. Without one there is nothing to call wrong (RFC 6750, 3.1). */
  sent: boolean;
  detail?: string;
  scopes: readonly string[];
  /** Address of the resource's metadata. */
  metadata: string;
};

/** The WWW-Authenticate header of RFC 6750 and RFC 9728: how to get a credential, or a better one. */
export function challenge({ code, sent, detail, scopes, metadata }: Challenge): string {
  const parts = {
    ...(sent && { error: code === "insufficient_scope" ? code : "invalid_token" }),
    ...(sent && detail && { error_description: detail.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'") }),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    resource_metadata: metadata,
  };
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
