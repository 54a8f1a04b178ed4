import { z } from "zod";
import { dayOf, weekOf } from "#domain/launches/launch-week.ts";
import type { Listing, ListingInList, Page } from "#domain/listings/listing.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, viewList } from "../schemas/common.ts";
import { viewWindow } from "../schemas/launch.ts";
import { CONCISE_LISTING, ListingSummary, viewSummary } from "../schemas/listing.ts";

const SECTIONS = [
  "today",
  "this-week",
  "trending",
  "most-voted",
  "recent",
  "most-viewed",
  "most-followed",
  "upcoming",
] as const;

export const listLaunches = defineTool({
  name: "list_launches",
  title: "List launches",
  description:
    `A feed of launches: today and this-week by votes cast in that time, trending by votes that lose ` +
    `half their weight every 48 hours, or all-time feeds, or upcoming.`,
  access: "public",
  rest: "GET /launches",
  annotations: READ,
  remembered: true,
  concise: [...CONCISE_LISTING, "launched_at"],
  input: z.strictObject({ section: z.enum(SECTIONS).default("this-week"), ...paging }),
  output: listOf(ListingSummary).extend({
    section: z.enum(SECTIONS),
    starts_at: z.string().nullable().describe("of today or this week; null for feeds without a window"),
    ends_at: z.string().nullable(),
    timezone: z.string(),
  }),

  async handler({ section, ...paged }, { store, settings, now }) {
    const zone = settings.SITE_TIMEZONE;
    const request = pageRequest(paged);
    const slice = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
    const window = section === "today" ? dayOf(now(), zone) : section === "this-week" ? weekOf(now(), zone) : undefined;

    async function read(): Promise<Page<Listing | ListingInList>> {
      if (!hasLaunches(store)) return { items: [], total: 0 };
      if (section === "today" || section === "this-week") {
        const { rows, total } = await store.launches.inWindow(given(window), slice);
        return { items: rows.map(({ listing }) => listing), total };
      }
      const { rows: items, total } = await (section === "upcoming"
        ? store.launches.upcoming(undefined, slice)
        : store.launches.feed(section, slice));
      return { items, total };
    }

    return {
      section,
      ...(window ? viewWindow(window, zone) : { starts_at: null, ends_at: null, timezone: zone }),
      ...viewList(await read(), request, (listing) => viewSummary(listing, { baseUrl: settings.BASE_URL })),
    };
  },
});
