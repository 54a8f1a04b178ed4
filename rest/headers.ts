/** Any page may call the API, but never with the visitor's cookies. */
export const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, " +
    "WWW-Authenticate, X-Request-Id",
};

export const preflight = (allow: string) => ({
  "Access-Control-Allow-Methods": allow,
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Request-Id",
  "Access-Control-Max-Age": "7200",
});

export const PUBLIC = "public, max-age=60, stale-while-revalidate=300";
export const PRIVATE = "private, no-store";

export const sharedHeaders = (etag: string) => ({
  "Content-Type": "application/json",
  "Cache-Control": PUBLIC,
  ETag: etag,
});

const MOST_WAIT_SECONDS = 20;

/** RFC 7240: how many seconds a client would wait for a final response. */
export function preferredWait(prefer: string | undefined): number | undefined {
  const [, seconds] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:[,;]|$)/i.exec(prefer ?? "") ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MOST_WAIT_SECONDS);
}

/** Whether the Accept header allows JSON; the most specific range decides. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "" || accept === "*/*" || accept === "application/json") return true;
  const qualities = new Map(
    accept.split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const best = ["application/json", "application/*", "*/*"].find((type) => qualities.has(type));
  return best !== undefined && qualities.get(best) !== 0;
}

type Paging = { page: number; total_pages: number };

/** RFC 8288 links of a list, keeping other parameters of `address`, up to page `maxPage`. */
export function linkHeader(
  address: string,
  query: URLSearchParams,
  { page, total_pages: totalPages }: Paging,
  maxPage: number,
): string {
  const last = Math.min(Math.max(1, totalPages), maxPage);
  const to = (target: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set("page", String(target));
    return `<${address}?${parameters}>; rel="${rel}"`;
  };
  return [
    to(1, "first"),
    ...(page > 1 ? [to(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [to(page + 1, "next")] : []),
    to(last, "last"),
  ].join(", ");
}
