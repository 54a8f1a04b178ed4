import type { Subject } from "../subject.ts";

const VOTES = 2000;

/** A person votes for random listings by the form of their pages, and takes the vote back. */
export const voteSubjects: Subject[] = [
  {
    name: "vote, a write",
    async requests({ url, slugs, cookie, random }) {
      const headers = { cookie: `sid=${cookie}`, accept: "text/html" };
      const page = await (await fetch(new URL(`/listings/${slugs[0]}`, url), { headers })).text();
      const csrf = /name="csrf" value="([^"]+)"/.exec(page)![1]!;
      return random.sample(slugs, VOTES / 2).flatMap((slug) =>
        ["on", "off"].map((vote) => ({
          method: "POST" as const,
          path: `/listings/${slug}/vote`,
          headers: { ...headers, origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ csrf, vote }).toString(),
        })),
      );
    },
  },
];
