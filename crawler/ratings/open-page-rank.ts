import type { SafeFetch } from "../safe-fetch.ts";
import { askJson } from "./ask.ts";
import type { DomainRatings } from "./rating.ts";
import { asRating, registrable } from "./registrable.ts";

const SOURCE = "Open PageRank";
type Answer = { response?: { status_code?: number; page_rank_decimal?: unknown }[] };

/** Converts 0 to 10 into 0 to 100: domcop.com/openpagerank/documentation. */
export const openPageRank =
  (fetchSite: SafeFetch, key: string): DomainRatings =>
  async (domain, signal) => {
    const url = new URL("https://openpagerank.com/api/v1.0/getPageRank");
    url.searchParams.set("domains[]", registrable(domain));
    const answer = (await askJson(fetchSite, url, { headers: { "api-opr": key }, source: SOURCE, signal })) as
      | Answer
      | undefined;
    const [found] = answer?.response ?? [];
    const rank = found?.status_code === 200 ? found.page_rank_decimal : undefined;
    return { value: typeof rank === "number" ? asRating(rank * 10) : null, source: SOURCE };
  };
