import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, ownsListing, siteOf, tokenLink } from "./messages.ts";

/** The link that proves a claim by email. It goes to the company's address, whose reader may not be the claimant. */
export const claimMessage = (
  site: MailSite,
  { claimant, product, token }: { claimant: string; product: string; token: string },
): Message =>
  compose({
    subject: `Is ${oneLine(product)} yours?`,
    before: [
      "Hello,",
      `${oneLine(claimant)} has an account at ${site.SITE_NAME}, a directory of products, and claims the listing of ${oneLine(product)}. This email is the proof.`,
      "If that is you, open the link and sign in with the account that made the claim.",
    ],
    action: { label: "See the claim", url: tokenLink(site, "claim", token) },
    after: [
      "The link works once, for 14 days, and only with that account. If this is not you, ignore this email and do not share the link. Nothing changes.",
    ],
    site: siteOf(site),
  });

type ClaimNews = { name: string | null; product: string };
const toAccount = (site: MailSite) => ({ label: "Go to your claims", url: `${site.BASE_URL}/account/claims` });

/** For the team of a listing on which somebody else has proven a claim; nothing has changed yet. */
export const claimDisputedMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `Somebody else claims ${oneLine(product)}`,
    before: [
      greeting(name),
      `Somebody proved control of the website or a mailbox of ${oneLine(product)} and claims its listing, which you own. Nothing has changed: the team of ${site.SITE_NAME} reviews the claim first, and you get an email with their decision.`,
      "If you have not yet proven that the listing is yours, now is a good time to do so.",
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });

/** For the previous team of a listing that went to somebody who proved that it is theirs. */
export const claimLostMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `The listing of ${oneLine(product)} has a new owner`,
    before: [
      greeting(name),
      `Somebody else proved that the website of ${oneLine(product)} is theirs, so its listing at ${site.SITE_NAME} went to them. You can no longer edit it. A draft that you wrote stays yours.`,
      "If this is a mistake, claim the listing and prove that the website is yours. The site team then reviews both claims.",
    ],
    action: toAccount(site),
    why: hasAccount(site),
    site: siteOf(site),
  });

/** The decision of a review, for the claimant. */
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
        : `The team of ${site.SITE_NAME} reviewed your claim of ${oneLine(product)}, and the listing stays with its owner. If you think that they missed something, contact them.`,
    ],
    action: toAccount(site),
    why: hasAccount(site),
    site: siteOf(site),
  });

/** For the team that keeps its listing after a review. */
export const claimKeptMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: `${oneLine(product)} stays yours`,
    before: [
      greeting(name),
      `The team of ${site.SITE_NAME} reviewed the claim that somebody else made on ${oneLine(product)}. The listing stays with you.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });

/** A weekly check of a proof found nothing: for the first time, or for the last. `detail` says what it found. */
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
      `Once a week we check whether the website of ${oneLine(product)} still proves that the listing is yours. ${isLost ? "The proof was missing three times in a row, so the listing is no longer verified. It stays yours." : "This time the proof was missing."}`,
      detail,
      isLost
        ? "Claim the listing again to verify it."
        : "Put it back. If it is missing two more times, the listing is no longer verified.",
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });
