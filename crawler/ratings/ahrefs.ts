import type { SafeFetch } from "../safe-fetch.ts";
import { askJson } from "./ask.ts";
import type { DomainRatings } from "./rating.ts";
import { asRating, registrable } from "./registrable.ts";

/** Attribution required by the source's license. */
const SOURCE = "Domain Rating by Ahrefs";

/** Free endpoint: docs.ahrefs.com, "Get Domain Rating (free)". */
export const ahrefs =
  (fetchSite: SafeFetch, key: string): DomainRatings =>
  async (domain, signal) => {
    const url = new URL("https://api.ahrefs.com/v3/public/domain-rating-free");
    url.searchParams.set("target", registrable(domain));
    url.searchParams.set("output", "json");
    const headers = { authorization: `Bearer ${key}` };
    const answer = (await askJson(fetchSite, url, { headers, source: SOURCE, signal })) as
      | { domain_rating?: unknown }
      | undefined;
    const figure = answer?.domain_rating;
    const nested = typeof figure === "object" && figure !== null && "domain_rating" in figure;
    return { value: asRating(nested ? figure.domain_rating : figure), source: SOURCE };
  };
