import { hash } from "node:crypto";
import { errors } from "oidc-provider";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { cleanLine } from "#domain/text/text.ts";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_REDIRECT_URIS = 10;
const MAX_METADATA_LENGTH = 16_384;
const MAX_DEPTH = 6;
/**
 * Known apps whose custom scheme is not a reversed domain name (RFC 8252, 7.1). Any other such
 * scheme may belong to a program that acts on what it receives.
 */
const APP_SCHEMES = new Set([
  "cherrystudio:",
  "claude:",
  "cursor:",
  "kiro:",
  "raycast:",
  "trae:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "warp:",
  "windsurf:",
  "zed:",
]);

export const isLoopback = (url: URL): boolean => url.protocol === "http:" && LOOPBACK.has(url.hostname);

type Metadata = Record<string, unknown>;

/**
 * Normalises client metadata, registered or fetched, for the provider's own checks. In place,
 * because the provider offers no other way. Throws InvalidClientMetadata.
 */
export function normaliseClient(metadata: Metadata): void {
  refuseUnreasonable(metadata);
  // Scopes are decided per authorization; a registered list would only refuse some later.
  delete metadata.scope;
  delete metadata.sector_identifier_uri;

  if (metadata.token_endpoint_auth_method === "none") {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }

  const { grant_types: grants, redirect_uris: uris = [] } = metadata;
  // Such a client never redirects anybody here.
  if (Array.isArray(grants) && grants.length > 0 && grants.every((grant) => grant === JWT_BEARER)) {
    metadata.redirect_uris = [];
    metadata.response_types = [];
    return;
  }
  if (!Array.isArray(uris) || uris.length === 0) throw refuse("must be a list of at least one address");
  if (uris.length > MAX_REDIRECT_URIS) throw refuse(`must be at most ${MAX_REDIRECT_URIS} addresses`);
  const parsed = uris.map(readRedirectUri);
  // Native clients listen on a random port, and many do not declare that they are native.
  if (parsed.some((url) => isLoopback(url) || !/^https?:$/.test(url.protocol))) metadata.application_type = "native";
}

/** Bounds depth before code that recurses: valid metadata is nested no deeper than a key set. */
function refuseUnreasonable(metadata: Metadata): void {
  let level: unknown[] = [metadata];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new errors.InvalidClientMetadata("the client metadata is nested too deeply");
    level = level.flatMap((value) => (value !== null && typeof value === "object" ? Object.values(value) : []));
  }
  if (JSON.stringify(metadata).length > MAX_METADATA_LENGTH) {
    throw new errors.InvalidClientMetadata("the client metadata is too large");
  }
}

function readRedirectUri(text: unknown): URL {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (!url) throw refuse("must only contain valid URIs", text);
  if (url.username || url.password) throw refuse("must not contain credentials", text);
  if (url.hash || url.href.endsWith("#")) throw refuse("must not contain fragments", text);
  if (url.protocol === "http:" && !isLoopback(url)) throw refuse("must use https or a loopback address", text);
  if (!/^https?:$/.test(url.protocol) && !url.protocol.includes(".") && !APP_SCHEMES.has(url.protocol)) {
    throw refuse("must use https, a loopback address, or a scheme that is a reversed domain name of yours", text);
  }
  return url;
}

/** The provider turns a description that starts with this into `invalid_redirect_uri`; it drops others. */
function refuse(what: string, uri?: unknown): errors.OIDCProviderError {
  const shown = String(JSON.stringify(uri))
    .slice(0, 200)
    .replace(/[^\x20-\x7e]/g, "?");
  return new errors.InvalidClientMetadata(`redirect_uris ${what}${uri === undefined ? "" : `: ${shown}`}`);
}

/**
 * Public clients get a stable id, because assistants register on every connect. Loopback ports are
 * ignored. Clients with a secret get a new id.
 */
export function clientIdFor(metadata: Metadata, random: (bytes: number) => Buffer): string {
  refuseUnreasonable(metadata);
  if ((metadata.token_endpoint_auth_method ?? "none") !== "none") return `dcr_${random(16).toString("base64url")}`;
  const { redirect_uris: uris, client_id: _, client_secret: __, ...rest } = metadata;
  const redirects = Array.isArray(uris) ? uris.map(withoutLoopbackPort).sort() : [];
  return `dcr_${hash("sha256", canonicalJson({ ...rest, redirects }), "base64url").slice(0, 27)}`;
}

function withoutLoopbackPort(text: unknown): string {
  const url = URL.parse(String(text));
  if (!url || !isLoopback(url)) return String(text);
  url.port = "";
  return url.href;
}

/** A client's name for display: one line of at most 60 characters. */
export function shownName(name: string | undefined, fallback: string): string {
  const clean = [...cleanLine(name ?? "")];
  if (clean.length === 0) return fallback;
  return clean.length > 60 ? `${clean.slice(0, 59).join("")}…` : clean.join("");
}
