import { z } from "zod";
import type { About } from "#actions/community/read-comments.ts";
import { publishedAnswer } from "#actions/community/review.ts";
import { NOBODY, type PublicPerson, profilePath, shownName } from "#domain/profiles/profile.ts";
import type { SignedComment, Thread } from "#store/repos/community/comments.ts";
import type { SignedReview } from "#store/repos/community/reviews.ts";
import { viewTime, viewTimeOrNull } from "./common.ts";

const Person = z.object({ name: z.string(), profile_url: z.string().nullable() });

export const ReviewView = z.object({
  id: z.int(),
  author: Person,
  rating: z.int().describe("stars, 1 to 5"),
  title: z.string().nullable(),
  body: z.string(),
  updated_at: z.string(),
  review_url: z.string(),
  answer: z.object({ author: Person, body: z.string() }).nullable().describe("of the team of the listing"),
});

export const CommentView = z.object({
  id: z.string(),
  author: Person.nullable().describe("null if the comment was removed"),
  is_maker: z.boolean().describe("of the team of the listing"),
  about: z.enum(["listing", "launch"]),
  answers: z.string().nullable().describe("the author of the reply that it answers"),
  body: z.string().nullable().describe("Markdown; null if the comment was removed"),
  reactions: z.record(z.string(), z.int()),
  comment_url: z.string(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
});

export const ThreadView = CommentView.extend({
  replies: z.array(CommentView).describe("the first ones"),
  reply_count: z.int(),
});

export const CONCISE_WORDS = ["id", "author", "name", "rating", "body", "reply_count", "review_url", "comment_url"];

type Place = { baseUrl: string; slug: string };
type People = ReadonlyMap<string, PublicPerson>;

function viewPerson(people: People, id: string | null, { baseUrl }: Place): z.input<typeof Person> {
  const person = people.get(id ?? "") ?? NOBODY;
  return {
    name: shownName(person),
    profile_url: person.handle === null ? null : baseUrl + profilePath(person.handle),
  };
}

export function viewReview({ review }: SignedReview, people: People, place: Place): z.input<typeof ReviewView> {
  const { id, accountId, rating, title, body, updatedAt, answeredBy } = review;
  const answer = publishedAnswer(review);
  return {
    id,
    author: viewPerson(people, accountId, place),
    rating,
    title,
    body,
    updated_at: viewTime(updatedAt),
    review_url: `${place.baseUrl}/listings/${place.slug}#review-${id}`,
    answer: answer === null ? null : { author: viewPerson(people, answeredBy, place), body: answer },
  };
}

export function viewComment(
  { comment, isMaker, answers }: SignedComment,
  { people, reactions }: About,
  place: Place,
): z.input<typeof CommentView> {
  const { id, threadId, accountId, subject, createdAt, editedAt } = comment;
  const isShown = comment.status === "published";
  return {
    id,
    author: isShown ? viewPerson(people, accountId, place) : null,
    is_maker: isShown && isMaker,
    about: subject,
    answers: isShown ? answers : null,
    body: isShown ? comment.body : null,
    reactions: isShown ? Object.fromEntries(reactions.get(id) ?? []) : {},
    comment_url: `${place.baseUrl}/listings/${place.slug}/comments/${threadId ?? id}`,
    created_at: viewTime(createdAt),
    edited_at: isShown ? viewTimeOrNull(editedAt) : null,
  };
}

export const viewThread = (thread: Thread, about: About, place: Place): z.input<typeof ThreadView> => ({
  ...viewComment(thread, about, place),
  replies: thread.replies.map((reply) => viewComment(reply, about, place)),
  reply_count: thread.total,
});
