import type { Subject } from "../subject.ts";

export const BARE = "bare Express";
export const REST = "REST get_listing";

/** The same row by a bare handler and by REST. */
export const restSubjects: Subject[] = [
  {
    name: BARE,
    isBare: true,
    requests: ({ slugs }) => slugs.map((slug) => ({ method: "GET", path: `/listings/${slug}` })),
  },
  {
    name: REST,
    requests: ({ slugs }) => slugs.map((slug) => ({ method: "GET", path: `/api/v1/listings/${slug}` })),
  },
  {
    name: `${REST}, compressed`,
    // As most clients ask for it.
    requests: ({ slugs }) =>
      slugs.map((slug) => ({
        method: "GET",
        path: `/api/v1/listings/${slug}`,
        headers: { accept: "*/*", "accept-encoding": "gzip, deflate", "user-agent": "node" },
      })),
  },
];
