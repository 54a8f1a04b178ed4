import { searchWords } from "../../../../domain/search/search-text.ts";
import { broadQueries, knownItems, type Query } from "../../search-queries.ts";
import type { Request, Subject } from "../subject.ts";

const PER_SET = 200;
const WORDS = 1500;
const SHORTEST = 5;

const search = ({ q, country }: Pick<Query, "q" | "country">): Request => ({
  method: "GET",
  path: `/api/v1/listings?${new URLSearchParams({ q, ...(country && { country }) })}`,
});

export const searchSubjects: Subject[] = [
  {
    name: "search, one word",
    requests: ({ docs, random }) => {
      const words = docs.flatMap(({ tagline, keywords }) => searchWords(`${tagline} ${keywords.join(" ")}`));
      // Nobody looks for "and".
      const telling = words.filter((word) => word.length >= SHORTEST);
      return Array.from({ length: WORDS }, () => search({ q: random.pick(telling) }));
    },
  },
  {
    name: "search, names, words, typos, unfinished",
    requests: ({ docs, random }) => {
      const queries = [...knownItems(docs, () => 1, PER_SET), ...broadQueries(docs, 2 * PER_SET)];
      return random.sample(queries, queries.length).map(search);
    },
  },
];
