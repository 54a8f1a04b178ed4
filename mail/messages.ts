import type { Listing } from "../domain/listing.ts";
import { excerpt } from "../domain/text.ts";
import { compose, type Message, oneLine } from "./compose.ts";

export type { Message } from "./compose.ts";

/** The settings that mails speak of. Links start with BASE_URL and with nothing else. */
export type MailSite = { SITE_NAME: string; BASE_URL: string };

const siteOf = ({ SITE_NAME, BASE_URL }: MailSite) => ({ name: SITE_NAME, url: BASE_URL });
const hasAccount = ({ SITE_NAME }: MailSite): string =>
  `You get this mail because you have an account at ${SITE_NAME}.`;
const greeting = (name: string | null): string => (name ? `Hello ${oneLine(name)},` : "Hello,");

/** A link of our own with a single-use token. */
export const tokenLink = (
  { BASE_URL }: MailSite,
  path: "setup" | "verify" | "reset" | "invite" | "claim",
  token: string,
): string => `${BASE_URL}/${path}?token=${encodeURIComponent(token)}`;

const NOT_YOU =
  "If this was not you, choose a new password at once and look through your account for keys and apps you do not know:";

/** A link of our own that works until then. */
type LinkNews = { name: string | null; token: string; expiresAt: Date };

export const verifyMessage = (site: MailSite, { name, token, expiresAt }: LinkNews): Message =>
  compose({
    subject: `Confirm your address for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `Somebody, hopefully you, made an account at ${site.SITE_NAME} with this address. Please confirm that it is yours.`,
    ],
    action: { label: "Confirm this address", url: tokenLink(site, "verify", token), expiresAt },
    after: [
      "The link works for 24 hours. If you did not make an account, do not follow it: without it the address stays unconfirmed.",
    ],
    site: siteOf(site),
  });

/** For a sign-up with an address that has an account: only the owner of the address learns of it. */
export const alreadyRegisteredMessage = (site: MailSite, { name }: { name: string | null }): Message =>
  compose({
    subject: `You already have an account at ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `Somebody, hopefully you, tried to make an account at ${site.SITE_NAME} with this address. It has one already, so nothing was changed.`,
      "Sign in with the password you chose then. If you forgot it, the sign-in page can send you a link for a new one.",
    ],
    action: { label: "Sign in", url: `${site.BASE_URL}/sign-in` },
    site: siteOf(site),
  });

export const resetMessage = (site: MailSite, { name, token, expiresAt }: LinkNews): Message =>
  compose({
    subject: `Choose a new password for ${site.SITE_NAME}`,
    before: [greeting(name), `Somebody asked for a new password for your account at ${site.SITE_NAME}.`],
    action: { label: "Choose a new password", url: tokenLink(site, "reset", token), expiresAt },
    after: [
      "The link works once, for 30 minutes. If you did not ask for it, do nothing: your password stays as it is.",
    ],
    site: siteOf(site),
  });

