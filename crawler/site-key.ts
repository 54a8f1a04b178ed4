import { getDomain, parse } from "tldts";

/** Like `foo.github.io` or `foo.co.uk`; the host itself if it has none. */
export const registrableDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;

/** Whether two addresses are of one registrable domain. */
export const isSameSite = (one: string | URL, other: string | URL): boolean =>
  registrableDomain(new URL(one).hostname) === registrableDomain(new URL(other).hostname);

/** Hosts where two path segments name a project (owner/repository, group/page). */
const SHARED_HOSTS = new Set(
  `github.com gitlab.com bitbucket.org codeberg.org sourceforge.net git.sr.ht gitee.com huggingface.co npmjs.com pypi.org crates.io
  packagist.org rubygems.org nuget.org hub.docker.com snapcraft.io flathub.org apps.microsoft.com f-droid.org notion.site
  sites.google.com linktr.ee gumroad.com producthunt.com play.google.com apps.apple.com chromewebstore.google.com chrome.google.com
  addons.mozilla.org marketplace.visualstudio.com`.split(/\s+/),
);

export const isSharedHost = (hostname: string): boolean => SHARED_HOSTS.has(hostname.replace(/^(www|m)\./, ""));

/**
 * App stores where the first two segments are equal for all apps: the part of the URL that
 * identifies an app.
 */
const APP_ID: Record<string, (url: URL) => string | undefined> = {
  "play.google.com": (url) => url.searchParams.get("id") ?? undefined,
  "apps.apple.com": (url) => /\/(id\d+)/.exec(url.pathname)?.[1],
  "chromewebstore.google.com": (url) => /\/([a-p]{32})(\/|$)/.exec(url.pathname)?.[1],
  "chrome.google.com": (url) => /\/([a-p]{32})(\/|$)/.exec(url.pathname)?.[1],
  "addons.mozilla.org": (url) => /\/addon\/([^/]+)/.exec(url.pathname)?.[1],
  "marketplace.visualstudio.com": (url) => url.searchParams.get("itemName") ?? undefined,
};

const INDEX_FILE = /^(index|default|home)\.(x?html?|php\d?|aspx?|jsp|cgi)$/;
const LANGUAGE =
  /^(ar|bg|cs|da|de|el|en|es|et|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh)([-_][a-z]{2,4})?$/;

const suffixOf = (hostname: string) => parse(hostname, { allowPrivateDomains: true });

/** Whether people register names below this host, which can also be a website, like `surge.sh`. */
const isPublicSuffix = (hostname: string): boolean =>
  hostname.includes(".") && suffixOf(hostname).publicSuffix === hostname;

/** The host without `www.` or `m.`; undefined if it is no public name. `m.github.io` is somebody's own site. */
function siteHost(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, "");
  const { isIp, domain } = suffixOf(name);
  if (isIp || (domain === null && !isPublicSuffix(name))) return undefined;
  const [prefix = ""] = /^(www|m)\./.exec(name) ?? [];
  const rest = name.slice(prefix.length);
  return rest.includes(".") && (prefix !== "m." || !isPublicSuffix(rest)) ? rest : name;
}

/**
 * The key of a website, like `acme.com` or `docs.acme.com/product`: host and path. Shared hosts:
 * host and project. Undefined if there is none.
 */
export function siteKey(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  const host = siteHost(parsed.hostname);
  if (host === undefined) return undefined;

  const segments = pathSegments(parsed);
  if (SHARED_HOSTS.has(host)) {
    const id = APP_ID[host]?.(parsed)?.toLowerCase();
    return [host, ...(id ? [id] : segments.slice(0, 2))].join("/");
  }
  if (LANGUAGE.test(segments[0] ?? "")) segments.shift();
  return [host, ...segments].join("/");
}

/**
 * The domain whose other websites probably belong to the same maker. Undefined for shared hosts and
 * public suffixes.
 */
export function makersDomain(url: string): string | undefined {
  const { hostname } = new URL(url);
  return isSharedHost(hostname) ? undefined : (getDomain(hostname, { allowPrivateDomains: true }) ?? undefined);
}

/**
 * Possible homepages: the declared URL, then the root of its domain without and with www., unless
 * the host is shared.
 */
export function homepagesOf(url: string): string[] {
  const declared = new URL(url);
  if (SHARED_HOSTS.has(declared.hostname.replace(/^(www|m)\./, ""))) return [declared.href];
  const root = (hostname: string): string => Object.assign(new URL("/", declared), { hostname }).href;
  const domain = registrableDomain(declared.hostname);
  return [...new Set([declared.href, root(domain), root(`www.${domain}`)])];
}

function pathSegments(url: URL): string[] {
  const segments = url.pathname.split("/").filter(Boolean).map(decoded);
  if (INDEX_FILE.test(segments.at(-1) ?? "")) segments.pop();
  return segments;
}

function decoded(segment: string): string {
  try {
    // A decoded slash would add a segment.
    return decodeURIComponent(segment).replaceAll("/", "%2f").normalize("NFC").toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}
