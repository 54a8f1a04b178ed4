import type { Listing } from "../domain/listings/listing.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { type MailSite, siteOf, tokenLink } from "./messages.ts";

type Awaited = Pick<Listing, "name" | "slug">;
/** Without an account, nobody knows the name of the reader. */
type WaitNews = { listing: Awaited; unsubscribeUrl: string };

/** Confirms a wait for a launch. Anyone can enter an address, so it never mentions accounts. */
export const confirmWaitMessage = (
  site: MailSite,
  { listing, token, expiresAt }: { listing: Awaited; token: string; expiresAt: Date },
): Message =>
  compose({
    subject: `Confirm: notify me when ${oneLine(listing.name)} launches`,
    before: [
      "Hello,",
      `Someone, hopefully you, asked us to email this address when ${oneLine(listing.name)} launches on ${site.SITE_NAME}. ` +
        "Confirm it, and we will send one email on launch day.",
    ],
    action: { label: "Yes, notify me", url: tokenLink(site, "tell-me", token), expiresAt },
    after: [
      "The link works for 48 hours. If this was not you, ignore this email: we will delete the address and send nothing else.",
    ],
    site: siteOf(site),
  });

/** The only email about a launch, for everyone who asked to be notified. */
export const launchedMessage = (site: MailSite, { listing, unsubscribeUrl }: WaitNews): Message =>
  compose({
    subject: `${oneLine(listing.name)} is live`,
    before: [
      "Hello,",
      `${oneLine(listing.name)} is live on ${site.SITE_NAME}, and its launch week has begun. You asked us to let you know.`,
      "See it, try it, and vote for it if it deserves it.",
    ],
    action: { label: `See ${oneLine(listing.name)}`, url: `${site.BASE_URL}/listings/${listing.slug}` },
    after: ["This is the only email about this launch. We have removed you from its list."],
    why: `You got this email because you asked to be notified of this launch on ${site.SITE_NAME}.`,
    unsubscribeUrl,
    site: siteOf(site),
  });
