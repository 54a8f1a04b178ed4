/** A tag as its parser understood it. `code` is the text of a script without `src`. */
export type HeadTag = {
  name: "meta" | "link" | "script";
  attributes: Readonly<Record<string, string>>;
  code?: string;
};

/** What the team adds to the pages that everyone may read. */
export type SiteHead = {
  /** As typed, for its form. Pages get `tags`. */
  html: string;
  tags: readonly HeadTag[];
  /** Hosts of scripts besides those that their tags name. */
  hosts: readonly string[];
  /** The hash of the own style sheet, whose text is a file of the site. */
  css: string | null;
};

export const DEFAULT_HEAD: SiteHead = { html: "", tags: [], hosts: [], css: null };

export const HEAD_LIMITS = { html: 20_000, hosts: 20, css: 50_000 } as const;

const DATA = ["application/ld+json", "application/json"];
/** Whether a script is data, which no browser runs. */
export const isData = (type: string | undefined): boolean => DATA.includes(type ?? "");

const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/** A URL that a page may load: with https, or on this machine. */
export function webUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim(), "https://relative.invalid");
  if (!url || url.hostname === "relative.invalid" || url.username || url.password) return undefined;
  const isReachable =
    url.protocol === "https:" ? url.hostname.includes(".") : url.protocol === "http:" && LOOPBACK.test(url.hostname);
  return isReachable ? url : undefined;
}

const HOST =
  /^(?:(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,}|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

/** Reads one host per line, with or without a scheme. Returns the first invalid line as fault. */
export function readHosts(text: string): string[] | { fault: string } {
  const hosts = new Set<string>();
  for (const line of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const host = (line.includes("//") ? line : `https://${line}`).replace(/\/$/, "");
    if (!HOST.test(host)) return { fault: line };
    hosts.add(host);
  }
  return [...hosts];
}

type Vendor = { of: RegExp; scripts?: readonly string[]; reached?: readonly string[] };
/** What the scripts of known vendors load and reach beyond the hosts that their tags name. */
const VENDORS: readonly Vendor[] = [
  {
    of: /\.(googletagmanager|google-analytics)\.com$/,
    scripts: ["https://*.googletagmanager.com"],
    reached: ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"],
  },
  { of: /\.clarity\.ms$/, scripts: ["https://*.clarity.ms"], reached: ["https://*.clarity.ms", "https://c.bing.com"] },
  { of: /^static\.cloudflareinsights\.com$/, reached: ["https://cloudflareinsights.com"] },
  { of: /\.simpleanalyticscdn\.com$/, reached: ["https://queue.simpleanalyticscdn.com"] },
  { of: /^cloud\.umami\.is$/, reached: ["https://*.umami.is", "https://*.umami.dev"] },
  { of: /\.posthog\.com$/, scripts: ["https://*.posthog.com"], reached: ["https://*.posthog.com"] },
  { of: /^mc\.yandex\.(ru|com)$/, reached: ["https://mc.yandex.ru", "https://mc.yandex.com"] },
  { of: /^connect\.facebook\.net$/, reached: ["https://www.facebook.com"] },
];

/** Web addresses that a text has in quotes. */
const QUOTED = /["'`]((?:https?:)?\/\/[^\s"'`<>\\]+)/g;
const urlsIn = (code: string): URL[] => [...code.matchAll(QUOTED)].flatMap(([, found = ""]) => webUrl(found) ?? []);

/** A script's own address in the form that a policy takes: without its query, and without what ends a source. */
const sourceOf = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/[;,]/g, (mark) => (mark === ";" ? "%3B" : "%2C"));

/** What the policy of public pages allows for the tags: scripts one by one, and the hosts that they reach. */
export function sourcesOf({ tags, hosts }: Pick<SiteHead, "tags" | "hosts">): { scripts: string[]; reached: string[] } {
  const [scripts, reached] = [new Set(hosts), new Set(hosts)];
  for (const { name, attributes, code = "" } of tags) {
    if (name !== "script" || isData(attributes.type)) continue;
    const src = webUrl(attributes.src ?? "");
    const named = urlsIn(code);
    const told = Object.entries(attributes).flatMap(([key, value]) => (key.startsWith("data-") && webUrl(value)) || []);
    if (src) scripts.add(sourceOf(src));
    for (const { origin } of named) scripts.add(origin);
    const urls = [src ?? [], named, told].flat();
    for (const { origin } of urls) reached.add(origin);
    for (const vendor of VENDORS.filter(({ of }) => urls.some(({ hostname }) => of.test(hostname)))) {
      for (const host of vendor.scripts ?? []) scripts.add(host);
      for (const host of vendor.reached ?? []) reached.add(host);
    }
  }
  return { scripts: [...scripts], reached: [...reached] };
}
