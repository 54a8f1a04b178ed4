import { z } from "zod";
import { interviewsOf } from "#actions/profiles/interviews-of.ts";
import type { Page, PageRequest } from "#domain/listings/listing.ts";
import type { Founder, FounderFilter } from "#domain/profiles/founder.ts";
import { given } from "#domain/text/given.ts";
import type { Reads } from "#store/store.ts";
import { defineTool, READ } from "../define.ts";
import { CountryFilter, listOf, pageRequest, paging, term, viewList } from "../schemas/common.ts";
import { FounderView, viewFounder } from "../schemas/founder.ts";

const MOST_LISTINGS = 50;

export const listFounders = defineTool({
  name: "list_founders",
  title: "List founders",
  description: "Founders of live listings by name, with their companies. Read one with get_founder.",
  access: "public",
  rest: "GET /founders",
  annotations: READ,
  concise: ["slug", "name", "title", "country", "companies", "founder_url"],
  anonymousLimits: { q: "search-anonymous" },
  input: z.strictObject({
    q: term(120).optional().describe("name or product"),
    country: CountryFilter.optional().describe("of the founder, or else of one of their listings"),
    ...paging,
  }),
  output: listOf(FounderView).extend({
    hint: z.string().optional().describe("what was tried, if no founder has the name"),
  }),

  async handler({ q, country, ...input }, { store, settings }) {
    const request = pageRequest(input);
    const from = country === undefined ? {} : { country: country.toUpperCase() };
    const named = await store.founders.list({ ...(q === undefined ? {} : { q }), ...from }, request);
    const isUnknown = q !== undefined && named.total === 0;
    const found = isUnknown ? await foundersBehind({ q, ...from }, request, store) : named;
    const interviews = await interviewsOf(found.items, store);
    const list = viewList(found, request, (founder) =>
      viewFounder(founder, given(interviews.get(founder)), { baseUrl: settings.BASE_URL }),
    );
    return isUnknown ? { ...list, hint: hintOf(found.total) } : list;
  },
});

const hintOf = (total: number): string =>
  total > 0
    ? "No founder has this name. These are behind the listings that the words find."
    : "No founder has this name, and no listing has these words.";

async function foundersBehind(
  { q, country }: FounderFilter & { q: string },
  { page, perPage }: PageRequest,
  { founders, listings }: Pick<Reads, "founders" | "listings">,
): Promise<Page<Founder>> {
  const found = await listings.search({ q, status: "live", sort: "relevance" }, { page: 1, perPage: MOST_LISTINGS });
  const all = await founders.ofListings(
    found.items.map(({ id }) => id),
    country,
  );
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}
