import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

/** What is new for one saved search: a few of the listings, and how many there are. */
export type SearchNews = {
  title: string;
  query: string;
  listings: readonly { slug: string; name: string; tagline: string | null; isPaid: boolean }[];
  total: number;
};

/** All new results of a person's saved searches, in one email. */
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
