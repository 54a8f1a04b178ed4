import { type Request, type Response, Router } from "express";
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import type { Deps } from "#actions/context.ts";
import { CALENDAR_PATH, listingsByCalendarKey } from "#actions/launches/calendar-address.ts";
import { dayOf, launchStart, weekOf } from "#domain/launches/launch-week.ts";
import type { Listing, ListingStatus } from "#domain/listings/listing.ts";
import { isDaily } from "#domain/site/site-shape.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { say, type Text, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getCategory } from "#tools/listings/get-category.ts";
import { queryText } from "../kit/form.ts";
import { languageOf } from "../kit/language.ts";
import { mergedCategory } from "../kit/merged-category.ts";
import { visitor } from "../kit/site.ts";
import { sendDocument } from "./document.ts";

const TYPE = "text/calendar; charset=utf-8";
/** All of a calendar: 25 places in each of 40 weeks. */
const MOST = 1000;
/** How often programs should ask again, in seconds. */
const REFRESH_SECONDS = 3600;
const HAS_LAUNCH: readonly ListingStatus[] = ["awaiting_badge", "scheduled", "live"];

/** Launch calendars (RFC 5545): of the site, of a category, and a person's own by a secret address. */
export function calendarRoutes(deps: Deps): Router {
  const { store, settings, now } = deps;
  const { BASE_URL } = settings;
  const router = Router();

  async function launches(): Promise<Listing[]> {
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const launched = await store.launches.launchedBetween(week.startsAt, week.endsAt, MOST);
    const { rows } = await store.launches.upcoming(undefined, { offset: 0, limit: MOST });
    return [...launched, ...rows];
  }

  function calendar(name: Text, page: string, listings: Listing[], language: Language): string {
    const at = (path: string): string => BASE_URL + prefixed(language.prefix, path);
    const made = ical({
      name: say(name, language),
      url: at(page),
      prodId: { company: settings.SITE_NAME, product: "launches", language: language.tag.toUpperCase() },
      method: ICalCalendarMethod.PUBLISH,
      ttl: REFRESH_SECONDS,
    });
    for (const listing of listings) {
      const when = launchOf(listing, deps);
      if (!when) continue;
      const isSure = listing.status !== "awaiting_badge";
      made.createEvent({
        id: `launch-${listing.id}@${new URL(BASE_URL).hostname}`,
        ...when,
        summary: say(t`${listing.name} launches`, language),
        description: listing.tagline,
        url: at(`/listings/${listing.slug}`),
        status: isSure ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
        transparency: ICalEventTransparency.TRANSPARENT,
        // Not the time of the request: the same calendar is the same document.
        stamp: listing.updatedAt,
        lastModified: listing.updatedAt,
      });
    }
    return made.toString();
  }

  const send = (req: Request, res: Response, body: string): void => sendDocument(req, res, { type: TYPE, body });

  router.get("/feeds/launches.ics", async (req, res) => {
    const name = t`Launches · ${settings.SITE_NAME}`;
    send(req, res, calendar(name, "/launches", await launches(), languageOf(res)));
  });

  router.get(
    "/feeds/categories/:slug.ics",
    async (req: Request, res: Response) => {
      const input = { slug: req.params.slug, per_page: 1 };
      const { output } = await invoke(getCategory, input, { deps, caller: visitor(req), interface: "site" });
      const within = new Set(await store.reference.categoryAndBelow(output.slug));
      const isIn = ({ profile }: Listing): boolean => profile.categories.some(({ slug }) => within.has(slug));
      const name = `${output.name} · ${settings.SITE_NAME}`;
      const found = (await launches()).filter(isIn);
      send(req, res, calendar(name, `/categories/${output.slug}`, found, languageOf(res)));
    },
    mergedCategory({ deps }),
  );

  router.get(CALENDAR_PATH, async (req, res) => {
    const own = await listingsByCalendarKey(queryText(req, "key"), deps);
    res.set({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });
    if (!own)
      return void res
        .status(404)
        .type("text/plain")
        .end(`${say(t`There is no calendar at this address.`, languageOf(res))}\n`);
    const listings = own.filter(({ status }) => HAS_LAUNCH.includes(status));
    const name = t`My launches · ${settings.SITE_NAME}`;
    res.type(TYPE).end(calendar(name, "/account/listings", listings, languageOf(res)));
  });

  return router;
}

function launchOf(listing: Listing, { store, settings }: Pick<Deps, "store" | "settings">) {
  const at = listing.launchedAt ?? launchStart(listing, settings.SITE_TIMEZONE, isDaily(store));
  if (!at) return undefined;
  const { date, startsAt } = dayOf(at, settings.SITE_TIMEZONE);
  const isFromMidnight = at.getTime() === startsAt.getTime();
  return isFromMidnight ? { start: Temporal.PlainDate.from(date), allDay: true } : { start: at };
}
