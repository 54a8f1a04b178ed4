import type { Random } from "../../../../data/demo/random.ts";
import { type Subject, visits } from "../subject.ts";

const VISITS = 1000;
/** The first and the last pages that anybody may ask for, in so many sizes: more than are remembered. */
const [FIRST, LAST] = [25, 1000];
const SIZES = [20, 49] as const;

/** A random page near the top of a list, or far below, where a short list has ended. */
const pageOf = (random: Random, isDeep: boolean): string => {
  const page = random.between(1, FIRST) + (isDeep ? LAST - FIRST : 0);
  return `page=${page}&per_page=${random.between(...SIZES)}`;
};
const rest =
  (path: string, isDeep = false): Subject["requests"] =>
  ({ random }) =>
    Array.from({ length: VISITS }, () => ({ method: "GET", path: `${path}${pageOf(random, isDeep)}` }));

/** First pages of each long list, and the last ones. */
export const longListSubjects: Subject[] = [false, true].flatMap((isDeep): Subject[] => {
  const where = isDeep ? "deep pages" : "first pages";
  const last = isDeep ? LAST : FIRST;
  return [
    { name: `listings, ${where}`, requests: rest("/api/v1/listings?sort=newest&", isDeep) },
    { name: `launches, ${where}`, requests: rest("/api/v1/launches?section=trending&", isDeep) },
    {
      name: `categories, ${where}`,
      requests: ({ categories, random }) =>
        Array.from({ length: VISITS }, () => ({
          method: "GET",
          path: `/api/v1/categories/${random.pick(categories)}?${pageOf(random, isDeep)}`,
        })),
    },
    { name: `leaderboard of votes, ${where}`, requests: rest("/api/v1/leaderboards/community-all-time?", isDeep) },
    { name: `founders, ${where}`, requests: rest("/api/v1/founders?", isDeep) },
    {
      name: `page of founders, ${where}`,
      requests: ({ random }) => visits(random, () => `/founders?page=${last - random.between(0, FIRST - 1)}`, VISITS),
    },
  ];
});

export const sitemapSubjects: Subject[] = [
  { name: "sitemap", requests: () => [{ method: "GET", path: "/sitemap.xml" }] },
  { name: "categories by REST", requests: () => [{ method: "GET", path: "/api/v1/categories" }] },
];
