import { FEW } from "../domain/community/few.ts";
import type { Listing } from "../domain/listings/listing.ts";
import { formatOf } from "../domain/time/date-words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import type { Letter } from "./layout.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

type Launched = Pick<Listing, "id" | "slug" | "name" | "votes" | "followers" | "views">;
type LaunchNews = {
  name: string | null;
  listing: Launched;
  /** The last day of the launch week, YYYY-MM-DD. */
  lastDay: string;
};

const dayInWords = (day: string): string =>
  formatOf({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(day));

const pageOf = ({ BASE_URL }: MailSite, { slug }: Launched): string => `${BASE_URL}/listings/${slug}`;

const cardOf = (site: MailSite, { slug, name }: Launched): NonNullable<Letter["picture"]> => ({
  url: `${site.BASE_URL}/previews/listings/${slug}.png`,
  alt: `The card of ${oneLine(name)} for sharing`,
  caption: "Your card. Wherever someone shares the page, it shows your current place and votes.",
});

const shareStep = (site: MailSite, listing: Launched) => ({
  title: "Tell the people who know you",
  text: "You could write:",
  quote:
    `${oneLine(listing.name)} is live on ${site.SITE_NAME} this week. ` +
    `If it ever helped you, this is the day to say so: ${pageOf(site, listing)}`,
});
const shareKit = ({ BASE_URL }: MailSite, { slug }: Launched): string =>
  `Badges for your website are in the share kit: ${BASE_URL}/listings/${slug}/badges`;

const WHY = ({ SITE_NAME }: MailSite): string =>
  `You got this email because you are launching on ${SITE_NAME}. You get one when your page goes live and one after the first day.`;

export const listingLiveMessage = (site: MailSite, { name, listing, lastDay }: LaunchNews): Message =>
  compose({
    subject: `${oneLine(listing.name)} is live on ${site.SITE_NAME}`,
    heading: `${oneLine(listing.name)} is live`,
    before: [
      greeting(name),
      `Your page is up, and its launch week has begun. People can vote for it until ${dayInWords(lastDay)}.`,
      ...(listing.followers >= FEW ? [`${listing.followers.toLocaleString("en")} people already follow it.`] : []),
    ],
    action: { label: "See the listing", url: pageOf(site, listing) },
    steps: [
      {
        title: "Say why you made it",
        text: `Write a first update in your own words: ${site.BASE_URL}/account/listings/${listing.id}/updates`,
      },
      shareStep(site, listing),
      { title: "Read the feedback", text: "Answer reviews in an update that everyone can read." },
    ],
    picture: cardOf(site, listing),
    after: [shareKit(site, listing)],
    why: WHY(site),
    site: siteOf(site),
  });

/** What the first day brought. Counts that say nothing yet are left out. */
export function firstDayMessage(
  site: MailSite,
  { name, listing, lastDay, place }: LaunchNews & { place: number | undefined },
): Message {
  const product = oneLine(listing.name);
  const counts = [
    ["Votes", listing.votes],
    ["Views", listing.views],
    ["Followers", listing.followers],
  ] as const;
  return compose({
    subject: place === undefined ? `The first day of ${product}` : `${product} is #${place} after its first day`,
    before: [
      greeting(name),
      `Here is how ${product} did on its first day on ${site.SITE_NAME}. The race is open until ${dayInWords(lastDay)}.`,
    ],
    figures: [
      ...(place === undefined ? [] : [{ label: "Place", value: `#${place}` }]),
      ...counts
        .filter(([, count]) => count >= FEW)
        .map(([label, count]) => ({ label, value: count.toLocaleString("en") })),
    ],
    action: { label: "See the listing", url: pageOf(site, listing) },
    steps: [shareStep(site, listing)],
    picture: cardOf(site, listing),
    after: [shareKit(site, listing)],
    why: WHY(site),
    site: siteOf(site),
  });
}
