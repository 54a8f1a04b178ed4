import { scopeTitles } from "#domain/accounts/scope-words.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { excerpt } from "#domain/text/text.ts";
import { dayText, momentText } from "#domain/time/date-words.ts";
import { plural, type Text, t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";

export type { Message } from "./compose.ts";

/** The settings that emails mention. Links always start with BASE_URL. */
export type MailSite = {
  SITE_NAME: string;
  BASE_URL: string;
  CONTACT_EMAIL?: string | undefined;
  SUPPORT_URL?: string | undefined;
};

export const hasAccount = ({ SITE_NAME }: MailSite): Words =>
  t`You got this email because you have an account on ${SITE_NAME}.`;
export const ownsListing = ({ SITE_NAME }: MailSite, product: string): Words =>
  t`You got this email because you have a listing for ${oneLine(product)} on ${SITE_NAME}.`;
/** How to reach the team: by reply only if CONTACT_EMAIL says that someone reads replies. */
export const orAnswer = (
  { BASE_URL, CONTACT_EMAIL, SUPPORT_URL }: MailSite,
  byReply: Words,
  at: (address: string) => Words,
): Words => (CONTACT_EMAIL === undefined ? at(SUPPORT_URL ?? `${BASE_URL}/contact`) : byReply);
/** What several emails say. */
export const ifQuestion = (site: MailSite): Words =>
  orAnswer(
    site,
    t`If you have a question, reply to this email.`,
    (address) => t`If you have a question, contact us: ${address}`,
  );
export const ifMistake = (site: MailSite): Words =>
  orAnswer(
    site,
    t`If you think this is a mistake, reply to this email.`,
    (address) => t`If you think this is a mistake, contact us: ${address}`,
  );
export const ifNotAsked = (site: MailSite): Words =>
  orAnswer(
    site,
    t`If you did not ask for this, reply to this email.`,
    (address) => t`If you did not ask for this, contact us: ${address}`,
  );
export const greeting = (name: string | null): Words => (name ? t`Hello ${oneLine(name)},` : t`Hello,`);

export const tokenLink = (
  { BASE_URL }: MailSite,
  path: "setup" | "verify" | "reset" | "invite" | "claim" | "tell-me" | "digest/confirm",
  token: string,
): string => `${BASE_URL}/${path}?token=${encodeURIComponent(token)}`;

const NOT_YOU = t`If this was not you, choose a new password now, and remove API keys and apps that you do not recognize.`;

/** A link to this site that works until then. */
type LinkNews = { name: string | null; token: string; expiresAt: Date };

export const verifyMessage = (
  site: MailSite,
  { name, token, expiresAt, returnTo }: LinkNews & { returnTo?: string | undefined },
): Message =>
  compose(site, {
    subject: t`Confirm your email address for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`Someone, hopefully you, created an account on ${site.SITE_NAME} with this email address. Confirm it to sign in.`,
    ],
    action: {
      label: t`Confirm email address`,
      url: `${tokenLink(site, "verify", token)}${returnTo ? `&return_to=${encodeURIComponent(returnTo)}` : ""}`,
      expiresAt,
    },
    after: [t`The link works for 24 hours. If this was not you, ignore this email.`],
  });

/** For a sign-up with an address that has an account: only the owner of the address learns of it. */
export const alreadyRegisteredMessage = (
  site: MailSite,
  { name, returnTo }: { name: string | null; returnTo?: string | undefined },
): Message =>
  compose(site, {
    subject: t`You already have an account on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`Someone, hopefully you, tried to create an account on ${site.SITE_NAME} with this email address. You already have one, so nothing changed.`,
      t`Sign in with your password, or ask for a code on the sign-in page.`,
    ],
    action: {
      label: t`Sign in`,
      url: `${site.BASE_URL}/sign-in${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ""}`,
    },
  });

