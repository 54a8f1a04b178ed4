import { z } from "zod";
import type { Caller } from "#actions/context.ts";
import { notFound } from "#core/errors/errors.ts";
import type { Reads } from "#store/store.ts";
import { defineTool, READ } from "../define.ts";
import { BadgeView, findBadgeSubject, StyleInput, viewBadges } from "../schemas/badge.ts";
import { Slug } from "../schemas/common.ts";

export const getBadges = defineTool({
  name: "get_badges",
  title: "Get a listing's badges",
  description: `Badges of one live listing, or of your own before that, with HTML embed code and SVG addresses
    in every style; eligible says which it may show, reason why not.
    A free listing goes live once its "Listed on" badge is on its own homepage.`,
  access: "public",
  rest: "GET /listings/{slug}/badges",
  annotations: READ,
  concise: ["kind", "title", "eligible", "reason", "html"],
  input: z.strictObject({ slug: Slug.describe("from search_listings"), ...StyleInput }),
  output: z.object({ items: z.array(BadgeView) }),

  async handler({ slug, ...style }, { store, settings, askCaller }) {
    const subject = await findBadgeSubject(store, slug);
    if (!subject || (subject.status !== "live" && !(await isOwned(subject.id, askCaller(), store))))
      throw notFound("live listing", slug, "Find slugs with search_listings.", await store.listings.slugsLike(slug, 3));
    return { items: viewBadges(subject, { baseUrl: settings.BASE_URL, siteName: settings.SITE_NAME }, style) };
  },
});

const isOwned = async (listingId: number, caller: Caller, { listings }: Pick<Reads, "listings">): Promise<boolean> =>
  caller.kind === "member" && (await listings.findOwned(listingId, caller.accountId)) !== undefined;
