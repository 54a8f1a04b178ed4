import { dayNamed, weekOfDay } from "#domain/launches/launch-week.ts";
import { SLUG } from "#domain/text/slug.ts";

/** What a page follows: a listing, live or coming, or the race of a week by its Monday, or of a day. */
export type Topic = { name: string } & ({ kind: "listing"; slug: string } | { kind: "week" | "day"; date: string });

const MOST = 24;
const LONGEST = 240;

/** Where pages and browsers find the stream. */
export const LIVE_PATH = "/live";
export const listingTopic = (slug: string): string => `listing/${slug}`;
export const weekTopic = (monday: string): string => `week/${monday}`;
export const dayTopic = (date: string): string => `day/${date}`;

export function topicOf(name: string, zone: string): Topic | undefined {
  const [kind, key = "", ...more] = name.split("/");
  if (name.length > LONGEST || more.length > 0) return undefined;
  if (kind === "listing" && SLUG.test(key)) return { name, kind, slug: key };
  if (kind === "day" && dayNamed(key, zone)) return { name, kind, date: key };
  return kind === "week" && weekOfDay(key, zone)?.monday === key ? { name, kind, date: key } : undefined;
}

/** The topics of a request, each once; undefined if any is none, or if there are too many. */
export function topicsOf(names: readonly string[], zone: string): Topic[] | undefined {
  const wanted = new Set(names);
  const topics = [...wanted].flatMap((name) => topicOf(name, zone) ?? []);
  return topics.length === wanted.size && topics.length > 0 && topics.length <= MOST ? topics : undefined;
}
