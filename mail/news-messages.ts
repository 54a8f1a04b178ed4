import { type NotificationKind, type StoredWords, sentenceOf } from "../domain/notifications/notification.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, siteOf } from "./messages.ts";

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
  return compose({
    subject: isOne ? oneLine(sentenceOf(first)) : `${news.length} new notifications on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      isOne ? `${oneLine(sentenceOf(first))}.` : `Here is what is new for you on ${site.SITE_NAME}.`,
    ],
    items: isOne ? [] : news.slice(0, IN_WORDS).map((one) => ({ title: oneLine(sentenceOf(one)), text: linkOf(one) })),
    action: isOne
      ? { label: "See it", url: linkOf(first) }
      : { label: "See all notifications", url: `${site.BASE_URL}/notifications` },
    after: [
      ...(more > 0 ? [`And ${more} more.`] : []),
      "You get at most one of these emails an hour, and none about what you have already seen on the site.",
      `Choose what we email you about: ${site.BASE_URL}/account/notifications`,
    ],
    why: hasAccount(site),
    unsubscribeUrl,
    site: siteOf(site),
  });
}

export type SearchNews = {
  title: string;
  query: string;
  listings: readonly { slug: string; name: string; tagline: string | null; isPaid: boolean }[];
  total: number;
};

export function searchNewsMessage(
  site: MailSite,
  { name, news, unsubscribeUrl }: { name: string | null; news: readonly SearchNews[]; unsubscribeUrl: string },
): Message {
  const [first, ...others] = news;
  const lineOf = ({ slug, name: product, tagline, isPaid }: SearchNews["listings"][number]): string =>
    [
      `${oneLine(product)}${isPaid ? " (paid listing)" : ""}${tagline ? `: ${oneLine(tagline)}` : ""}`,
      `${site.BASE_URL}/listings/${slug}`,
    ].join("\n");
  return compose({
    subject: others.length
      ? `New for ${news.length} of your searches`
      : `${first?.total === 1 ? oneLine(first.listings[0]?.name ?? "") : `${first?.total} new products`} for ` +
        `“${oneLine(first?.title ?? "")}”`,
    heading: others.length ? "New for your searches" : "New for your search",
    before: [greeting(name), "These new products match what you are looking for."],
    items: news.map(({ title, query, listings, total }) => ({
      title: oneLine(title),
      text: [
        ...listings.map(lineOf),
        ...(total > listings.length ? [`And ${total - listings.length} more: ${site.BASE_URL}/search?${query}`] : []),
      ].join("\n\n"),
    })),
    action: {
      label: others.length || !first ? "Your saved searches" : "See all results",
      url: others.length || !first ? `${site.BASE_URL}/account/searches` : `${site.BASE_URL}/search?${first.query}`,
    },
    after: ["You get at most one of these emails a day, for all your searches. Pause or delete them in your account."],
    why: `You got this email because you saved a search on ${site.SITE_NAME}.`,
    unsubscribeUrl,
    site: siteOf(site),
  });
}
