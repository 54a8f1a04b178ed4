import { type Request, type Response, Router } from "express";
import type { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { notFound } from "#core/errors/errors.ts";
import { collectionPath, keyOfSlug } from "#domain/community/collection.ts";
import { dayNamed } from "#domain/launches/launch-week.ts";
import type { Listing, ListingUpdate } from "#domain/listings/listing.ts";
import { shownName } from "#domain/profiles/profile.ts";
import { type SearchWords, searchQuery, wordsOfQuery } from "#domain/search/saved-search.ts";
import { nouns, withNoun } from "#domain/site/nouns.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { dayText } from "#domain/time/date-words.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { joined, ordinal, say, type Text, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getCategory } from "#tools/listings/get-category.ts";
import { readWeek } from "#tools/schemas/launch.ts";
import { type ListingSummary, viewSummary } from "#tools/schemas/listing.ts";
import { listBlogPosts } from "#tools/site/list-blog-posts.ts";
import { inLanguage, languageOf } from "../kit/language.ts";
import { mergedCategory } from "../kit/merged-category.ts";
import { categoryWords } from "../kit/show.ts";
import { visitor } from "../kit/site.ts";
import { askedOf } from "../parts/search/asked.ts";
import { searchTitle } from "../parts/search/search-title.ts";
import { siteSearch } from "../parts/search/site-search.ts";
import { atomFeed, type Entry, FEED_TYPES, type Feed, type FeedFormat, jsonFeed, tagUri, updatedAt } from "./atom.ts";
import { sendDocument } from "./document.ts";

type Summary = z.input<typeof ListingSummary>;

const ENTRIES = 50;
/** The whole week, up to a size that no calendar reaches. */
const WEEK_ENTRIES = 500;
/** The date of an empty feed. */
const BEGINNING = new Date(0);

const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { atom: atomFeed, json: jsonFeed };
const inEach = (path: string): string[] => Object.keys(FEED_TYPES).map((format) => `${path}.${format}`);
const formatOf = (req: Request): FeedFormat => (req.path.endsWith(".json") ? "json" : "atom");

export function feedRoutes(deps: Deps): Router {
  const { settings } = deps;
  const { BASE_URL } = settings;
  const router = Router();
  const site = { baseUrl: BASE_URL };

  const send = (
    req: Request,
    res: Response,
    feed: Omit<Feed, "id" | "selfUrl" | "author" | "language" | "title" | "subtitle"> & { title: Text; subtitle: Text },
    path: string,
    query = "",
  ): void => {
    const format = formatOf(req);
    const language = languageOf(res);
    const whole = {
      ...feed,
      title: say(feed.title, language),
      subtitle: say(feed.subtitle, language),
      language: language.tag,
      id: tagUri(BASE_URL, `${path}.atom${query}`),
      selfUrl: BASE_URL + prefixed(language.prefix, `${path}.${format}${query}`),
      author: settings.SITE_NAME,
    };
    const type = `${FEED_TYPES[format]}; charset=utf-8`;
    sendDocument(req, res, { type, body: WRITERS[format](whole), updatedAt: updatedAt(whole) });
  };

  const entryOf = (listing: Summary, language: Language): Entry => ({
    id: tagUri(BASE_URL, `/listings/${listing.slug}`),
    title: listing.name,
    url: BASE_URL + prefixed(language.prefix, `/listings/${listing.slug}`),
    summary: say(joined([listing.tagline, listing.is_paid && t`Promoted.`], " "), language) || null,
    categories: listing.category ? [say(categoryWords(listing.category), language)] : [],
    publishedAt: new Date(listing.launched_at ?? listing.updated_at),
    updatedAt: new Date(listing.updated_at),
  });

  const newest = async (req: Request, res: Response, filter: SearchWords): Promise<Entry[]> => {
    const input = { sort: "newest", per_page: ENTRIES, ...filter };
    const { output } = await invoke(siteSearch, input, { deps, caller: visitor(req), interface: "site" });
    return output.items.map((item) => entryOf(item, languageOf(res)));
  };

  /** The same entries: what launched, and on a site without launches what is new. */
  const pages = { "/feeds/launches": "/launches", "/feeds/listings": "/search?sort=newest" } as const;
  const newestPath = () => (hasLaunches(deps.store) ? "/feeds/launches" : "/feeds/listings");
  for (const [path, page] of Object.entries(pages))
    router.get(inEach(path), async (req, res) => {
      const feed = {
        title:
          path === "/feeds/launches" ? t`Launches · ${settings.SITE_NAME}` : t`New listings · ${settings.SITE_NAME}`,
        subtitle: withNoun(
          t`The newest products on ${settings.SITE_NAME}.`,
          t`The newest ${nouns} on ${settings.SITE_NAME}.`,
        ),
        pageUrl: BASE_URL + inLanguage(page, res),
        beganAt: BEGINNING,
        entries: await newest(req, res, {}),
      };
      send(req, res, feed, path);
    });

  /** Everything that a search shows, the newest first; of very much, the newest matches. */
  async function newestFitting(req: Request, res: Response, words: SearchWords): Promise<Entry[]> {
    const call = { deps, caller: visitor(req), interface: "site" } as const;
    const { output } = await invoke(siteSearch, { ...words, per_page: ENTRIES }, call);
    if (output.total > ENTRIES) return newest(req, res, words);
    return output.items
      .map((item) => entryOf(item, languageOf(res)))
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  }

  router.get(inEach("/feeds/search"), async (req, res) => {
    const query = searchQuery(askedOf(req, deps.store.filterFields()));
    if (query === "") return res.redirect(302, inLanguage(`${newestPath()}.${formatOf(req)}`, res));
    const words = wordsOfQuery(query);
    const feed = {
      title: joined([await searchTitle(words, deps), settings.SITE_NAME]),
      subtitle: t`Products on ${settings.SITE_NAME} that match this search, newest first.`,
      pageUrl: BASE_URL + inLanguage(`/search?${query}`, res),
      beganAt: BEGINNING,
      entries: await newestFitting(req, res, words),
    };
    send(req, res, feed, "/feeds/search", `?${query}`);
  });

  router.get(
    inEach("/feeds/categories/:slug"),
    async (req: Request, res: Response) => {
      const slug = String(req.params.slug);
      const input = { slug, per_page: 1 };
      const { output } = await invoke(getCategory, input, { deps, caller: visitor(req), interface: "site" });
      const feed = {
        title: `${output.name} · ${settings.SITE_NAME}`,
        subtitle: plainMarkdown(output.description),
        pageUrl: BASE_URL + inLanguage(`/categories/${slug}`, res),
        beganAt: BEGINNING,
        entries: await newest(req, res, { category: slug }),
      };
      send(req, res, feed, `/feeds/categories/${slug}`);
    },
    mergedCategory({ deps }),
  );

  router.get(inEach("/feeds/weeks/:week"), async (req, res) => {
    const asked = String(req.params.week);
    const { monday, startsAt, endsAt } = readWeek(asked, { zone: settings.SITE_TIMEZONE, now: deps.now() });
    // "this" changes every Monday, so it redirects to a permanent feed.
    const path = `/feeds/weeks/${monday}`;
    if (asked !== monday) return res.redirect(302, inLanguage(`${path}.${formatOf(req)}`, res));
    const listings = await deps.store.launches.launchedBetween(startsAt, endsAt, WEEK_ENTRIES);
    const feed = {
      title: t`Week of ${dayText(monday)} · ${settings.SITE_NAME}`,
      subtitle: t`Launches of the week of ${dayText(monday)}`,
      pageUrl: BASE_URL + inLanguage(`/launches/weeks/${monday}`, res),
      beganAt: startsAt,
      entries: listings.map((listing) => entryOf(viewSummary(listing, site), languageOf(res))),
    };
    send(req, res, feed, path);
  });

  router.get(inEach("/feeds/days/:day"), async (req, res) => {
    const zone = settings.SITE_TIMEZONE;
    const given = String(req.params.day);
    const day = dayNamed(given, zone);
    if (!day) throw notFound("day", given, "Name a day as YYYY-MM-DD.", []);
    const listings = await deps.store.launches.launchedBetween(day.startsAt, day.endsAt, WEEK_ENTRIES);
    const feed = {
      title: t`Launches of ${dayText(day.date)} · ${settings.SITE_NAME}`,
      subtitle: t`Launches of ${dayText(day.date)}`,
      pageUrl: BASE_URL + inLanguage(`/launches/days/${day.date}`, res),
      beganAt: day.startsAt,
      entries: listings.map((listing) => entryOf(viewSummary(listing, site), languageOf(res))),
    };
    send(req, res, feed, `/feeds/days/${day.date}`);
  });

  router.get(inEach("/feeds/collections/:slug"), async (req, res) => {
    const given = String(req.params.slug);
    const key = keyOfSlug(given);
    const found = key === undefined ? undefined : await deps.store.collections.findShown(key);
    if (!found) throw notFound("collection", given, "See /collections.", []);
    const { collection } = found;
    const person = (await deps.store.profiles.people([collection.accountId])).get(collection.accountId);
    const entries = await deps.store.collections.newestEntries(collection.id, ENTRIES);
    const feed = {
      title: `${collection.title} · ${settings.SITE_NAME}`,
      subtitle: person ? t`A collection by ${shownName(person)}` : t`A collection on ${settings.SITE_NAME}`,
      pageUrl: BASE_URL + inLanguage(collectionPath(collection), res),
      beganAt: collection.publishedAt ?? collection.createdAt,
      entries: entries.map(({ listing, note, addedAt }) => {
        const entry = entryOf(viewSummary(listing, site), languageOf(res));
        const id = tagUri(BASE_URL, `/collections/${collection.key}/${listing.slug}`);
        const summary = [note, entry.summary].filter(Boolean).join(" · ") || null;
        return { ...entry, id, summary, publishedAt: addedAt, updatedAt: addedAt };
      }),
    };
    send(req, res, feed, `/feeds/collections/${collection.key}`);
  });

  const updateEntry = (res: Response, update: ListingUpdate, listing: Listing): Entry => ({
    id: tagUri(BASE_URL, `/updates/${update.id}`),
    title: `${listing.name}: ${update.title}`,
    url: BASE_URL + inLanguage(`/listings/${listing.slug}#update-${update.id}`, res),
    summary: update.body,
    author: listing.name,
    categories: listing.profile.categories.filter(({ primary }) => primary).map(({ name }) => name),
    publishedAt: update.publishedAt,
    updatedAt: update.publishedAt,
  });

  router.get(inEach("/feeds/updates"), async (req, res) => {
    const { items } = await deps.store.updates.latest({ page: 1, perPage: ENTRIES });
    const feed = {
      title: t`Latest updates · ${settings.SITE_NAME}`,
      subtitle: t`The latest product updates on ${settings.SITE_NAME}.`,
      pageUrl: BASE_URL + inLanguage("/updates", res),
      beganAt: BEGINNING,
      entries: items.map(({ update, listing }) => updateEntry(res, update, listing)),
    };
    send(req, res, feed, "/feeds/updates");
  });

  router.get(inEach("/feeds/updates/:slug"), async (req, res) => {
    const slug = String(req.params.slug);
    const listing = await deps.store.listings.findLive(slug);
    if (!listing) throw notFound("listing", slug, "See /search.", []);
    const updates = await deps.store.updates.ofListing(listing.id, ENTRIES);
    const feed = {
      title: t`Updates of ${listing.name} · ${settings.SITE_NAME}`,
      subtitle: listing.tagline ?? "",
      pageUrl: BASE_URL + inLanguage(`/listings/${slug}`, res),
      beganAt: listing.createdAt,
      entries: updates.map((update) => updateEntry(res, update, listing)),
    };
    send(req, res, feed, `/feeds/updates/${slug}`);
  });

  router.get(inEach("/feeds/awards"), async (req, res) => {
    const { items } = await deps.store.awards.list(undefined, { page: 1, perPage: ENTRIES });
    const feed = {
      title: t`Awards · ${settings.SITE_NAME}`,
      subtitle: t`The top three launches of every week on ${settings.SITE_NAME}, by votes.`,
      pageUrl: BASE_URL + inLanguage("/awards", res),
      beganAt: BEGINNING,
      entries: items.map(({ award, listing }) => ({
        ...entryOf(viewSummary(listing, site), languageOf(res)),
        id: tagUri(BASE_URL, `/awards/${award.id}`),
        title: say(t`${listing.name}: ${ordinal(award.place)} place, week of ${dayText(award.week)}`, languageOf(res)),
        url: BASE_URL + inLanguage(`/awards/${award.id}`, res),
        publishedAt: award.awardedAt,
        updatedAt: award.awardedAt,
      })),
    };
    send(req, res, feed, "/feeds/awards");
  });

  router.get(inEach("/feeds/collections"), async (req, res) => {
    const { items } = await deps.store.collections.shown({ page: 1, perPage: ENTRIES });
    const feed = {
      title: t`Collections · ${settings.SITE_NAME}`,
      subtitle: t`Product lists by people on ${settings.SITE_NAME}.`,
      pageUrl: BASE_URL + inLanguage("/collections", res),
      beganAt: BEGINNING,
      entries: items.map(({ collection }) => ({
        id: tagUri(BASE_URL, `/collections/${collection.key}`),
        title: collection.title,
        url: BASE_URL + inLanguage(collectionPath(collection), res),
        summary: collection.description,
        categories: [],
        publishedAt: collection.publishedAt ?? collection.createdAt,
        updatedAt: collection.updatedAt,
      })),
    };
    send(req, res, feed, "/feeds/collections");
  });

  router.get(inEach("/feeds/blog"), async (req, res) => {
    const input = { per_page: ENTRIES };
    const { output } = await invoke(listBlogPosts, input, { deps, caller: visitor(req), interface: "site" });
    const entries = output.items.map((post) => ({
      id: tagUri(BASE_URL, `/blog/${post.slug}`),
      title: post.title,
      url: BASE_URL + inLanguage(`/blog/${post.slug}`, res),
      summary: post.excerpt,
      author: post.author,
      categories: post.tags,
      publishedAt: new Date(post.published_at),
      updatedAt: new Date(post.updated_at),
    }));
    const feed = {
      title: t`Blog · ${settings.SITE_NAME}`,
      subtitle: t`Posts from ${settings.SITE_NAME}.`,
      pageUrl: BASE_URL + inLanguage("/blog", res),
      beganAt: BEGINNING,
      entries,
    };
    send(req, res, feed, "/feeds/blog");
  });

  return router;
}
