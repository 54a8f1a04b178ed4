import type { ReminderKind } from "#domain/launches/launch-reminder.ts";
import type { LaunchStep } from "#domain/launches/launch-steps.ts";
import type { WaitPlan } from "#domain/launches/week-list.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { dayText, momentText } from "#domain/time/date-words.ts";
import { joined, plural, t, type Words, wordsWith } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, tokenLink } from "./messages.ts";

type Launching = Pick<Listing, "id" | "name" | "slug">;
type News = { name: string | null; listing: Launching };

const launchPage = ({ BASE_URL }: MailSite, { id }: Launching): string => `${BASE_URL}/account/listings/${id}/launch`;
const launchesHere = ({ SITE_NAME }: MailSite): Words =>
  t`You got this email because you are launching on ${SITE_NAME}.`;

export const launchMovedMessage = (
  site: MailSite,
  { name, listing, from, monday, by }: News & { from: string; monday: string; by: string | null },
): Message =>
  compose(site, {
    subject: t`${oneLine(listing.name)} launches in the week of ${dayText(monday)}`,
    before: [
      greeting(name),
      by === null
        ? t`Someone on your team moved the launch of ${oneLine(listing.name)} from the week of ${dayText(from)} to the week of ${dayText(monday)}.`
        : t`${oneLine(by)} moved the launch of ${oneLine(listing.name)} from the week of ${dayText(from)} to the week of ${dayText(monday)}.`,
      t`The listing and subscribed calendars show the new date, and we notify everyone who is waiting for the launch.`,
    ],
    action: { label: t`View launch`, url: launchPage(site, listing) },
    after: [t`Was this a mistake? You can move it again on the same page.`],
    why: launchesHere(site),
  });

export const placeOfferedMessage = (
  site: MailSite,
  { name, listing, monday, endsAt, plan }: News & { monday: string; endsAt: Date; plan: WaitPlan },
): Message =>
  compose(site, {
    subject: t`A place opened up for ${oneLine(listing.name)} in the week of ${dayText(monday)}`,
    before: [
      greeting(name),
      t`A place has opened up in the week of ${dayText(monday)}, and you are next in line. We hold it for ${oneLine(listing.name)} until ${momentText(endsAt)}.`,
      plan === "launch"
        ? t`Take it with one click. If you have not paid for the launch yet, you pay next.`
        : t`Take it with one click. Your badge must be on your homepage when the week begins.`,
    ],
    action: { label: t`Take the place`, url: launchPage(site, listing), expiresAt: endsAt },
    after: [t`If you do nothing, the place goes to the next in line, and nothing changes for you.`],
    why: t`You got this email because you are waiting for a place in that week on ${site.SITE_NAME}.`,
  });

const LAUNCHES: Record<ReminderKind, (product: string) => Words> = {
  week: (product) => t`${product} launches in a week`,
  day: (product) => t`${product} launches tomorrow`,
};

/** A reminder before a launch, with what is missing. Each of the two has its own unsubscribe link. */
export function launchReminderMessage(
  site: MailSite,
  kind: ReminderKind,
  {
    name,
    listing,
    monday,
    steps,
    waiting,
    unsubscribeUrl,
  }: News & { monday: string; steps: readonly LaunchStep[]; waiting: number; unsubscribeUrl: string },
): Message {
  const missing = steps.filter(({ isDone }) => !isDone);
  const product = oneLine(listing.name);
  return compose(site, {
    subject: LAUNCHES[kind](product),
    before: [
      greeting(name),
      t`${product} launches on ${site.SITE_NAME} in the week of ${dayText(monday)}.`,
      ...(waiting === 1 ? [t`One person is waiting to hear about it.`] : []),
      ...(waiting > 1 ? [t`${plural(waiting, "person is", "people are")} waiting to hear about it.`] : []),
      missing.length === 0
        ? t`Everything is ready. Share the launch page, where people can ask to be notified.`
        : missing.length === 1
          ? t`One step is left:`
          : t`${plural(missing.length, "step is", "steps are")} left:`,
    ],
    steps: missing.map(({ todo, why, to }) => ({ title: todo, text: joined([why, `${site.BASE_URL}${to}`], " ") })),
    action: { label: t`View launch page`, url: `${site.BASE_URL}/listings/${listing.slug}` },
    after: [t`If the date does not suit you, you can move the launch: ${launchPage(site, listing)}`],
    why: launchesHere(site),
    unsubscribeUrl,
  });
}

export const waitMovedMessage = (
  site: MailSite,
  { listing, monday, unsubscribeUrl }: { listing: Launching; monday: string; unsubscribeUrl: string },
): Message =>
  compose(site, {
    subject: t`${oneLine(listing.name)} now launches on ${dayText(monday)}`,
    before: [
      greeting(null),
      t`The launch of ${oneLine(listing.name)} on ${site.SITE_NAME} has moved to the week of ${dayText(monday)}.`,
      t`You do not need to do anything. We will email you once, when it launches.`,
    ],
    action: { label: t`View ${oneLine(listing.name)}`, url: `${site.BASE_URL}/listings/${listing.slug}` },
    why: t`You got this email because you asked to be notified of this launch on ${site.SITE_NAME}.`,
    unsubscribeUrl,
  });

type Awaited = Pick<Listing, "name" | "slug">;
/** Without an account, nobody knows the name of the reader. */
type WaitNews = { listing: Awaited; unsubscribeUrl: string };

/** Confirms a wait for a launch. Anyone can enter an address, so it never mentions accounts. */
export const confirmWaitMessage = (
  site: MailSite,
  { listing, token, expiresAt }: { listing: Awaited; token: string; expiresAt: Date },
): Message =>
  compose(site, {
    subject: t`Confirm: notify me when ${oneLine(listing.name)} launches`,
    before: [
      greeting(null),
      t`Someone, hopefully you, asked us to email this address when ${oneLine(listing.name)} launches on ${site.SITE_NAME}. Confirm it, and we will send one email on launch day.`,
    ],
    action: { label: t`Yes, notify me`, url: tokenLink(site, "tell-me", token), expiresAt },
    after: [
      t`The link works for 48 hours. If this was not you, ignore this email: we will delete the address and send nothing else.`,
    ],
  });

/** The only email about a launch, for everyone who asked to be notified. */
export const launchedMessage = (site: MailSite, { listing, unsubscribeUrl }: WaitNews): Message =>
  compose(site, {
    subject: t`${oneLine(listing.name)} is live`,
    before: [
      greeting(null),
      t`${oneLine(listing.name)} is live on ${site.SITE_NAME}. You asked us to let you know.`,
      wordsWith("votes", t`Try it, and vote for it if you like it.`, t`Try it, and write a review.`),
    ],
    action: { label: t`View ${oneLine(listing.name)}`, url: `${site.BASE_URL}/listings/${listing.slug}` },
    after: [t`This is the only email about it. We have removed you from its list.`],
    why: t`You got this email because you asked to be told when it is live on ${site.SITE_NAME}.`,
    unsubscribeUrl,
  });
