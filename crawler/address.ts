import ipaddr from "ipaddr.js";
import { parse } from "tldts";
import { CRAWL_WORDS, crawlText } from "#domain/drafts/crawl-words.ts";
import type { Text, Words } from "#languages/words.ts";
import { OutboundError } from "./outbound-error.ts";

/** Fixed addresses for hosts instead of DNS (OUTBOUND_RESOLVE). Keys are lower-case host names. */
export type Overrides = ReadonlyMap<string, { address: string; port: number }>;

const MAX_URL_LENGTH = 2048;

/** Azure's wire server has a public address, reachable by every guest of that cloud. */
const DENIED = new Set(["168.63.129.16"]);

/** Never public: special-use names (RFC 6761, 6762, 7686, 8375, 9476) and common local ones. */
const LOCAL_SUFFIXES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|test|example|invalid|onion|alt|arpa|lan|home|corp)$/;

/** Whether an IPv4 or IPv6 address, in any notation, is global unicast. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip); // unwraps ::ffff:127.0.0.1
  return address.range() === "unicast" && !DENIED.has(address.toString());
}

export const isAddressLiteral = (hostname: string): boolean => ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));

/**
 * Parses an untrusted URL into one that is safe to request, or throws OutboundError
 * `address_refused`. Hosts in `overrides` may have any name and port.
 */
export function checkUrl(text: string, overrides: Overrides = new Map()): URL {
  if (text.length > MAX_URL_LENGTH) throw refused(CRAWL_WORDS.long(String(MAX_URL_LENGTH)));
  if (!URL.canParse(text)) throw refused(CRAWL_WORDS.invalid());
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw refused(CRAWL_WORDS.scheme());
  if (url.username || url.password) throw refused(CRAWL_WORDS.credentials());
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  if (overrides.has(url.hostname)) return url;

  if (isAddressLiteral(url.hostname)) throw refused(CRAWL_WORDS.ip());
  if (!["", "80", "443"].includes(url.port)) throw refused(CRAWL_WORDS.port());
  if (LOCAL_SUFFIXES.test(url.hostname) || parse(url.hostname).domain === null) {
    throw refused(url.hostname === "" ? CRAWL_WORDS.noHost() : CRAWL_WORDS.notPublic(url.hostname));
  }
  return url;
}

/** Why a URL is refused without a request. DNS is checked later. */
export const createRefusalOf =
  (overrides: Overrides) =>
  (text: string): Text | undefined => {
    try {
      checkUrl(text, overrides);
      return undefined;
    } catch (error) {
      if (error instanceof OutboundError) return crawlText(error.message);
      throw error;
    }
  };

const refused = (message: Words) => new OutboundError("address_refused", message);
