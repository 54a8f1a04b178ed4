import type { Subject } from "../subject.ts";

export const BARE = "bare Express";
export const REST = "REST get_listing";

/** Of rows that show the least that HTTP costs. */
export const BY_NODE = ", by bare Node";

/** What fetch of Node sends besides headers of the connection: calls by MCP are sent with the same. */
const FETCH = {
  accept: "*/*",
  "accept-language": "*",
  "sec-fetch-mode": "cors",
  "user-agent": "node",
  "accept-encoding": "gzip, deflate",
};

/** As most clients ask for it. */
const compressed: Subject["requests"] = ({ slugs }) =>
  slugs.map((slug) => ({
    method: "GET",
    path: `/api/v1/listings/${slug}`,
    headers: FETCH,
  }));

const plain: Subject["requests"] = ({ slugs }) =>
  slugs.map((slug) => ({ method: "GET", path: `/api/v1/listings/${slug}` }));

/** The same row by a bare handler and by REST. */
export const restSubjects: Subject[] = [
  {
    name: BARE,
    peer: "express",
    requests: ({ slugs }) => slugs.map((slug) => ({ method: "GET", path: `/listings/${slug}` })),
  },
  { name: REST, requests: plain },
  { name: `${REST}${BY_NODE}`, peer: "repeater", requests: plain },
  { name: `${REST}, compressed`, requests: compressed },
  { name: `${REST}, compressed${BY_NODE}`, peer: "repeater", requests: compressed },
];
