import type { FieldValue } from "#domain/drafts/draft.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, ownsListing, tokenLink } from "./messages.ts";

/** The link that proves a claim. It goes to the company's address, not to the claimant's. */
export const claimMessage = (
  site: MailSite,
  { claimant, product, token }: { claimant: string | null; product: string; token: string },
): Message =>
  compose(site, {
    subject: t`Is ${oneLine(product)} yours?`,
    before: [
      greeting(null),
      claimant === null
        ? t`Someone has claimed the listing of ${oneLine(product)} on ${site.SITE_NAME}, a directory of products. The link in this email proves the claim.`
        : t`${oneLine(claimant)} has claimed the listing of ${oneLine(product)} on ${site.SITE_NAME}, a directory of products. The link in this email proves the claim.`,
      t`If this was you, open the link and sign in with the account that made the claim.`,
    ],
    action: { label: t`View claim`, url: tokenLink(site, "claim", token) },
    after: [
      t`The link works once, within 14 days, and only with that account. If this was not you, ignore this email and do not share the link.`,
    ],
  });

type ClaimNews = { name: string | null; product: string };
const toAccount = (site: MailSite) => ({ label: t`View claims`, url: `${site.BASE_URL}/account/claims` });

/** For the team of a listing on which someone else has proven a claim; nothing has changed yet. */
export const claimDisputedMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose(site, {
    subject: t`Someone else has claimed ${oneLine(product)}`,
    before: [
      greeting(name),
      t`Someone proved that they control the website or a mailbox of ${oneLine(product)}, and claimed its listing, which you own. Nothing has changed yet: the ${site.SITE_NAME} team will review the claim and email you the decision.`,
      t`If you have not verified the listing yet, do it now.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
  });

export const claimLostMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose(site, {
    subject: t`The listing of ${oneLine(product)} has a new owner`,
    before: [
      greeting(name),
      t`Someone else proved that they own the website of ${oneLine(product)}, so they now own its listing on ${site.SITE_NAME}. You can no longer edit it, but you keep your drafts.`,
      t`If this is a mistake, claim the listing and prove that the website is yours. The site team will review both claims.`,
    ],
    action: toAccount(site),
    why: hasAccount(site),
  });

export const claimDecidedMessage = (
  site: MailSite,
  { name, product, isApproved }: ClaimNews & { isApproved: boolean },
): Message =>
  compose(site, {
    subject: isApproved
      ? t`Your claim of ${oneLine(product)} was approved`
      : t`Your claim of ${oneLine(product)} was not approved`,
    before: [
      greeting(name),
      isApproved
        ? t`You now own the listing of ${oneLine(product)} on ${site.SITE_NAME}.`
        : t`The ${site.SITE_NAME} team reviewed your claim of ${oneLine(product)}, and the listing stays with its current owner. If you think this is a mistake, contact them.`,
    ],
    action: toAccount(site),
    why: hasAccount(site),
  });

export const claimKeptMessage = (site: MailSite, { name, product }: ClaimNews): Message =>
  compose(site, {
    subject: t`You keep the listing of ${oneLine(product)}`,
    before: [
      greeting(name),
      t`The ${site.SITE_NAME} team reviewed someone else’s claim of ${oneLine(product)} and did not approve it. The listing stays yours.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
  });

/** The weekly check no longer finds the proof, for the first or the last time. */
export const proofMissingMessage = (
  site: MailSite,
  { name, product, detail, isLost }: ClaimNews & { detail: Text; isLost: boolean },
): Message =>
  compose(site, {
    subject: isLost ? t`${oneLine(product)} is no longer verified` : t`The proof for ${oneLine(product)} is missing`,
    before: [
      greeting(name),
      isLost
        ? t`The listing of ${oneLine(product)} is no longer verified, because three weekly checks in a row did not find the proof that it is yours. You still own it.`
        : t`Our weekly check did not find the proof that the listing of ${oneLine(product)} is yours.`,
      detail,
      isLost
        ? t`Claim the listing again to verify it.`
        : t`Put it back. If it is missing in the next two checks, the listing is no longer verified.`,
    ],
    action: toAccount(site),
    why: ownsListing(site, product),
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
  return compose(site, {
    subject: others.length ? t`Your websites have changed` : t`The website of ${product} has changed`,
    before: [
      greeting(name),
      others.length > 0
        ? t`These facts on ${site.SITE_NAME} no longer match your websites:`
        : t`These facts on ${site.SITE_NAME} no longer match the website of ${product}:`,
      ...listings.map((listing) =>
        joined([others.length > 0 && `${oneLine(listing.name)}:`, ...listing.changes.map(changeLine)], "\n"),
      ),
    ],
    action: {
      label: t`Review changes`,
      url: `${site.BASE_URL}/account/listings${first && !others.length ? `/${first.id}/proof` : ""}`,
    },
    after: [
      t`Nothing changes until you decide. Until then, the listing marks facts that the website no longer states.`,
    ],
    why:
      others.length > 0
        ? t`You got this email because you own listings on ${site.SITE_NAME}. We send it at most once a week.`
        : t`You got this email because you own ${product} on ${site.SITE_NAME}. We send it at most once a week.`,
  });
}