export const resetMessage = (site: MailSite, { name, token, expiresAt }: LinkNews): Message =>
  compose(site, {
    subject: t`Choose a new password for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`Someone, hopefully you, asked for a new password for your account on ${site.SITE_NAME}.`,
    ],
    action: { label: t`Choose a new password`, url: tokenLink(site, "reset", token), expiresAt },
    after: [
      t`The link works once, within 30 minutes. If this was not you, ignore this email. Your password stays the same.`,
    ],
  });

export const passwordChangedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose(site, {
    subject: t`Your password for ${site.SITE_NAME} was changed`,
    before: [
      greeting(name),
      t`The password of your account was changed on ${momentText(at)}. All other browsers were signed out.`,
      NOT_YOU,
    ],
    action: { label: t`Choose a new password`, url: `${site.BASE_URL}/forgot` },
    why: hasAccount(site),
  });

export const accountDeletedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose(site, {
    subject: t`Your account on ${site.SITE_NAME} was deleted`,
    before: [
      greeting(name),
      t`Your account was deleted on ${momentText(at)}. You were signed out everywhere, your API keys and apps no longer work, and we erased your data, except orders and invoices that the law requires us to keep.`,
    ],
    after: [
      orAnswer(
        site,
        t`If this was not you, reply to this email.`,
        (address) => t`If this was not you, contact us: ${address}`,
      ),
    ],
    why: t`You got this last email because you had an account on ${site.SITE_NAME}.`,
  });

type KeyNews = { name: string | null; keyName: string; prefix: string; last4: string; at: Date };

export const keyCreatedMessage = (
  site: MailSite,
  { name, keyName, prefix, last4, at, scopes }: KeyNews & { scopes: readonly string[] },
): Message =>
  compose(site, {
    subject: t`New API key on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`The API key “${oneLine(keyName)}” (${prefix}…${last4}) was created on ${momentText(at)}. Permissions: ${scopeTitles(scopes)}.`,
      t`If this was not you, revoke it on your account page and choose a new password.`,
    ],
    action: { label: t`View API keys`, url: `${site.BASE_URL}/account#keys` },
    why: hasAccount(site),
  });

export const keyRevokedMessage = (site: MailSite, { name, keyName, prefix, last4, at }: KeyNews): Message =>
  compose(site, {
    subject: t`API key revoked on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`The API key “${oneLine(keyName)}” (${prefix}…${last4}) was revoked on ${momentText(at)}. Programs that use it can no longer sign in.`,
    ],
    action: { label: t`View API keys`, url: `${site.BASE_URL}/account#keys` },
    why: hasAccount(site),
  });

/** `url` is the invitation's page, on BASE_URL. */
export const inviteMessage = (
  site: MailSite,
  { inviter, product, url }: { inviter: string | null; product: string; url: string },
): Message =>
  compose(site, {
    subject: t`You were named as a founder of ${oneLine(product)}`,
    before: [
      greeting(null),
      inviter
        ? t`${oneLine(inviter)} is listing ${oneLine(product)} on ${site.SITE_NAME}, a directory of products, and named you as a co-founder.`
        : t`Someone is listing ${oneLine(product)} on ${site.SITE_NAME}, a directory of products, and named you as a co-founder.`,
      t`Accept the invitation to edit the listing together. You need an account with this email address.`,
    ],
    action: { label: t`View invitation`, url: url.startsWith(`${site.BASE_URL}/`) ? url : site.BASE_URL },
    after: [t`The invitation expires in 14 days. If you do not recognize it, ignore this email.`],
    why: inviter
      ? t`You got this email because ${oneLine(inviter)} entered this address on ${site.SITE_NAME}.`
      : t`You got this email because a member entered this address on ${site.SITE_NAME}.`,
  });

/**
 * For a free listing whose week began before its badge was found. `monday` names the new week, and
 * `movesLeft` how often it can move again.
 */
