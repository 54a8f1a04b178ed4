import { hash } from "node:crypto";
import { errors } from "oidc-provider";
import { canonicalJson } from "../domain/canonical-json.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_REDIRECT_URIS = 10;
const MAX_METADATA_LENGTH = 16_384;
const MAX_DEPTH = 6;
/** Schemes that run or show something in the browser instead of opening an app. */
const UNSAFE_SCHEMES = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
  "view-source:",
]);

export const isLoopback = (url: URL): boolean => url.protocol === "http:" && LOOPBACK.has(url.hostname);

type Metadata = Record<string, unknown>;

/**
 * Makes the metadata of a client, registered or fetched, fit for the provider's own checks. Changes it in place, because the
 * provider offers no other way. Throws InvalidClientMetadata or InvalidRedirectUri.
 */
export function normaliseClient(metadata: Metadata): void {
  refuseUnreasonable(metadata);
  // Scopes are decided for each authorization; a registered list would only refuse some of them later.
  delete metadata.scope;

  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : [];
  if (uris.length > MAX_REDIRECT_URIS) throw new errors.InvalidRedirectUri("too many redirect_uris");
  const parsed = uris.map(readRedirectUri);
  // Native clients listen on a port of the moment, and many forget to say that they are native.
  if (parsed.some((url) => isLoopback(url) || !/^https?:$/.test(url.protocol))) metadata.application_type = "native";

  if (metadata.token_endpoint_auth_method === "none") {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
}

/** Everything after this may recurse and store: nothing in client metadata is nested beyond a key set. */
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
  if (!url) throw new errors.InvalidRedirectUri("redirect_uris must only contain valid URIs");
  if (url.username || url.password) throw new errors.InvalidRedirectUri("redirect_uris must not contain credentials");
  if (url.hash) throw new errors.InvalidRedirectUri("redirect_uris must not contain fragments");
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new errors.InvalidRedirectUri("redirect_uris must use https or a loopback address");
  }
  if (UNSAFE_SCHEMES.has(url.protocol)) throw new errors.InvalidRedirectUri("redirect_uris must not use this scheme");
  return url;
}

/**
 * The same public client gets the same id, however often it registers: assistants register on every connect. Loopback ports differ
 * each time and do not count. A client with a secret of its own gets a new id.
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

/** A client's name as it may be shown: one line, no invisible or direction-changing characters, at most 60 characters. */
export function shownName(name: string | undefined, fallback: string): string {
  const clean = [
    ...(name ?? "")
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  if (clean.length === 0) return fallback;
  return clean.length > 60 ? `${clean.slice(0, 59).join("")}…` : clean.join("");
}
