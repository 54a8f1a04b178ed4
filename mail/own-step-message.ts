import type { Listing } from "../domain/listings/listing.ts";
import type { OwnerStep } from "../domain/listings/owner-steps.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, ownsListing, siteOf } from "./messages.ts";

const WORDS: Record<OwnerStep, { subject: string; did: string; text: string }> = {
  pause: {
    subject: "is paused",
    did: "paused",
    text: "Only its team can see it until one of you resumes it. Votes, followers and reviews are kept.",
  },
  resume: { subject: "is live again", did: "resumed", text: "Everyone can see it again, with its votes and reviews." },
  withdraw: {
    subject: "will not launch for now",
    did: "withdrew the launch of",
    text: "Its place in the calendar is free for others. The listing is saved, and you can choose a launch again.",
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
  return compose({
    subject: `${product} ${subject}`,
    before: [greeting(name), `${by === null ? "A member of your team" : oneLine(by)} ${did} ${product}.`, text],
    action: { label: "See the listing", url: `${site.BASE_URL}/account/listings/${listing.id}` },
    why: ownsListing(site, listing.name),
    site: siteOf(site),
  });
}
