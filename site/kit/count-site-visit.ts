import type { Request } from "express";
import type { Deps } from "#actions/context.ts";
import { sourceOf } from "#domain/listings/visit-source.ts";
import { countedSearch, countryOf } from "#domain/site/visit-figures.ts";
import { onceEach } from "#domain/text/once.ts";
import { proxiesOf } from "#http/incoming.ts";
import { isPerson, siteVisitorOf } from "./visitor-hash.ts";

type Parts = Pick<Deps, "visits" | "siteVisits" | "now" | "settings" | "log">;

const isProxyOf = onceEach(proxiesOf);

/** The country that a trusted proxy names. Anyone else could send the header, too. */
function countryFrom({ headers, socket }: Request, settings: Deps["settings"]): string | undefined {
  const { COUNTRY_HEADER: name } = settings;
  if (name === undefined || !isProxyOf(settings)(socket.remoteAddress ?? "", 0)) return undefined;
  return countryOf(headers[name.toLowerCase()]);
}

/** Browsers say what they fetch a page for; older ones do not. */
export const isOpened = ({ headers }: Request): boolean => (headers["sec-fetch-dest"] ?? "document") === "document";

const wantsPrivacy = ({ headers }: Request): boolean => headers.dnt === "1" || headers["sec-gpc"] === "1";

async function counted(req: Request, { now, log, visits }: Parts, count: (day: string, key: string) => void) {
  if (!isPerson(req)) return;
  const day = now().toISOString().slice(0, 10);
  try {
    count(day, await visits.keyOf(day));
  } catch (error) {
    log.warn({ err: error }, "a visit of the site was not counted");
  }
}

/** Counts a view of a public page by a person, without a cookie. Whatever happens here, they see it. */
export async function countSiteVisit(req: Request, deps: Parts): Promise<void> {
  if (!isOpened(req)) return;
  const { siteVisits, settings } = deps;
  const path = `${req.baseUrl}${req.path}`;
  await counted(req, deps, (day, key) =>
    siteVisits.view({
      ...{ day, path },
      source: sourceOf(req.headers.referer, new URL(settings.BASE_URL).hostname),
      country: countryFrom(req, settings),
      visitor: wantsPrivacy(req) ? undefined : siteVisitorOf(req, key, path),
    }),
  );
}

/** Counts what people search for. While somebody types, only the last text counts. */
export async function countSearch(
  req: Request,
  { q, total }: { q: string; total: number },
  deps: Parts,
): Promise<void> {
  const text = countedSearch(q);
  const isAnonymous = wantsPrivacy(req);
  if (text === undefined || (isAnonymous && !isOpened(req))) return;
  await counted(req, deps, (day, key) => {
    const hash = isAnonymous ? undefined : siteVisitorOf(req, key, "search").hash;
    deps.siteVisits.search({ day, text, total, at: deps.now().getTime(), hash });
  });
}
