import { z } from "zod";
import {
  type Founder,
  type InterviewAnswer,
  type Post,
  type Product,
  readingMinutes,
} from "../../domain/profiles/reading.ts";
import { plainMarkdown } from "../../domain/text/plain-markdown.ts";
import { Faq, viewTime } from "./common.ts";
import { ListingSummary, type Site, viewSummary } from "./listing.ts";

type Interview = Pick<InterviewAnswer, "questionId" | "question" | "answer">[];

const nullable = z.string().nullable();

export const FounderStory = z.object({
  kind: z.enum(["listing", "interview"]).describe("a story on a listing, or answers to the founder interview"),
  listing: z.object({ slug: z.string(), name: z.string(), listing_url: z.string() }).nullable(),
  sections: z.record(z.string(), z.string()),
  answers: z.array(z.object({ question_id: z.int(), question: z.string(), answer: z.string() })),
});

export const FounderView = z.object({
  slug: z.string(),
  name: z.string(),
  title: nullable.describe("role at their most voted listing"),
  bio: nullable,
  avatar_url: nullable,
  country: nullable,
  socials: z.record(z.string(), z.string()),
  founder_url: z.string(),
  companies: z.array(ListingSummary).describe("live listings, most voted first"),
  stories: z.array(FounderStory),
  listing_count: z.int(),
});

export const PostSummary = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  cover_url: nullable,
  tags: z.array(z.string()),
  post_url: z.string(),
  published_at: z.string(),
  updated_at: z.string(),
  reading_minutes: z.int(),
});

export const PostView = PostSummary.extend({ body_markdown: z.string(), faqs: z.array(Faq) });

export const ProductView = z.object({
  product: z.string(),
  name: z.string(),
  description: z.string(),
  price_cents: z.int(),
  currency: z.literal("USD"),
  vat_included: z.literal(false),
  needs_listing: z.boolean().describe("bought for one of the account's listings"),
  options: z.array(
    z.object({
      key: z.string(),
      type: z.string(),
      required: z.boolean(),
      minimum: z.int().nullable(),
      max: z.int().nullable(),
    }),
  ),
});

export const viewFounder = (founder: Founder, interview: Interview, site: Site): z.input<typeof FounderView> => ({
  slug: founder.slug,
  name: founder.name,
  title: founder.title,
  bio: founder.bio,
  avatar_url: founder.avatarUrl,
  country: founder.country,
  socials: founder.socials,
  founder_url: `${site.baseUrl}/founders/${founder.slug}`,
  companies: founder.companies.map((listing) => viewSummary(listing, site)),
  stories: [...viewStories(founder, site), ...viewInterview(interview)],
  listing_count: founder.companies.length,
});

/** Stories on their listings. */
const viewStories = ({ companies }: Founder, { baseUrl }: Site): z.input<typeof FounderStory>[] =>
  companies
    .filter(({ unlocked, profile }) => unlocked.includes("story") && Object.values(profile.story).some(Boolean))
    .map(({ slug, name, profile }) => ({
      kind: "listing",
      listing: { slug, name, listing_url: `${baseUrl}/listings/${slug}` },
      sections: profile.story,
      answers: [],
    }));

/** The interview as one story; none without an answer. */
const viewInterview = (answers: Interview): z.input<typeof FounderStory>[] =>
  answers.length
    ? [
        {
          kind: "interview",
          listing: null,
          sections: {},
          answers: answers.map(({ questionId, question, answer }) => ({ question_id: questionId, question, answer })),
        },
      ]
    : [];

export const viewPostSummary = (post: Post, { baseUrl }: Site): z.input<typeof PostSummary> => ({
  slug: post.slug,
  title: post.title,
  excerpt: plainMarkdown(post.excerpt),
  author: post.author,
  // Uploaded pictures have a path of this site.
  cover_url: post.coverUrl?.startsWith("/") ? baseUrl + post.coverUrl : post.coverUrl,
  tags: post.tags,
  post_url: `${baseUrl}/blog/${post.slug}`,
  published_at: viewTime(post.publishedAt),
  updated_at: viewTime(post.updatedAt),
  reading_minutes: readingMinutes(post.bodyMarkdown),
});

export const viewPost = (post: Post, site: Site): z.input<typeof PostView> => ({
  ...viewPostSummary(post, site),
  body_markdown: post.bodyMarkdown,
  faqs: post.faqs,
});

export const viewProduct = ({
  priceCents,
  needsListing,
  options,
  ...product
}: Product): z.input<typeof ProductView> => ({
  ...product,
  price_cents: priceCents,
  currency: "USD",
  vat_included: false,
  needs_listing: needsListing,
  options: options.map(({ key, type, required, minimum, maximum }) => ({
    key,
    type,
    required,
    minimum: minimum ?? null,
    max: maximum ?? null,
  })),
});
