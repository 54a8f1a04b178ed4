import { daysText } from "#domain/time/date-words.ts";
import { isWith } from "#languages/language.ts";
import { joined, listed, plural, stored, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import type { WeekFigures } from "#store/repos/notifications/digest-news.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import type { Section } from "./letter.ts";
import { greeting, type MailSite, tokenLink } from "./messages.ts";
import type { SearchNews } from "./news-messages.ts";

export type DigestLaunch = { slug: string; name: string; tagline: string | null; isPaid: boolean; votes: number };
/** Launches in a category; `total` includes those that are not named. */
type CategoryNews = { slug: string; name: string; launches: readonly DigestLaunch[]; total: number };
type ProductNews = { id: number; name: string; figures: WeekFigures; place?: number | undefined };

export type DigestNews = {
  products: readonly ProductNews[];
  categories: readonly CategoryNews[];
  /** Followed categories whose launches did not fit. */
  moreCategories: number;
  searches: readonly SearchNews[];
};

/** The days of an edition, YYYY-MM-DD. */
export type DigestDays = { firstDay: string; lastDay: string };

const [NAME, TAGLINE] = [60, 100];
/** User text as one line of at most so many characters. */
function brief(text: string, most: number): string {
  const letters = Array.from(text);
  return oneLine(letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text);
}

const rowOf = (site: MailSite, { slug, name, tagline, isPaid }: Omit<DigestLaunch, "votes">, note?: Text) => ({
  name: brief(name, NAME),
  url: `${site.BASE_URL}/listings/${slug}`,
  text: tagline ? brief(tagline, TAGLINE) : undefined,
  note: note || isPaid ? joined([note, isPaid && t`paid listing`]) : undefined,
});

function productsOf(site: MailSite, products: DigestNews["products"]): Section[] {
  if (products.length === 0) return [];
  const rows = products.map(({ id, name, figures: { views, clicks, votes, followers, reviews }, place }) => ({
    name: brief(name, NAME),
    url: `${site.BASE_URL}/account/listings/${id}`,
    text: joined([
      views > 0 && plural(views, "view"),
      clicks > 0 && plural(clicks, "click to your website", "clicks to your website"),
      votes > 0 && wordsWith("votes", plural(votes, "vote")),
      followers > 0 && plural(followers, "new follower"),
      reviews > 0 && plural(reviews, "new review"),
    ]),
    note: place === undefined ? undefined : wordsWith("awards", t`#${place} of its launch week`),
  }));
  return [{ title: products.length === 1 ? t`Your product` : t`Your products`, rows }];
}

/** What launched, and on a site without launches what is new. */
const products = (count: number): Words =>
  wordsWith("launches", plural(count, "launch", "launches"), plural(count, "new product"));

const categoryOf = (site: MailSite, { slug, name, launches, total }: CategoryNews): Section => ({
  title: t`New in ${stored("category", slug, "name", brief(name, NAME))}`,
  rows: launches.map((launch) =>
    rowOf(site, launch, launch.votes > 0 ? wordsWith("votes", plural(launch.votes, "vote")) : undefined),
  ),
  more:
    total > launches.length
      ? {
          label: launches.length === 0 ? products(total) : t`And ${plural(total - launches.length, "more", "more")}`,
          url: `${site.BASE_URL}/categories/${slug}`,
        }
      : undefined,
});

const searchOf = (site: MailSite, { title, query, listings, total }: SearchNews): Section => ({
  title: t`New for ${brief(title, NAME)}`,
  rows: listings.map((listing) => rowOf(site, listing)),
  more:
    total > listings.length
      ? {
          label: t`And ${plural(total - listings.length, "more match", "more matches")}`,
          url: `${site.BASE_URL}/search?${query}`,
        }
      : undefined,
});

type Digest = { name: string | null; days: DigestDays; news: DigestNews; settingsUrl: string; unsubscribeUrl: string };

/** Gmail clips emails larger than 102 kB. */
const MOST_BYTES = 95_000;
/** The most that text takes in an email: anything but plain letters takes three bytes for one. */
const bytesOf = (text: string): number => {
  const plain = text.replace(/[^\x20-\x7e\n]|=/g, "").length;
  return plain * 1.05 + (Buffer.byteLength(text) - plain) * 3;
};

/** Sections with at most so many rows; what is left out is counted. */
const shortened = (news: DigestNews, rows: number): DigestNews => ({
  ...news,
  categories: news.categories.map((one) => ({ ...one, launches: one.launches.slice(0, rows) })),
  searches: news.searches.map((one) => ({ ...one, listings: one.listings.slice(0, rows) })),
});

/** One reader's weekly digest, never empty. Very long names leave room for fewer launches. */
export const digestMessage = (site: MailSite, digest: Digest): Message => ({
  unsubscribeUrl: digest.unsubscribeUrl,
  in(language, design) {
    for (let rows = 5; ; rows--) {
      const message = written(site, { ...digest, news: shortened(digest.news, rows) }, isWith("launches", language)).in(
        language,
        design,
      );
      if (rows === 0 || bytesOf(message.text) + bytesOf(message.html) < MOST_BYTES) return message;
    }
  },
});

function written(
  site: MailSite,
  { name, days, news, settingsUrl, unsubscribeUrl }: Digest,
  hasLaunches: boolean,
): Message {
  const launches = news.categories.reduce((sum, { total }) => sum + total, 0);
  const found = news.searches.reduce((sum, { total }) => sum + total, 0);
  const [first] = news.products;
  const brought = [
    launches > 0 && products(launches),
    found > 0 && plural(found, "new match", "new matches"),
    first !== undefined && t`news from ${brief(first.name, NAME)}`,
  ];
  return compose(site, {
    subject: wordsWith(
      "launches",
      t`Your week on ${site.SITE_NAME}: ${joined(brought, ", ")}`,
      t`New on ${site.SITE_NAME}: ${joined(brought, ", ")}`,
    ),
    heading: wordsWith("launches", t`Your week`, t`What is new`),
    before: [greeting(name), t`What happened on ${site.SITE_NAME}, ${daysText(days.firstDay, days.lastDay)}.`],
    sections: [
      ...productsOf(site, news.products),
      ...news.categories.map((category) => categoryOf(site, category)),
      ...news.searches.map((search) => searchOf(site, search)),
    ],
    action: hasLaunches
      ? { label: t`View all launches`, url: `${site.BASE_URL}/launches/weeks/${days.firstDay}` }
      : { label: t`View everything new`, url: `${site.BASE_URL}/search?sort=newest` },
    after: [
      ...(news.moreCategories > 0
        ? [t`${plural(news.moreCategories, "more category", "more categories")} you follow had news.`]
        : []),
      t`Change what the digest contains and when it arrives: ${settingsUrl}`,
    ],
    why: t`You got this email because you confirmed this address for the weekly digest of ${site.SITE_NAME}.`,
    unsubscribeUrl,
  });
}

/** Confirms a digest. Anyone can enter an address, so it never mentions accounts. */
export const confirmDigestMessage = (
  site: MailSite,
  { categories, token, expiresAt }: { categories: readonly string[]; token: string; expiresAt: Date },
): Message =>
  compose(site, {
    subject: t`Confirm the weekly digest of ${site.SITE_NAME}`,
    before: [
      greeting(null),
      categories.length > 0
        ? t`Someone, hopefully you, subscribed this address to the weekly digest of ${site.SITE_NAME}, with what is new in ${listed(categories.map(oneLine))}. Confirm it to get at most one email a week.`
        : t`Someone, hopefully you, subscribed this address to the weekly digest of ${site.SITE_NAME}. Confirm it to get at most one email a week.`,
    ],
    action: { label: t`Confirm subscription`, url: tokenLink(site, "digest/confirm", token), expiresAt },
    after: [
      t`The link works for 48 hours. If this was not you, ignore this email: we will delete the address and send nothing else.`,
    ],
  });
