import type { Settings } from "#core/settings/config.ts";
import { membersOf } from "#domain/text/record.ts";
import type { SafeFetch } from "../safe-fetch.ts";
import { asRating, type DomainRatings, registrable } from "./rating.ts";
import { trancoFile } from "./tranco-file.ts";

/** Where ratings are read over the network: the attribution that its license requires, the request and the figure. */
type Source = {
  name: string;
  request: (domain: string, key: string) => { url: string; headers: Record<string, string> };
  read: (answer: Record<string, unknown>) => unknown;
};

const SOURCES = {
  /** docs.ahrefs.com, "Get Domain Rating (free)". */
  ahrefs: {
    name: "Domain Rating by Ahrefs",
    request: (domain, key) => ({
      url: `https://api.ahrefs.com/v3/public/domain-rating-free?${new URLSearchParams({ target: domain, output: "json" })}`,
      headers: { authorization: `Bearer ${key}` },
    }),
    read: ({ domain_rating: figure }) => membersOf(figure).domain_rating ?? figure,
  },
  /** domcop.com/openpagerank/documentation: from 0 to 10. */
  "open-page-rank": {
    name: "Open PageRank",
    request: (domain, key) => ({
      url: `https://openpagerank.com/api/v1.0/getPageRank?${new URLSearchParams({ "domains[]": domain })}`,
      headers: { "api-opr": key },
    }),
    read({ response }) {
      const { status_code: status, page_rank_decimal: rank } = membersOf([response].flat()[0]);
      return status === 200 && typeof rank === "number" ? rank * 10 : null;
    },
  },
} satisfies Record<string, Source>;

/** Undefined if ratings are off. Throws if the key or file is missing. */
export function createDomainRatings(
  settings: Pick<Settings, "DOMAIN_RATING_PROVIDER" | "DOMAIN_RATING_KEY" | "DOMAIN_RATING_FILE">,
  fetchSite: SafeFetch,
): DomainRatings | undefined {
  const { DOMAIN_RATING_PROVIDER: provider, DOMAIN_RATING_KEY: key, DOMAIN_RATING_FILE: file } = settings;
  if (provider === "off") return undefined;
  if (provider === "tranco-file") {
    if (!file) throw new Error("DOMAIN_RATING_PROVIDER tranco-file needs DOMAIN_RATING_FILE.");
    return trancoFile(file);
  }
  if (!key) throw new Error(`DOMAIN_RATING_PROVIDER ${provider} needs DOMAIN_RATING_KEY.`);
  const { name, request, read }: Source = SOURCES[provider];
  return async (domain, signal) => {
    const { url, headers } = request(registrable(domain), key);
    const { status, body } = await fetchSite(url, {
      accept: "application/json",
      headers,
      maxBytes: 100_000,
      maxRedirects: 0,
      timeoutMs: 10_000,
      ...(signal ? { signal } : {}),
    });
    if (status === 404) return { value: null, source: name };
    // Without the URL, which may contain domains.
    if (status !== 200) throw new Error(`${name} answered with status ${status}.`);
    return { value: asRating(read(membersOf(JSON.parse(Buffer.from(body).toString("utf8"))))), source: name };
  };
}
