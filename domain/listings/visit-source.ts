/** Hosts counted per listing and day; the rest are summed up. */
export const MOST_HOSTS = 40;
/** Hosts with fewer networks are not named: they could identify a person or be invented. */
export const LEAST_NETWORKS = 2;

/** Sources other than hosts: no Referer, this site, and everything unnamed. */
export const DIRECT = "direct";
export const FROM_SITE = "site";
export const OTHER = "other";

const LONGEST = 100;
/** A public host name: no IP addresses or intranet names. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const INSIDE = /\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid|example|onion|arpa)$/;

/**
 * The host of a Referer, or its placeholder. Paths, queries, ports and passwords are never stored.
 */
export function sourceOf(referer: string | undefined, ownHost: string): string {
  if (referer === undefined || referer === "") return DIRECT;
  const url = URL.parse(referer.slice(0, 2000));
  if (!url || !/^https?:$/.test(url.protocol)) return OTHER;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  if (host === ownHost) return FROM_SITE;
  const named = host.replace(/^www\./, "");
  return named.length <= LONGEST && HOST.test(named) && !INSIDE.test(named) ? named : OTHER;
}

export type Source = { host: string; visitors: number; networks: number };

export function shownSources(sources: readonly Source[], most: number): Pick<Source, "host" | "visitors">[] {
  const isNamed = ({ host, networks }: Source) =>
    host === DIRECT || host === FROM_SITE || (host !== OTHER && networks >= LEAST_NETWORKS);
  const ordered = sources.filter(isNamed).sort((a, b) => b.visitors - a.visitors || (a.host < b.host ? -1 : 1));
  const shown = ordered.slice(0, most).map(({ host, visitors }) => ({ host, visitors }));
  const sum = (all: readonly Pick<Source, "visitors">[]) => all.reduce((total, { visitors }) => total + visitors, 0);
  const rest = sum(sources) - sum(shown);
  return rest > 0 ? [...shown, { host: OTHER, visitors: rest }] : shown;
}

/** The host to drop for a new one: the fewest visitors among those from a single network. */
export const weakestOf = (sources: readonly Source[]): Source | undefined =>
  sources
    .filter(({ host, networks }) => networks < LEAST_NETWORKS && ![DIRECT, FROM_SITE, OTHER].includes(host))
    .sort((a, b) => a.visitors - b.visitors || (a.host < b.host ? -1 : 1))[0];

/** Hours since 1970, independent of the time zone. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / 3600_000);