export const passwordChangedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose({
    subject: `Your password for ${site.SITE_NAME} was changed`,
    before: [
      greeting(name),
      `The password of your account was changed on ${when(at)}. All other browsers were signed out.`,
      NOT_YOU,
    ],
    action: { label: "Choose a new password", url: `${site.BASE_URL}/forgot` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const accountDeletedMessage = (site: MailSite, { name, at }: { name: string | null; at: Date }): Message =>
  compose({
    subject: `Your account at ${site.SITE_NAME} is deleted`,
    before: [
      greeting(name),
      `Your account was deleted on ${when(at)}. All browsers, keys and apps are signed out, and what was kept about you is erased, but for orders and invoices that the law tells us to keep.`,
    ],
    after: ["If this was not you, write to the people who run the site at once. You are welcome to come back."],
    why: `You get this last mail because you had an account at ${site.SITE_NAME}.`,
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
      `The API key "${oneLine(keyName)}" (${prefix}…${last4}) was created on ${when(at)}. It may: ${scopes.join(", ")}.`,
      "If this was not you, revoke it on your account page and choose a new password.",
    ],
    action: { label: "Look at your keys", url: `${site.BASE_URL}/account#keys` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const keyRevokedMessage = (site: MailSite, { name, keyName, prefix, last4, at }: KeyNews): Message =>
  compose({
    subject: `An API key for ${site.SITE_NAME} was revoked`,
    before: [
      greeting(name),
      `The API key "${oneLine(keyName)}" (${prefix}…${last4}) was revoked on ${when(at)}. Programs that use it can no longer sign in.`,
    ],
    action: { label: "Look at your keys", url: `${site.BASE_URL}/account#keys` },
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
      `${inviter ? oneLine(inviter) : "Somebody"} is listing ${oneLine(product)} at ${site.SITE_NAME}, a directory of products, and names you as a co-founder.`,
      "Accept to edit the listing together. You need an account with this mail address; it takes a minute.",
    ],
    action: { label: "See the invitation", url: url.startsWith(`${site.BASE_URL}/`) ? url : site.BASE_URL },
    after: ["The invitation stands for 14 days. If it means nothing to you, ignore this mail."],
    why: `You get this mail because ${inviter ? oneLine(inviter) : "a member"} gave this address at ${site.SITE_NAME}.`,
    site: siteOf(site),
  });

/** For a free listing whose week came before its badge was seen. `monday` names the new week. */
export const weekMovedMessage = (
  site: MailSite,
  { name, product, monday }: { name: string | null; product: string; monday: string },
): Message =>
  compose({
    subject: `${oneLine(product)} has a new launch week`,
    before: [
      greeting(name),
      `The launch week of ${oneLine(product)} at ${site.SITE_NAME} has come, but our badge was not seen on its homepage. It kept its place and moved to the next open week, which begins on ${monday}.`,
      "Put the badge on the homepage before that day, and the listing goes live with its week.",
    ],
    action: { label: "Go to your account", url: `${site.BASE_URL}/account` },
    why: hasAccount(site),
    site: siteOf(site),
  });

/** News of a listing for somebody who follows it; `more` is how many further updates its page shows. */
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
    subject: `${oneLine(product)}: ${updates.length === 1 ? oneLine(updates[0]!.title) : `${updates.length + more} updates`}`,
    before: [
      greeting(name),
      `There is news from ${oneLine(product)}, which you follow at ${site.SITE_NAME}.`,
      ...updates.flatMap(({ title, body }) => [oneLine(title), excerpt(body, 600)]),
      ...(more ? [`And ${more} more.`] : []),
    ],
    action: { label: "Read it on the listing", url: `${site.BASE_URL}${path}` },
    after: [`You get at most one such mail a day for each listing that you follow.`],
    unsubscribeUrl,
    site: siteOf(site),
  });

/** What mails say of a listing. */
type ListingNews = { name: string | null; listing: Pick<Listing, "name" | "slug" | "launchWeek" | "status"> };

const listingLink = ({ BASE_URL }: MailSite, { listing }: ListingNews): string =>
  `${BASE_URL}/listings/${listing.slug}`;
/** Before the launch only the owner sees the code of the badge, so the way there leads through the sign-in. */
const badgeCode = (site: MailSite, { listing }: ListingNews) => ({
  label: "Get the code of the badge",
  url: `${site.BASE_URL}/sign-in?return_to=${encodeURIComponent(`/listings/${listing.slug}/badges`)}`,
});
const WHAT_COUNTS =
  "The badge counts when its picture stands inside its link, in the HTML that your server sends. The code has both.";

export const badgeAwaitedMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} launches soon, and its badge is missing`,
    before: [
      greeting(news.name),
      `The launch week of ${oneLine(news.listing.name)} at ${site.SITE_NAME} begins on ${news.listing.launchWeek}. A free listing goes live with its week once our badge is on its homepage, and we have not seen it there yet.`,
      `What we saw last: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS, "Without the badge the listing moves to the next open week."],
    site: siteOf(site),
  });

export const badgeFoundMessage = (site: MailSite, news: ListingNews): Message =>
  compose({
    subject: `The badge of ${oneLine(news.listing.name)} was found`,
    before: [
      greeting(news.name),
      `Our badge is on the homepage of ${oneLine(news.listing.name)}, so its launch at ${site.SITE_NAME} is set: it goes live with the week of ${news.listing.launchWeek}.`,
      "Please leave the badge where it is; we look for it now and then.",
    ],
    site: siteOf(site),
  });

/** For a badge that was there before. `until` is the moment before which nothing happens. */
export const badgeMissingMessage = (site: MailSite, news: ListingNews & { detail: string; until: Date }): Message =>
  compose({
    subject: `The badge of ${oneLine(news.listing.name)} is missing`,
    before: [
      greeting(news.name),
      `The free listing of ${oneLine(news.listing.name)} at ${site.SITE_NAME} rests on our badge on its homepage, and we did not see it there.`,
      `What we saw: ${news.detail}`,
      news.listing.status === "live"
        ? `Put it back by ${when(news.until)} and nothing changes. Later the listing is hidden until the badge is back.`
        : `Put it back by ${when(news.until)} and nothing changes. Later the launch waits until the badge is back.`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    site: siteOf(site),
  });

/** For a listing that has its week and not been live yet. */
export const badgeLostMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `The launch of ${oneLine(news.listing.name)} waits for its badge`,
    before: [
      greeting(news.name),
      `Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for a week. The listing keeps its place in the week of ${news.listing.launchWeek}, but goes live only once the badge is back.`,
      `What we saw last: ${news.detail}`,
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    site: siteOf(site),
  });

export const listingLiveMessage = (site: MailSite, news: ListingNews): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is live at ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      `Your listing of ${oneLine(news.listing.name)} is live, and its launch week has begun. People can vote for it until the week ends.`,
    ],
    action: { label: "See the listing", url: listingLink(site, news) },
    site: siteOf(site),
  });

