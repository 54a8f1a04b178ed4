import type { FieldValue } from "../domain/drafts/draft.ts";
import { joined, type Text, t, type Words } from "../languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, ownsListing, siteOf, tokenLink } from "./messages.ts";

/** The link that proves a claim. It goes to the company's address, not to the claimant's. */
export const claimMessage = (
  site: MailSite,
  { claimant, product, token }: { claimant: string | null; product: string; token: string },
): Message =>
  compose({
    subject: t`Is ${oneLine(product)} yours?`,
    before: [
      greeting(null),
      t`${claimant === null ? t`Somebody` : oneLine(claimant)} has an account on ${site.SITE_NAME}, a directory of products, and has claimed the listing of ${oneLine(product)}. This email proves the claim.`,
      t`If that is you, open the link and sign in with the account that made the claim.`,
    ],
    action: { label: t`See the claim`, url: tokenLink(site, "claim", token) },
    after: [
      t`The link works once, within 14 days, and only with that account. If this is not you, ignore this email and do not share the link. Nothing will change.`,
    ],
    site: siteOf(site),
  });

type ClaimNews = { name: string | null; product: string };
const toAccount = (site: MailSite) => ({ label: t`Go to your claims`, url: `${site.BASE_URL}/account/claims` });

/** For the team of a listing on which someone else has proven a claim; nothing has changed yet. */
export const claimDisputedMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: t`Someone else has claimed ${oneLine(product)}`,
    before: [
      greeting(name),
      t`Someone proved control of the website or a mailbox of ${oneLine(product)} and has claimed its listing, which you own. Nothing has changed yet: the ${site.SITE_NAME} team reviews the claim first and will email you their decision.`,
      t`If you have not yet verified that the listing is yours, now is a good time.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });

export const claimLostMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: t`The listing of ${oneLine(product)} has a new owner`,
    before: [
      greeting(name),
      t`Someone else proved that they own the website of ${oneLine(product)}, so they now own its listing on ${site.SITE_NAME}. You can no longer edit it. Any draft you wrote is still yours.`,
      t`If this is a mistake, claim the listing and prove that the website is yours. The site team then reviews both claims.`,
    ],
    action: toAccount(site),
    why: hasAccount(site),
    site: siteOf(site),
  });

export const claimDecidedMessage = (
  site: MailSite,
  { name, product, isApproved }: ClaimNews & { isApproved: boolean },
): Message =>
  compose({
    subject: isApproved
      ? t`Your claim of ${oneLine(product)} was approved`
      : t`Your claim of ${oneLine(product)} was not approved`,
    before: [
      greeting(name),
      isApproved
        ? t`You now own the listing of ${oneLine(product)} on ${site.SITE_NAME}.`
        : t`The ${site.SITE_NAME} team reviewed your claim of ${oneLine(product)}, and the listing stays with its current owner. If you think they missed something, contact them.`,
    ],
    action: toAccount(site),
    why: hasAccount(site),
    site: siteOf(site),
  });

export const claimKeptMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose({
    subject: t`${oneLine(product)} stays yours`,
    before: [
      greeting(name),
      t`The ${site.SITE_NAME} team reviewed someone else’s claim of ${oneLine(product)}. The listing stays yours.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });

/** The weekly check no longer finds the proof, for the first or the last time. */
export const proofMissingMessage = (
  site: MailSite,
  { name, product, detail, isLost }: ClaimNews & { detail: Text; isLost: boolean },
): Message =>
  compose({
    subject: isLost
      ? t`${oneLine(product)} is no longer marked as verified`
      : t`The proof for ${oneLine(product)} is no longer there`,
    before: [
      greeting(name),
      isLost
        ? t`Once a week we check whether the website of ${oneLine(product)} still proves that the listing is yours. The proof was missing three times in a row, so the listing is no longer verified. You still own it.`
        : t`Once a week we check whether the website of ${oneLine(product)} still proves that the listing is yours. This time the proof was missing.`,
      detail,
      isLost
        ? t`Claim the listing again to verify it.`
        : t`Put it back. If it is missing two more times, the listing is no longer verified.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
    site: siteOf(site),
  });

type Change = { label: Text; published: FieldValue; stated: FieldValue };
type Changed = { id: number; name: string; changes: Change[] };

const inWords = (value: FieldValue): string => oneLine([value ?? []].flat().join(", "));

const changeLine = ({ label, published, stated }: Change): Words =>
  stated === null
    ? t`- ${label}: “${inWords(published)}” is no longer stated`
    : t`- ${label}: “${inWords(published)}” is now “${inWords(stated)}”`;

/** For the owner of listings whose websites no longer state what was published. */
export function factsChangedMessage(
  site: MailSite,
  { name, listings }: { name: string | null; listings: Changed[] },
): Message {
  const [first, ...others] = listings;
  const product = first ? oneLine(first.name) : "";
  return compose({
    subject: others.length ? t`Your websites have changed` : t`The website of ${product} has changed`,
    before: [
      greeting(name),
      t`We read it again, as we do for every live listing. These published facts differ from what it says now:`,
      ...listings.map((listing) =>
        joined([others.length > 0 && `${oneLine(listing.name)}:`, ...listing.changes.map(changeLine)], "\n"),
      ),
    ],
    action: {
      label: t`Review changes`,
      url: `${site.BASE_URL}/account/listings${first && !others.length ? `/${first.id}/proof` : ""}`,
    },
    after: [
      t`Nothing changes until you decide. Until then, the page marks the facts that the website no longer states.`,
    ],
    why:
      others.length > 0
        ? t`You got this email because you own listings on ${site.SITE_NAME}. It comes at most once a week.`
        : t`You got this email because you own ${product} on ${site.SITE_NAME}. It comes at most once a week.`,
    site: siteOf(site),
  });
}
