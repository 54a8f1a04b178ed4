import { FEW } from "#domain/community/few.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { as, date, decimal, plural, t, type Words, wordsWith } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import type { Letter } from "./letter.ts";
import { greeting, type MailSite } from "./messages.ts";

type Launched = Pick<Listing, "id" | "slug" | "name" | "votes" | "followers" | "views">;
type LaunchNews = {
  name: string | null;
  listing: Launched;
  /** The last day of the launch week, YYYY-MM-DD. */
  lastDay: string;
};

const WEEKDAY = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
const dayInWords = (day: string): Words => date(new Date(day), WEEKDAY);

const pageOf = ({ BASE_URL }: MailSite, { slug }: Launched): string => `${BASE_URL}/listings/${slug}`;

const cardOf = (site: MailSite, { slug, name }: Launched): NonNullable<Letter["picture"]> => ({
  url: `${site.BASE_URL}/previews/listings/${slug}.png`,
  alt: t`Share card of ${oneLine(name)}`,
  caption: wordsWith(
    "awards",
    t`Your share card. It shows your current place and votes wherever the page is shared.`,
    t`Your share card, wherever the page is shared.`,
  ),
});

const shareStep = (site: MailSite, listing: Launched) => ({
  title: t`Tell people who know you`,
  text: t`You could write:`,
  quote: t`${oneLine(listing.name)} is live on ${site.SITE_NAME}. Have a look and tell us what you think: ${pageOf(site, listing)}`,
});
const shareKit = ({ BASE_URL }: MailSite, { slug }: Launched): Words =>
  t`Get badges for your website: ${BASE_URL}/listings/${slug}/badges`;

const WHY = ({ SITE_NAME }: MailSite): Words =>
  wordsWith(
    "launches",
    t`You got this email because you are launching on ${SITE_NAME}. We send one when your listing goes live and one after the first day.`,
    t`You got this email because your listing is now public on ${SITE_NAME}.`,
  );

export const listingLiveMessage = (site: MailSite, { name, listing, lastDay }: LaunchNews): Message =>
  compose(site, {
    subject: t`${oneLine(listing.name)} is live on ${site.SITE_NAME}`,
    heading: t`${oneLine(listing.name)} is live`,
    before: [
      greeting(name),
      wordsWith(
        "launches",
        wordsWith(
          "votes",
          wordsWith(
            "weekly",
            t`Your launch week has begun. Voting is open until ${dayInWords(lastDay)}.`,
            t`Your launch day has begun. Votes count for the day until midnight, and for the week until ${dayInWords(lastDay)}.`,
          ),
          wordsWith("weekly", t`Your launch week has begun.`, t`Your launch day has begun.`),
        ),
        t`People can now find your listing on ${site.SITE_NAME}.`,
      ),
      ...(listing.followers >= FEW
        ? [t`${plural(listing.followers, "person already follows", "people already follow")} your listing.`]
        : []),
    ],
    action: { label: t`View listing`, url: pageOf(site, listing) },
    steps: [
      {
        title: t`Say why you made it`,
        text: t`Write a first update in your own words: ${site.BASE_URL}/account/listings/${listing.id}/updates`,
      },
      shareStep(site, listing),
      { title: t`Read the feedback`, text: t`Answer reviews and comments on your listing.` },
    ],
    picture: cardOf(site, listing),
    after: [shareKit(site, listing)],
    why: WHY(site),
  });

/** What the first day brought. Counts that say nothing yet are left out. */
export function firstDayMessage(
  site: MailSite,
  { name, listing, lastDay, place }: LaunchNews & { place: number | undefined },
): Message {
  const product = oneLine(listing.name);
  const counts = [
    [as("a count")`Votes`, listing.votes],
    [t`Views`, listing.views],
    [t`Followers`, listing.followers],
  ] as const;
  return compose(site, {
    subject: place === undefined ? t`The first day of ${product}` : t`${product} is #${place} after its first day`,
    before: [
      greeting(name),
      t`Here is how ${product} did on its first day on ${site.SITE_NAME}.`,
      wordsWith("votes", t`Voting is open until ${dayInWords(lastDay)}.`),
    ],
    figures: [
      ...(place === undefined ? [] : [{ label: t`Place`, value: `#${place}` }]),
      ...counts.filter(([, count]) => count >= FEW).map(([label, count]) => ({ label, value: decimal(count) })),
    ],
    action: { label: t`View listing`, url: pageOf(site, listing) },
    steps: [shareStep(site, listing)],
    picture: cardOf(site, listing),
    after: [shareKit(site, listing)],
    why: WHY(site),
  });
}
