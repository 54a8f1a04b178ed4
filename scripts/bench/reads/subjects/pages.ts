import { asVisitor, type Subject, visits } from "../subject.ts";

const VISITS = 5000;
/** Those of generated listings that are not empty: nothing was paid for and no revenue is known. */
const BOARDS = ["community-weekly", "community-all-time", "domain-rating"];
/** So many listings are read again and again. */
const POPULAR = 50;

export const pageSubjects: Subject[] = [
  { name: "home page", requests: ({ random }) => visits(random, () => "/", VISITS) },
  {
    name: "listing page, each another one",
    requests: ({ slugs, random }) =>
      slugs.map((slug) => ({ method: "GET", path: `/listings/${slug}`, headers: asVisitor(random) })),
  },
  {
    name: `listing page, one of ${POPULAR}`,
    requests: ({ slugs, random }) => {
      const popular = slugs.slice(0, POPULAR);
      return visits(random, () => `/listings/${random.pick(popular)}`, VISITS);
    },
  },
  {
    name: "category page",
    requests: ({ categories, random }) => visits(random, () => `/categories/${random.pick(categories)}`, VISITS),
  },
  {
    name: "leaderboard page",
    requests: ({ random }) => visits(random, () => `/leaderboards/${random.pick(BOARDS)}`, VISITS),
  },
];
