import { type NotificationKind, type StoredWords, sentenceOf } from "#domain/notifications/notification.ts";
import { joined, plural, t, type Words } from "#languages/words.ts";
import { compose, inOneLine, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite } from "./messages.ts";

type News = { id: number; kind: NotificationKind; words: StoredWords };

/** Notifications that an email names; it gives only the number of further ones. */
const IN_WORDS = 20;

/** What is new for a person and not read yet, all of it in one email. */
export function newsMessage(
  site: MailSite,
  { name, news, unsubscribeUrl }: { name: string | null; news: readonly News[]; unsubscribeUrl: string },
): Message {
  const [first, ...others] = news;
  const linkOf = ({ id }: News): string => `${site.BASE_URL}/notifications/${id}`;
  const more = news.length - IN_WORDS;
  const isOne = first !== undefined && others.length === 0;
  return compose(site, {
    subject: isOne ? inOneLine(sentenceOf(first)) : t`${plural(news.length, "new notification")} on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      isOne ? inOneLine(t`${sentenceOf(first)}.`) : t`Here is what is new for you on ${site.SITE_NAME}.`,
    ],
    items: isOne
      ? []
      : news.slice(0, IN_WORDS).map((one) => ({ title: inOneLine(sentenceOf(one)), text: linkOf(one) })),
    action: isOne
      ? { label: t`View`, url: linkOf(first) }
      : { label: t`View all notifications`, url: `${site.BASE_URL}/notifications` },
    after: [
      ...(more > 0 ? [t`And ${plural(more, "more", "more")}.`] : []),
      t`We send at most one of these emails an hour, and only about news that you have not seen on the site.`,
      t`Choose what we email you about: ${site.BASE_URL}/account/notifications`,
    ],
    why: hasAccount(site),
    unsubscribeUrl,
  });
}

export type SearchNews = {
  title: string;
  query: string;
  listings: readonly { slug: string; name: string; tagline: string | null; isPaid: boolean }[];
  total: number;
};

function subjectOf(news: SearchNews | undefined): Words {
  // A title quotes its own words, and quotes inside quotes read as a mistake.
  const [title, total] = [oneLine(news?.title ?? "").replace(/[“”]/g, ""), news?.total ?? 0];
  return total === 1
    ? t`New match for “${title}”: ${oneLine(news?.listings[0]?.name ?? "")}`
    : t`${plural(total, "new match", "new matches")} for “${title}”`;
}

export function searchNewsMessage(
  site: MailSite,
  { name, news, unsubscribeUrl }: { name: string | null; news: readonly SearchNews[]; unsubscribeUrl: string },
): Message {
  const [first, ...others] = news;
  const lineOf = ({ slug, name: product, tagline, isPaid }: SearchNews["listings"][number]): Words => {
    const shown = isPaid ? t`${oneLine(product)} (paid listing)` : oneLine(product);
    return joined([joined([shown, tagline && oneLine(tagline)], ": "), `${site.BASE_URL}/listings/${slug}`], "\n");
  };
  return compose(site, {
    subject: others.length
      ? t`New matches for ${plural(news.length, "saved search", "saved searches")}`
      : subjectOf(first),
    heading: others.length ? t`New matches for your searches` : t`New matches for your search`,
    before: [
      greeting(name),
      others.length ? t`These new products match your saved searches.` : t`These new products match your saved search.`,
    ],
    items: news.map(({ title, query, listings, total }) => ({
      title: oneLine(title),
      text: joined(
        [
          ...listings.map(lineOf),
          total > listings.length &&
            t`And ${plural(total - listings.length, "more", "more")}: ${site.BASE_URL}/search?${query}`,
        ],
        "\n\n",
      ),
    })),
    action: {
      label: others.length || !first ? t`View saved searches` : t`View all results`,
      url: others.length || !first ? `${site.BASE_URL}/account/searches` : `${site.BASE_URL}/search?${first.query}`,
    },
    after: [t`We send at most one of these emails a day. You can pause or delete saved searches in your account.`],
    why: t`You got this email because you saved a search on ${site.SITE_NAME}.`,
    unsubscribeUrl,
  });
}
