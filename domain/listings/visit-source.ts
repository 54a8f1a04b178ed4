/** Hosts of a listing that are counted each day. Visitors from further ones are counted together. */
export const MOST_HOSTS = 40;
/** A host that fewer networks sent visitors from is not named: it could name a person, or be made up. */
export const LEAST_NETWORKS = 2;

/** Sources that are no host: no Referer, this site, and everything that is not named. */
export const DIRECT = "direct";
export const FROM_SITE = "site";
export const OTHER = "other";

const LONGEST = 100;
/** A name below a top level domain: no address of a network, and nothing that only an office knows. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const INSIDE = /\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid|example|onion|arpa)$/;

/** The host of a Referer, or what stands for it. Paths, queries, ports and passwords are never kept. */
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

/** Sources as their owner sees them: the most visitors first, with those that are not named as one. */
export function shownSources(sources: readonly Source[], most: number): Pick<Source, "host" | "visitors">[] {
  const isNamed = ({ host, networks }: Source) =>
    host === DIRECT || host === FROM_SITE || (host !== OTHER && networks >= LEAST_NETWORKS);
  const ordered = sources.filter(isNamed).sort((a, b) => b.visitors - a.visitors || (a.host < b.host ? -1 : 1));
  const shown = ordered.slice(0, most).map(({ host, visitors }) => ({ host, visitors }));
  const sum = (all: readonly Pick<Source, "visitors">[]) => all.reduce((total, { visitors }) => total + visitors, 0);
  const rest = sum(sources) - sum(shown);
  return rest > 0 ? [...shown, { host: OTHER, visitors: rest }] : shown;
}

/** The host that makes room for another one: of those that one network sent, the one with the fewest visitors. */
export const weakestOf = (sources: readonly Source[]): Source | undefined =>
  sources
    .filter(({ host, networks }) => networks < LEAST_NETWORKS && ![DIRECT, FROM_SITE, OTHER].includes(host))
    .sort((a, b) => a.visitors - b.visitors || (a.host < b.host ? -1 : 1))[0];

/** Hours since 1970: figures of a launch day are kept by them, whatever the zone. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / 3600_000);
