import { z } from "zod";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, Slug, viewList } from "../schemas/common.ts";
import { CONCISE_WORDS, ReviewView, viewReview } from "../schemas/community.ts";
import { Rating, viewRating } from "../schemas/listing.ts";

export const listReviews = defineTool({
  name: "list_reviews",
  title: "Reviews of a listing",
  description: `What reviewers wrote about one live listing, newest first, with their stars and the team's answers.
    People write reviews on the site only.`,
  access: "public",
  rest: "GET /listings/{slug}/reviews",
  annotations: READ,
  isAddition: true,
  remembered: true,
  concise: CONCISE_WORDS,
  input: z.strictObject({ slug: Slug.describe("from search_listings"), ...paging }),
  output: z.object({
    rating: Rating,
    write_url: z.string().describe("where people write one"),
    ...listOf(ReviewView).shape,
  }),

  async handler({ slug, ...input }, { store, settings: { BASE_URL: baseUrl } }) {
    const listing = await getLiveListing(slug, store);
    const request = pageRequest(input);
    const items = await store.reviews.published(listing.id, request.perPage, (request.page - 1) * request.perPage);
    const people = await store.profiles.people(
      items.flatMap(({ review }) => [review.accountId, ...(review.answeredBy ? [review.answeredBy] : [])]),
    );
    return {
      rating: viewRating(listing),
      write_url: `${baseUrl}/listings/${slug}#reviews`,
      ...viewList({ items, total: listing.ratingCount }, request, (signed) =>
        viewReview(signed, people, { baseUrl, slug }),
      ),
    };
  },
});
