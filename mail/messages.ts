import { scopeTitles } from "../domain/accounts/scope-words.ts";
import type { Listing } from "../domain/listings/listing.ts";
import { excerpt } from "../domain/text/text.ts";
import { dayWords, momentWords } from "../domain/time/date-words.ts";
import { compose, type Message, oneLine } from "./compose.ts";

export type { Message } from "./compose.ts";

/** The settings that emails mention. Links always start with BASE_URL. */
export type MailSite = {
  SITE_NAME: string;
  BASE_URL: string;
  CONTACT_EMAIL?: string | undefined;
  SUPPORT_URL?: string | undefined;
};

export const siteOf = ({ SITE_NAME, BASE_URL }: MailSite) => ({ name: SITE_NAME, url: BASE_URL });
export const hasAccount = ({ SITE_NAME }: MailSite): string =>
  `You got this email because you have an account on ${SITE_NAME}.`;
export const ownsListing = ({ SITE_NAME }: MailSite, product: string): string =>
  `You got this email because you have a listing for ${oneLine(product)} on ${SITE_NAME}.`;
/** How to reach the team: by reply only if CONTACT_EMAIL says that someone reads replies. */
export const answerWords = ({ BASE_URL, CONTACT_EMAIL, SUPPORT_URL }: MailSite): string =>
  CONTACT_EMAIL === undefined ? `write to us: ${SUPPORT_URL ?? `${BASE_URL}/contact`}` : "reply to this email";
/** "If this was not you, reply to this email." */
export const orAnswer = (site: MailSite, condition: string): string =>
  `${condition} ${answerWords(site)}${site.CONTACT_EMAIL === undefined ? "" : "."}`;
export const greeting = (name: string | null): string => (name ? `Hello ${oneLine(name)},` : "Hello,");

/** A link to this site with a single-use token. */
export const tokenLink = (
  { BASE_URL }: MailSite,
  path: "setup" | "verify" | "reset" | "invite" | "claim" | "tell-me" | "digest/confirm",
  token: string,
): string => `${BASE_URL}/${path}?token=${encodeURIComponent(token)}`;

const NOT_YOU =
  "If this was not you, choose a new password now, and check your account for keys and apps you do not recognize:";

/** A link to this site that works until then. */
type LinkNews = { name: string | null; token: string; expiresAt: Date };

export const verifyMessage = (
  site: MailSite,
  { name, token, expiresAt, returnTo }: LinkNews & { returnTo?: string | undefined },
): Message =>
  compose({
    subject: `Confirm your address for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `Someone, hopefully you, created an account on ${site.SITE_NAME} with this address. Confirm the address to sign in.`,
    ],
    action: {
      label: "Confirm this address",
      url: `${tokenLink(site, "verify", token)}${returnTo ? `&return_to=${encodeURIComponent(returnTo)}` : ""}`,
      expiresAt,
    },
    after: [
      "The link works for 24 hours. If you did not create an account, do not follow it, and the address stays unconfirmed.",
    ],
    site: siteOf(site),
  });

/** For a sign-up with an address that has an account: only the owner of the address learns of it. */
export const alreadyRegisteredMessage = (
  site: MailSite,
  { name, returnTo }: { name: string | null; returnTo?: string | undefined },
): Message =>
  compose({
    subject: `You already have an account on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `Someone, hopefully you, tried to create an account on ${site.SITE_NAME} with this address. ` +
        "You already have an account, so nothing changed.",
      "Sign in with your password. If you forgot it, the sign-in page can send you a link to choose a new one.",
    ],
    action: {
      label: "Sign in",
      url: `${site.BASE_URL}/sign-in${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ""}`,
    },
    site: siteOf(site),
  });

export const resetMessage = (site: MailSite, { name, token, expiresAt }: LinkNews): Message =>
  compose({
    subject: `Choose a new password for ${site.SITE_NAME}`,
    before: [greeting(name), `Someone asked for a new password for your account on ${site.SITE_NAME}.`],
    action: { label: "Choose a new password", url: tokenLink(site, "reset", token), expiresAt },
    after: [
      "The link works once, for 30 minutes. If you did not ask for it, ignore this email. Your password stays the same.",
    ],
    site: siteOf(site),
  });

