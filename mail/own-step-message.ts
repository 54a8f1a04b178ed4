import type { Listing } from "#domain/listings/listing.ts";
import type { OwnerStep } from "#domain/listings/owner-steps.ts";
import { t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, ownsListing } from "./messages.ts";

type Said = { subject: (product: string) => Words; did: (by: string | null, product: string) => Words; text: Words };
const WORDS: Record<OwnerStep, Said> = {
  pause: {
    subject: (product) => t`${product} is paused`,
    did: (by, product) =>
      by === null ? t`A member of your team paused ${product}.` : t`${oneLine(by)} paused ${product}.`,
    text: t`Only its team can see it until one of you resumes it. Votes, followers and reviews are kept.`,
  },
  resume: {
    subject: (product) => t`${product} is live again`,
    did: (by, product) =>
      by === null ? t`A member of your team resumed ${product}.` : t`${oneLine(by)} resumed ${product}.`,
    text: t`Everyone can see it again, with its votes and reviews.`,
  },
  withdraw: {
    subject: (product) => t`The launch of ${product} was withdrawn`,
    did: (by, product) =>
      by === null
        ? t`A member of your team withdrew the launch of ${product}.`
        : t`${oneLine(by)} withdrew the launch of ${product}.`,
    text: t`Its place in the calendar is free for others. The listing is saved, and you can choose a launch again.`,
  },
};

export function ownStepMessage(
  site: MailSite,
  {
    name,
    listing,
    step,
    by,
  }: { name: string | null; listing: Pick<Listing, "id" | "name">; step: OwnerStep; by: string | null },
): Message {
  const product = oneLine(listing.name);
  const { subject, did, text } = WORDS[step];
  return compose(site, {
    subject: subject(product),
    before: [greeting(name), did(by, product), text],
    action: { label: t`View listing`, url: `${site.BASE_URL}/account/listings/${listing.id}` },
    why: ownsListing(site, listing.name),
  });
}
