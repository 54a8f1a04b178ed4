import { z } from "zod";
import type { Founder, InterviewAnswer } from "#domain/profiles/founder.ts";
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

const viewStories = ({ companies }: Founder, { baseUrl }: Site): z.input<typeof FounderStory>[] =>
  companies
    .filter(({ unlocked, profile }) => unlocked.includes("story") && Object.values(profile.story).some(Boolean))
    .map(({ slug, name, profile }) => ({
      kind: "listing",
      listing: { slug, name, listing_url: `${baseUrl}/listings/${slug}` },
      sections: profile.story,
      answers: [],
    }));

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
