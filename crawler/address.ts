import ipaddr from "ipaddr.js";
import { parse } from "tldts";
import { OutboundError } from "./outbound-error.ts";

/** Where the operator sends requests for a host instead of asking DNS (OUTBOUND_RESOLVE). Keys are lower-case host names. */
export type Overrides = ReadonlyMap<string, { address: string; port: number }>;

const MAX_URL_LENGTH = 2048;

/** Azure's wire server answers from a public range; every guest on that cloud can reach it. */
const DENIED = new Set(["168.63.129.16"]);

/** Names that are never public: special use (RFC 6761, 6762, 7686, 8375, 9476) and common names in local networks. */
const LOCAL_SUFFIXES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|test|example|invalid|onion|alt|arpa|lan|home|corp)$/;

/** True for a global unicast address, IPv4 or IPv6, in any notation; false for anything else. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip); // unwraps ::ffff:127.0.0.1
  return address.range() === "unicast" && !DENIED.has(address.toString());
}

/** True when a URL's hostname is an IP literal, brackets or not. */
export const isAddressLiteral = (hostname: string): boolean => ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));

/**
 * Parses a URL that a user or a website named. Returns a URL that is safe to request, without a trailing dot or a fragment.
 * Throws OutboundError `address_refused` with the reason. A host in `overrides` may have any name and any port.
 */
export function checkUrl(text: string, overrides: Overrides = new Map()): URL {
  if (text.length > MAX_URL_LENGTH) throw refused(`The address is longer than ${MAX_URL_LENGTH} characters.`);
  if (!URL.canParse(text)) throw refused("The address is not a valid URL.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw refused("Only http and https addresses are supported.");
  if (url.username || url.password) throw refused("The address must not contain a user name or password.");
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  if (overrides.has(url.hostname)) return url;

  if (isAddressLiteral(url.hostname)) throw refused("The address must contain a domain name, not an IP address.");
  if (!["", "80", "443"].includes(url.port)) throw refused("Only ports 80 and 443 are supported.");
  if (LOCAL_SUFFIXES.test(url.hostname) || parse(url.hostname).domain === null) {
    throw refused(`${url.hostname || "The address"} is not the name of a public website.`);
  }
  return url;
}

/** Why an address is refused before any request. What its name resolves to is only known later. */
export const createRefusalOf =
  (overrides: Overrides) =>
  (text: string): string | undefined => {
    try {
      checkUrl(text, overrides);
      return undefined;
    } catch (error) {
      if (error instanceof OutboundError) return error.message;
      throw error;
    }
  };

const refused = (message: string) => new OutboundError("address_refused", message);
