import { domainToUnicode } from "node:url";

/** The Unicode form of a host: bücher.example for xn--bcher-kva.example. */
export const readableHost = (host: string): string => domainToUnicode(host) || host;

export function readableUrl(url: string): string {
  const { hostname } = URL.parse(url) ?? { hostname: "" };
  return hostname.includes("xn--") ? url.replace(hostname, readableHost(hostname)) : url;
}
