import { domainToUnicode } from "node:url";

/** A host as people read it: bücher.example for xn--bcher-kva.example. */
export const readableHost = (host: string): string => domainToUnicode(host) || host;

/** An address with its host as people read it, for text. Links keep the address itself. */
export function readableUrl(url: string): string {
  const { hostname } = URL.parse(url) ?? { hostname: "" };
  return hostname.includes("xn--") ? url.replace(hostname, readableHost(hostname)) : url;
}