export const weekMovedMessage = (
  site: MailSite,
  { name, product, monday, movesLeft }: { name: string | null; product: string; monday: string; movesLeft: number },
): Message =>
  compose(site, {
    subject: t`${oneLine(product)} has a new launch week`,
    before: [
      greeting(name),
      t`${oneLine(product)} did not launch on ${site.SITE_NAME} this week, because our badge is not on its homepage. We moved the launch to the next open week, which begins on ${dayText(monday)}.`,
      t`Add the badge to the homepage before that day, and the listing goes live that week.`,
      movesLeft === 0
        ? t`This was the last move. If the badge is still missing then, the listing leaves the calendar and goes back to your saved listings.`
        : movesLeft === 1
          ? t`If the badge is still missing then, the launch moves once more. After that, the listing leaves the calendar.`
          : t`If the badge is still missing then, the launch moves twice more. After that, the listing leaves the calendar.`,
    ],
    action: { label: t`Go to your account`, url: `${site.BASE_URL}/account` },
    why: hasAccount(site),
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
  compose(site, {
    subject:
      updates[0] && updates.length === 1
        ? `${oneLine(product)}: ${oneLine(updates[0].title)}`
        : t`${oneLine(product)}: ${plural(updates.length + more, "update")}`,
    before: [greeting(name), t`There is news from ${oneLine(product)}, which you follow on ${site.SITE_NAME}.`],
    items: updates.map(({ title, body }) => ({ title: oneLine(title), text: excerpt(body, 600) })),
    action: { label: t`View listing`, url: `${site.BASE_URL}${path}` },
    after: [
      ...(more ? [t`And ${plural(more, "more", "more")}.`] : []),
      t`We send at most one email a day for each listing you follow.`,
    ],
    why: t`You got this email because you follow ${oneLine(product)} on ${site.SITE_NAME}.`,
    unsubscribeUrl,
  });

type ListingNews = { name: string | null; listing: Pick<Listing, "name" | "slug" | "launchWeek" | "status"> };
const weekOf = ({ listing }: ListingNews): Words => (listing.launchWeek ? dayText(listing.launchWeek) : t`its launch`);

const listingLink = ({ BASE_URL }: MailSite, { listing }: ListingNews): string =>
  `${BASE_URL}/listings/${listing.slug}`;
/** Before the launch only the owner sees the badge code, so the link leads through sign-in. */
const badgeCode = (site: MailSite, { listing }: ListingNews) => ({
  label: t`Get badge code`,
  url: `${site.BASE_URL}/sign-in?return_to=${encodeURIComponent(`/listings/${listing.slug}/badges`)}`,
});
const WHAT_COUNTS = t`The badge must be an image inside a link, in the HTML that your server sends. The badge code has both.`;

export const badgeAwaitedMessage = (site: MailSite, news: ListingNews & { detail: Text }): Message =>
  compose(site, {
    subject: t`${oneLine(news.listing.name)} launches soon, but its badge is missing`,
    before: [
      greeting(news.name),
      t`${oneLine(news.listing.name)} launches on ${site.SITE_NAME} in the week of ${weekOf(news)}, but we have not found our badge on its homepage yet. A free listing goes live only with the badge.`,
      t`Our last check: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS, t`Without the badge, the listing moves to the next open week.`],
    why: ownsListing(site, news.listing.name),
  });

export const backToSavedMessage = (site: MailSite, news: ListingNews & { listing: Pick<Listing, "id"> }): Message =>
  compose(site, {
    subject: t`${oneLine(news.listing.name)} is back in your saved listings`,
    before: [
      greeting(news.name),
      t`${oneLine(news.listing.name)} left the launch calendar of ${site.SITE_NAME}, because four launch weeks began without our badge on its homepage. Nothing is lost: the listing is saved.`,
      t`Choose again when you are ready: a free launch with the badge, or a paid one without it.`,
    ],
    action: {
      label: t`Choose how to launch`,
      url: `${site.BASE_URL}/account/listings/${news.listing.id}/launch`,
    },
    why: ownsListing(site, news.listing.name),
  });

/** `isMoved` if paid launches took the places of the week that it had booked. */
export const badgeFoundMessage = (site: MailSite, news: ListingNews & { isMoved: boolean }): Message =>
  compose(site, {
    subject: t`We found the badge of ${oneLine(news.listing.name)}`,
    before: [
      greeting(news.name),
      t`We found our badge on the homepage of ${oneLine(news.listing.name)}. It goes live on ${site.SITE_NAME} in the week of ${weekOf(news)}.`,
      ...(news.isMoved ? [t`The previous week filled up while the badge was missing.`] : []),
      t`Keep the badge there. We check it regularly.`,
    ],
    why: ownsListing(site, news.listing.name),
  });

/** For a badge that was there before. `until` is the moment before which nothing happens. */
export const badgeMissingMessage = (site: MailSite, news: ListingNews & { detail: Text; until: Date }): Message =>
  compose(site, {
    subject: t`The badge of ${oneLine(news.listing.name)} is missing`,
    before: [
      greeting(news.name),
      t`We did not find our badge on the homepage of ${oneLine(news.listing.name)}. A free listing on ${site.SITE_NAME} needs it.`,
      t`Our last check: ${news.detail}`,
      news.listing.status === "live"
        ? t`Put it back by ${momentText(news.until)} and nothing changes. After that, the listing is hidden until the badge is back.`
        : t`Put it back by ${momentText(news.until)} and nothing changes. After that, the listing waits until the badge is back.`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
  });

/** For a listing that has a launch week and was never live. */
export const badgeLostMessage = (site: MailSite, news: ListingNews & { detail: Text }): Message =>
  compose(site, {
    subject: t`The launch of ${oneLine(news.listing.name)} is waiting for its badge`,
    before: [
      greeting(news.name),
      t`Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for a week. The listing keeps its place in the week of ${weekOf(news)}, but goes live only once the badge is back.`,
      t`Our last check: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
  });

export const listingHiddenMessage = (site: MailSite, news: ListingNews & { detail: Text }): Message =>
  compose(site, {
    subject: t`${oneLine(news.listing.name)} is hidden on ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      t`Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for seven days, so the listing is now hidden. Nothing is lost: reviews and texts are kept.`,
      t`Our last check: ${news.detail}`,
      t`Put the badge back, and the listing goes live again once we find it: within an hour during the first two days, within a day after that.`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    why: ownsListing(site, news.listing.name),
  });

export const listingRestoredMessage = (site: MailSite, news: ListingNews): Message =>
  compose(site, {
    subject: t`${oneLine(news.listing.name)} is live again on ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      t`Our badge is back on the homepage of ${oneLine(news.listing.name)}, and the listing is live again with all its reviews.`,
    ],
    action: { label: t`View listing`, url: listingLink(site, news) },
    why: ownsListing(site, news.listing.name),
  });