export const passwordChangedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose({
    subject: `Your password for ${site.SITE_NAME} was changed`,
    before: [
      greeting(name),
      `The password of your account was changed on ${momentWords(at)}. All other browsers were signed out.`,
      NOT_YOU,
    ],
    action: { label: "Choose a new password", url: `${site.BASE_URL}/forgot` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const accountDeletedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose({
    subject: `Your account on ${site.SITE_NAME} is deleted`,
    before: [
      greeting(name),
      `Your account was deleted on ${momentWords(at)}. ` +
        `All browsers, keys and apps are signed out, and your data is erased, except orders and invoices that the law requires us to keep.`,
    ],
    after: ["You are welcome to come back.", orAnswer(site, "If this was not you,")],
    why: `You got this last email because you had an account on ${site.SITE_NAME}.`,
    site: siteOf(site),
  });

type KeyNews = { name: string | null; keyName: string; prefix: string; last4: string; at: Date };

export const keyCreatedMessage = (
  site: MailSite,
  { name, keyName, prefix, last4, at, scopes }: KeyNews & { scopes: readonly string[] },
): Message =>
  compose({
    subject: `A new API key for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `The API key "${oneLine(keyName)}" (${prefix}…${last4}) was created on ${momentWords(at)}. Permissions: ${scopeTitles(scopes)}.`,
      "If this was not you, revoke it on your account page and choose a new password.",
    ],
    action: { label: "See your API keys", url: `${site.BASE_URL}/account#keys` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const keyRevokedMessage = (site: MailSite, { name, keyName, prefix, last4, at }: KeyNews): Message =>
  compose({
    subject: `An API key for ${site.SITE_NAME} was revoked`,
    before: [
      greeting(name),
      `The API key "${oneLine(keyName)}" (${prefix}…${last4}) was revoked on ${momentWords(at)}. ` +
        `Programs that use it can no longer sign in.`,
    ],
    action: { label: "See your API keys", url: `${site.BASE_URL}/account#keys` },
    why: hasAccount(site),
    site: siteOf(site),
  });

/** `url` is the invitation's page, on BASE_URL. */
export const inviteMessage = (
  site: MailSite,
  { inviter, product, url }: { inviter: string | null; product: string; url: string },
): Message =>
  compose({
    subject: `You are named as a founder of ${oneLine(product)}`,
    before: [
      "Hello,",
      `${inviter ? oneLine(inviter) : "Someone"} is listing ${oneLine(product)} on ${site.SITE_NAME}, ` +
        `a directory of products, and named you as a co-founder.`,
      "Accept to edit the listing together. You need an account with this email address; it takes a minute.",
    ],
    action: { label: "See the invitation", url: url.startsWith(`${site.BASE_URL}/`) ? url : site.BASE_URL },
    after: ["The invitation is valid for 14 days. If you do not recognize it, ignore this email."],
    why: `You got this email because ${inviter ? oneLine(inviter) : "a member"} entered this address on ${site.SITE_NAME}.`,
    site: siteOf(site),
  });

/**
 * For a free listing whose week began before its badge was found. `monday` names the new week, and
 * `movesLeft` how often it can move again.
 */
export const weekMovedMessage = (
  site: MailSite,
  { name, product, monday, movesLeft }: { name: string | null; product: string; monday: string; movesLeft: number },
): Message =>
  compose({
    subject: `${oneLine(product)} has a new launch week`,
    before: [
      greeting(name),
      `The launch week of ${oneLine(product)} on ${site.SITE_NAME} has begun, but our badge is not on its homepage. ` +
        `We moved the launch to the next open week, which begins on ${dayWords(monday)}.`,
      "Put the badge on the homepage before that day, and the listing goes live in that week.",
      movesLeft === 0
        ? "This was the last move: if the badge is still missing then, " +
          "the listing leaves the calendar and goes back to your saved listings."
        : `If the badge is still missing then, the launch moves ${
            movesLeft === 1 ? "once more" : "twice more"
          }. After that, the listing leaves the calendar.`,
    ],
    action: { label: "Go to your account", url: `${site.BASE_URL}/account` },
    why: hasAccount(site),
    site: siteOf(site),
  });

/** Updates of a listing for a follower; `more` is how many further updates its page shows. */
export const updatesMessage = (
  site: MailSite,
  {
    name,
    product,
    path,
    updates,
    more,
    unsubscribeUrl,
  }: {
    name: string | null;
    product: string;
    path: string;
    updates: { title: string; body: string }[];
    more: number;
    unsubscribeUrl: string;
  },
): Message =>
  compose({
    subject: `${oneLine(product)}: ${updates[0] && updates.length === 1 ? oneLine(updates[0].title) : `${updates.length + more} updates`}`,
    before: [greeting(name), `There is news from ${oneLine(product)}, which you follow on ${site.SITE_NAME}.`],
    items: updates.map(({ title, body }) => ({ title: oneLine(title), text: excerpt(body, 600) })),
    action: { label: "Read it on the listing", url: `${site.BASE_URL}${path}` },
    after: [
      ...(more ? [`And ${more} more.`] : []),
      "You get at most one of these emails a day per listing you follow.",
    ],
    why: `You got this email because you follow ${oneLine(product)} on ${site.SITE_NAME}.`,
    unsubscribeUrl,
    site: siteOf(site),
  });

type ListingNews = { name: string | null; listing: Pick<Listing, "name" | "slug" | "launchWeek" | "status"> };
const weekOf = ({ listing }: ListingNews): string => (listing.launchWeek ? dayWords(listing.launchWeek) : "its launch");

const listingLink = ({ BASE_URL }: MailSite, { listing }: ListingNews): string =>
  `${BASE_URL}/listings/${listing.slug}`;
/** Before the launch only the owner sees the badge code, so the link leads through sign-in. */
const badgeCode = (site: MailSite, { listing }: ListingNews) => ({
  label: "Get the badge code",
  url: `${site.BASE_URL}/sign-in?return_to=${encodeURIComponent(`/listings/${listing.slug}/badges`)}`,
});
const WHAT_COUNTS =
  "The badge counts if its image is inside its link, in the HTML that your server sends. The badge code has both.";

export const badgeAwaitedMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} launches soon, but its badge is missing`,
    before: [
      greeting(news.name),
      `The launch week of ${oneLine(news.listing.name)} on ${site.SITE_NAME} begins on ${weekOf(news)}. ` +
        `A free listing goes live in its week once our badge is on its homepage, and we have not found it there yet.`,
      `Our last check: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS, "Without the badge, the listing moves to the next open week."],
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

export const backToSavedMessage = (site: MailSite, news: ListingNews & { listing: Pick<Listing, "id"> }): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is back in your saved listings`,
    before: [
      greeting(news.name),
      `Four launch weeks of ${oneLine(news.listing.name)} on ${site.SITE_NAME} began without our badge on its homepage, ` +
        `so it left the calendar. Nothing is lost: the listing is saved as it was before.`,
      "Choose again when you are ready: a free launch with the badge, or a paid one without it.",
    ],
    action: {
      label: "Choose how to launch",
      url: `${site.BASE_URL}/account/listings/${news.listing.id}/launch`,
    },
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

/** `isMoved` if paid launches took the places of the week that it had booked. */
export const badgeFoundMessage = (site: MailSite, news: ListingNews & { isMoved: boolean }): Message =>
  compose({
    subject: `The badge of ${oneLine(news.listing.name)} was found`,
    before: [
      greeting(news.name),
      `Our badge is on the homepage of ${oneLine(news.listing.name)}, so its launch on ${site.SITE_NAME} is scheduled: ` +
        `it goes live in the week of ${weekOf(news)}.`,
      ...(news.isMoved ? ["Its previous week filled up while the badge was missing."] : []),
      "Keep the badge there. We check it regularly.",
    ],
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

/** For a badge that was there before. `until` is the moment before which nothing happens. */
export const badgeMissingMessage = (site: MailSite, news: ListingNews & { detail: string; until: Date }): Message =>
  compose({
    subject: `The badge of ${oneLine(news.listing.name)} is missing`,
    before: [
      greeting(news.name),
      `The free listing of ${oneLine(news.listing.name)} on ${site.SITE_NAME} needs our badge on its homepage, ` +
        `and we did not find it there.`,
      `Our check: ${news.detail}`,
      news.listing.status === "live"
        ? `Put it back by ${momentWords(news.until)} and nothing changes. After that, the listing is hidden until the badge is back.`
        : `Put it back by ${momentWords(news.until)} and nothing changes. After that, the launch waits until the badge is back.`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

/** For a listing that has a launch week and was never live. */
export const badgeLostMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `The launch of ${oneLine(news.listing.name)} is waiting for its badge`,
    before: [
      greeting(news.name),
      `Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for a week. ` +
        `The listing keeps its place in the week of ${weekOf(news)}, but goes live only once the badge is back.`,
      `Our last check: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

export const listingHiddenMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is hidden on ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      `Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for a week, ` +
        `so the listing is now hidden. Nothing is lost: votes, reviews and texts are kept.`,
      `Our last check: ${news.detail}`,
      "Put the badge back, and the listing goes live again as soon as we find it: " +
        "within an hour during the first two days, and within a day after that.",
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });

export const listingRestoredMessage = (site: MailSite, news: ListingNews): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is live again on ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      `Our badge is back on the homepage of ${oneLine(news.listing.name)}, and the listing is live again with all its votes and reviews.`,
    ],
    action: { label: "See the listing", url: listingLink(site, news) },
    why: ownsListing(site, news.listing.name),
    site: siteOf(site),
  });