export const listingHiddenMessage = (site: MailSite, news: ListingNews & { detail: string }): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is hidden at ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      `Our badge has been missing from the homepage of ${oneLine(news.listing.name)} for a week, so the listing is hidden now. Nothing is lost: votes, reviews and texts are kept.`,
      `What we saw last: ${news.detail}`,
      "Put the badge back and the listing is live again by itself, as soon as it is seen: within the hour on the first two days, within a day later.",
    ],
    action: badgeCode(site, news),
    after: [WHAT_COUNTS],
    site: siteOf(site),
  });

export const listingRestoredMessage = (site: MailSite, news: ListingNews): Message =>
  compose({
    subject: `${oneLine(news.listing.name)} is live again at ${site.SITE_NAME}`,
    before: [
      greeting(news.name),
      `Our badge is back on the homepage of ${oneLine(news.listing.name)}, and the listing is live again with all its votes and reviews.`,
    ],
    action: { label: "See the listing", url: listingLink(site, news) },
    site: siteOf(site),
  });

const when = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;

/** The link that proves a claim by mail. It goes to the company's address, whose reader may not be the one who claims. */
export const claimMessage = (
  site: MailSite,
  { claimant, product, token }: { claimant: string; product: string; token: string },
): Message =>
  compose({
    subject: `Is ${oneLine(product)} yours?`,
    before: [
      "Hello,",
      `${oneLine(claimant)} has an account at ${site.SITE_NAME}, a directory of products, and says that the listing of ${oneLine(product)} there is theirs. Whoever can read this mail can prove it.`,
      "If that is you, open the link and sign in with the account that made the claim.",
    ],
    action: { label: "See the claim", url: tokenLink(site, "claim", token) },
    after: [
      "The link works once, for 14 days, and only with that account. If this is not you, do nothing and do not pass the link on: nothing changes.",
    ],
    site: siteOf(site),
  });

type ClaimNews = { name: string | null; product: string };
const toAccount = (site: MailSite) => ({ label: "Go to your claims", url: `${site.BASE_URL}/account/claims` });

/** For the team of a listing that somebody else has proven a claim on; nothing has changed yet. */
export const claimDisputedMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `Somebody else claims ${oneLine(product)}`,
    before: [
      greeting(name),
      `Somebody proved control of the website or a mailbox of ${oneLine(product)} and claims its listing, which is in your hands. Nothing has changed: the people who run ${site.SITE_NAME} look at it first, and you get a mail when they have decided.`,
      "If you have not yet proven that the listing is yours, now is a good time to do so.",
    ],
    action: toAccount(site),
    site: siteOf(site),
  });

/** For the former team of a listing that went to somebody who proved that it is theirs. */
export const claimLostMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `The listing of ${oneLine(product)} has a new owner`,
    before: [
      greeting(name),
      `Somebody else proved that the website of ${oneLine(product)} is theirs, so its listing at ${site.SITE_NAME} went to them. You can no longer edit it; a draft that you wrote stays yours.`,
      "If this is a mistake, claim the listing and prove that the website is yours. The people who run this site then look at both claims.",
    ],
    action: toAccount(site),
    site: siteOf(site),
  });

/** The decision of a review, for the one who claimed. */
export const claimDecidedMessage = (
  site: MailSite,
  { name, product, isApproved }: ClaimNews & { isApproved: boolean },
): Message =>
  compose({
    subject: `Your claim of ${oneLine(product)} was ${isApproved ? "approved" : "not approved"}`,
    before: [
      greeting(name),
      isApproved
        ? `The listing of ${oneLine(product)} at ${site.SITE_NAME} is yours now.`
        : `The people who run ${site.SITE_NAME} looked at your claim of ${oneLine(product)} and left the listing with its owner. If you think that they lack a fact, write to them.`,
    ],
    action: toAccount(site),
    site: siteOf(site),
  });

/** For the team that keeps its listing after a review. */
export const claimKeptMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `${oneLine(product)} stays yours`,
    before: [
      greeting(name),
      `The people who run ${site.SITE_NAME} looked at the claim that somebody else made on ${oneLine(product)}. The listing stays with you.`,
    ],
    action: toAccount(site),
    site: siteOf(site),
  });

/** A weekly check of a proof found nothing: for the first time, or for the last. `detail` says what was seen. */
export const proofMissingMessage = (
  site: MailSite,
  { name, product, detail, isLost }: ClaimNews & { detail: string; isLost: boolean },
): Message =>
  compose({
    subject: isLost
      ? `${oneLine(product)} is no longer marked as verified`
      : `The proof for ${oneLine(product)} is no longer there`,
    before: [
      greeting(name),
      `Once a week we look whether the website of ${oneLine(product)} still says that the listing is yours. ${isLost ? "It did not three times in a row, so the listing lost its mark. It stays yours." : "This time it did not."}`,
      detail,
      isLost
        ? "Claim the listing again to get the mark back."
        : "Please put it back. If it is missing two more times, the listing loses its mark as verified.",
    ],
    action: toAccount(site),
    site: siteOf(site),
  });
