import type { Random } from "../../../data/demo/random.ts";
import type { Doc } from "../search-data.ts";

export type Request = {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** What subjects make their requests of. */
export type Ground = {
  /** The address of the server that is measured. */
  url: string;
  random: Random;
  /** Addresses of live listings in random order, each once. */
  slugs: string[];
  /** Some of the listings, to search for. */
  docs: Doc[];
  categories: string[];
  /** A person who is signed in, and a draft of theirs. */
  cookie: string;
  draftId: string;
};

/** One row of the table. */
export type Subject = {
  name: string;
  /** Which server answers; Debut unless it says so. */
  peer?: "express" | "repeater";
  requests: (ground: Ground) => Request[] | Promise<Request[]>;
};

/** People come from many addresses through a proxy: their views count, and no limit is met early. */
export const asVisitor = (random: Random): Record<string, string> => ({
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "identity",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "x-forwarded-for": `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
});

/** The same page for so many visitors. */
export const visits = (random: Random, path: () => string, count: number): Request[] =>
  Array.from({ length: count }, () => ({ method: "GET", path: path(), headers: asVisitor(random) }));
