import { z } from "zod";
import { hasAwards } from "#domain/site/site-shape.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, Slug, viewList } from "../schemas/common.ts";
import { AwardView, viewAward } from "../schemas/launch.ts";
import { CONCISE_LISTING } from "../schemas/listing.ts";

export const listAwards = defineTool({
  name: "list_awards",
  title: "List awards",
  description:
    "Launch of the Week, places 1 to 3 with the winning listings, newest week first; for one listing if " +
    "its slug is given. Awards depend on community votes only and keep the figures of their day.",
  access: "public",
  rest: "GET /awards",
  annotations: READ,
  remembered: true,
  concise: [...CONCISE_LISTING, "place", "week", "tied", "listing"],
  input: z.strictObject({ listing: Slug.optional().describe("slug from search_listings"), ...paging }),
  output: listOf(AwardView),

  async handler({ listing, ...input }, { store, settings }) {
    const request = pageRequest(input);
    const awards = hasAwards(store) ? await store.awards.list(listing, request) : { items: [], total: 0 };
    return viewList(awards, request, (award) => viewAward(award, { baseUrl: settings.BASE_URL }));
  },
});
