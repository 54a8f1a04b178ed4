import { headingOf, isReason, REPORT_REASONS } from "#domain/moderation/report.ts";
import { CHANNEL_NEWS, type ChannelNews } from "#domain/notifications/channel.ts";
import { type Post, quiet } from "#domain/notifications/channel-post.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { dayText } from "#domain/time/date-words.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { joined, ordinal, plural, say, type Text, t } from "#languages/words.ts";
import type { NewsEvent } from "#store/repos/notifications/channels.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "settings">;
/** What each kind of news shows at the moment; nothing that is hidden by then. */
type Read = (events: readonly NewsEvent[], deps: Needs) => Promise<Shown>;
type Item = { name: Text; text: Text | null; path: string };
type Shown = { items: Item[]; heading: (count: number) => Text; allPath: string };

const MOST_EVENTS = 500;
const WINNERS = 3;

const shownListing = async (id: number | null, { store }: Needs) => {
  const listing = id === null ? undefined : await store.listings.find(id);
  return listing?.status === "live" && !listing.isDemo ? listing : undefined;
};

const READ: Record<ChannelNews, Read> = {
  async launches(events, deps) {
    const items: Item[] = [];
    for (const listingId of new Set(events.map((event) => event.listingId))) {
      const listing = await shownListing(listingId, deps);
      if (listing) items.push({ name: listing.name, text: listing.tagline, path: `/listings/${listing.slug}` });
    }
    const { SITE_NAME } = deps.settings;
    return {
      items,
      heading: (count) => (count === 1 ? t`New on ${SITE_NAME}` : t`${plural(count, "new listing")} on ${SITE_NAME}`),
      allPath: hasLaunches(deps.store) ? "/launches" : "/search?sort=newest",
    };
  },
  async winners(events, { store, settings }) {
    const mondays = events.flatMap(({ data }) => (typeof data.monday === "string" ? data.monday : []));
    const monday = mondays.at(-1) ?? "";
    const { items } = await store.awards.list(undefined, { page: 1, perPage: 30 });
    return {
      items: items
        .filter(({ award, listing }) => award.week === monday && award.place <= WINNERS && !listing.isDemo)
        .map(({ award, listing }) => ({
          name: listing.name,
          text: joined([t`${ordinal(award.place)} place`, plural(award.votes, "vote")]),
          path: `/listings/${listing.slug}`,
        })),
      heading: () => t`Winners of the week of ${dayText(monday)} on ${settings.SITE_NAME}`,
      allPath: `/launches/weeks/${monday}`,
    };
  },
  async updates(events, deps) {
    const items: Item[] = [];
    for (const { listingId, data } of events) {
      const listing = await shownListing(listingId, deps);
      const update = listing && (await deps.store.updates.find(listing.id, Number(data.update_id)));
      if (!listing || !update) continue;
      items.push({ name: listing.name, text: update.title, path: `/listings/${listing.slug}#update-${update.id}` });
    }
    return { items, heading: () => t`Updates on ${deps.settings.SITE_NAME}`, allPath: "/updates" };
  },
  /** For the team: what and why, without anything about the person who reports. */
  async reports(events, { store, settings }) {
    const items = new Map<number, Item>();
    for (const { data } of events) {
      const found = await store.reports.findCase(Number(data.case_id));
      if (!found || found.decidedAt) continue;
      const reason = String(data.reason);
      items.set(found.id, {
        name: headingOf(found.subjectType, found.title),
        text: isReason(reason) ? REPORT_REASONS[reason].label : null,
        path: `/admin/reports/${found.id}`,
      });
    }
    return {
      items: [...items.values()],
      heading: (count) => t`${plural(count, "new report")} on ${settings.SITE_NAME}`,
      allPath: "/admin/reports",
    };
  },
};

const postOf = ({ items, heading, allPath }: Shown, language: Language, { settings }: Needs): Post => {
  const urlOf = (path: string) => settings.BASE_URL + prefixed(language.prefix, path);
  return {
    heading: say(heading(items.length), language),
    items: items.map(({ name, text, path }) => ({
      name: quiet(say(name, language)),
      text: text === null ? null : quiet(say(text, language)),
      url: urlOf(path),
    })),
    allUrl: urlOf(allPath),
    andMore: (count) => say(t`and ${count} more`, language),
  };
};

/** The post about some events; undefined if nothing of them is shown any more. */
export async function postAbout(
  { news, after, upTo }: { news: ChannelNews; after: number; upTo: number },
  language: Language,
  deps: Needs,
): Promise<Post | undefined> {
  const events = await deps.store.channels.events([CHANNEL_NEWS[news].event], after, upTo, MOST_EVENTS);
  const shown = await READ[news](events, deps);
  return shown.items.length > 0 ? postOf(shown, language, deps) : undefined;
}

/** What a channel gets for a test. */
export const samplePost = (language: Language, deps: Needs): Post => {
  const { SITE_NAME } = deps.settings;
  const items = [{ name: SITE_NAME, text: t`This channel works.`, path: "/" }];
  return postOf({ items, heading: () => t`Test from ${SITE_NAME}`, allPath: "/" }, language, deps);
};

const EXAMPLES = 2;

/** The latest news as a channel would get it; undefined if there is none. */
export async function previewPost(news: ChannelNews, language: Language, deps: Needs): Promise<Post | undefined> {
  const shown = news === "reports" ? sampleReport(deps) : await READ[news](await latest[news](deps), deps);
  return shown.items.length > 0 ? postOf(shown, language, deps) : undefined;
}

const eventOf = (listingId: number | null, data: NewsEvent["data"] = {}): NewsEvent => ({
  ...{ seq: 0, type: "", listingId, data },
});
const latest: Record<Exclude<ChannelNews, "reports">, (deps: Needs) => Promise<NewsEvent[]>> = {
  launches: async ({ store }) =>
    (await store.launches.feed("recent", { limit: EXAMPLES, offset: 0 })).rows.map(({ id }) => eventOf(id)),
  winners: async ({ store }) => [eventOf(null, { monday: await store.awards.lastAwarded() })],
  updates: async ({ store }) =>
    (await store.updates.latest({ page: 1, perPage: EXAMPLES })).items.map(({ listing, update }) =>
      eventOf(listing.id, { update_id: update.id }),
    ),
};
const sampleReport = ({ settings: { SITE_NAME } }: Needs): Shown => ({
  items: [{ name: headingOf("listing", SITE_NAME), text: REPORT_REASONS.spam.label, path: "/admin/reports" }],
  heading: () => t`${plural(1, "new report")} on ${SITE_NAME}`,
  allPath: "/admin/reports",
});
