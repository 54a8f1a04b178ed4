import type { Listing } from "../domain/listings/listing.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { type MailSite, siteOf, tokenLink } from "./messages.ts";

type Awaited = Pick<Listing, "name" | "slug">;
/** Without an account, nobody knows the name of the reader. */
type WaitNews = { listing: Awaited; unsubscribeUrl: string };

/** For an address that somebody entered to be told of a launch. Says nothing of accounts: anybody can enter it. */
export const confirmWaitMessage = (
  site: MailSite,
  { listing, token, expiresAt }: { listing: Awaited; token: string; expiresAt: Date },
): Message =>
  compose({
    subject: `Shall we tell you when ${oneLine(listing.name)} launches?`,
    before: [
      "Hello,",
      `Somebody, hopefully you, asked us to write to this address when ${oneLine(listing.name)} launches at ${site.SITE_NAME}. Confirm it, and we send one email on the day of the launch.`,
    ],
    action: { label: "Yes, tell me", url: tokenLink(site, "tell-me", token), expiresAt },
    after: [
      "The link works for 48 hours. If this was not you, ignore this email: we then forget the address and send nothing.",
    ],
    site: siteOf(site),
  });

/** For everybody who asked to be told of a launch: the only email about it. */
export const launchedMessage = (site: MailSite, { listing, unsubscribeUrl }: WaitNews): Message =>
  compose({
    subject: `${oneLine(listing.name)} is live`,
    before: [
      "Hello,",
      `${oneLine(listing.name)} is live at ${site.SITE_NAME}, and its launch week has begun. You asked us to tell you.`,
      "See it, try it, and vote for it if it deserves it.",
    ],
    action: { label: `See ${oneLine(listing.name)}`, url: `${site.BASE_URL}/listings/${listing.slug}` },
    after: ["This is the only email about this launch. We have removed you from its list."],
    why: `You got this email because you asked at ${site.SITE_NAME} to be told of this launch.`,
    unsubscribeUrl,
    site: siteOf(site),
  });
