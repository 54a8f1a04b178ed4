import type { Change } from "#domain/listings/listing-version.ts";
import type { ModerationStep } from "#domain/moderation/moderation.ts";
import { excerpt } from "#domain/text/text.ts";
import { dayText } from "#domain/time/date-words.ts";
import { joined, plural, type Text, t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, ifMistake, ifQuestion, type MailSite, orAnswer, ownsListing } from "./messages.ts";

type News = { name: string | null; product: string; reason: string | null; decisionUrl?: string | undefined };

const WORDS: Record<
  ModerationStep,
  { subject: (product: string) => Words; text: (product: string, site: MailSite) => Text }
> = {
  review: {
    subject: (product) => t`${product} is under review`,
    text: (product) =>
      t`We are reviewing ${product}. It is hidden until we decide, and we will email you our decision.`,
  },
  approve: {
    subject: (product) => t`${product} is approved`,
    text: (product) => t`We reviewed ${product} and approved it. Its previous status is restored.`,
  },
  reject: {
    subject: (product) => t`${product} was not accepted`,
    text: (product, site) =>
      orAnswer(
        site,
        t`We reviewed ${product} and cannot accept it yet. Correct it, then reply to this email.`,
        (address) => t`We reviewed ${product} and cannot accept it yet. Correct it, then contact us: ${address}`,
      ),
  },
  suspend: {
    subject: (product) => t`${product} is suspended`,
    text: (product, site) => joined([t`We took ${product} offline.`, ifMistake(site)], " "),
  },
  restore: {
    subject: (product) => t`${product} is back`,
    text: (product) => t`${product} is no longer suspended. Its previous status is restored.`,
  },
};

export function moderationMessage(
  site: MailSite,
  step: ModerationStep,
  { name, product, reason, decisionUrl }: News,
): Message {
  const { subject, text } = WORDS[step];
  const label = oneLine(product);
  return compose(site, {
    subject: subject(label),
    before: [greeting(name), text(label, site), ...(reason ? [t`Reason: ${oneLine(reason)}`] : [])],
    action: decisionUrl
      ? { label: t`View decision and appeal`, url: decisionUrl }
      : { label: t`View listings`, url: `${site.BASE_URL}/account/listings` },
    why: ownsListing(site, product),
  });
}

export const deletedMessage = (site: MailSite, { name, product, reason, endsAt }: News & { endsAt: Date }): Message =>
  compose(site, {
    subject: t`${oneLine(product)} is deleted`,
    before: [
      greeting(name),
      t`We deleted the listing of ${oneLine(product)}. Nobody can see it, and we can restore it until ${dayText(endsAt)}.`,
      ...(reason ? [t`Reason: ${oneLine(reason)}`] : []),
      ifMistake(site),
    ],
    action: { label: t`View listings`, url: `${site.BASE_URL}/account/listings` },
    why: ownsListing(site, product),
  });

export const undeletedMessage = (site: MailSite, { name, product }: Pick<News, "name" | "product">): Message =>
  compose(site, {
    subject: t`${oneLine(product)} is back`,
    before: [greeting(name), t`We restored the listing of ${oneLine(product)}, with its previous status.`],
    action: { label: t`View listings`, url: `${site.BASE_URL}/account/listings` },
    why: ownsListing(site, product),
  });

export const mergedMessage = (
  site: MailSite,
  { name, product, into }: Pick<News, "name" | "product"> & { into: string },
): Message =>
  compose(site, {
    subject: t`${oneLine(product)} was merged into another listing`,
    before: [
      greeting(name),
      t`${oneLine(product)} was listed twice, so we merged it into ${oneLine(into)}. Its followers and reviews moved there, and its address redirects there. If that listing is yours, claim it.`,
    ],
    action: { label: t`Go to the site`, url: site.BASE_URL },
    why: ownsListing(site, product),
  });

type Edited = { id: number; name: string; changes: readonly Change[] };

const FIRST_WORDS = 200;
const inShort = (text: string): string => oneLine(excerpt(text, FIRST_WORDS));
const changeLine = ({ label, before, after }: Change): Words =>
  before === ""
    ? t`- ${label}: added “${inShort(after)}”`
    : after === ""
      ? t`- ${label}: removed “${inShort(before)}”`
      : t`- ${label}: “${inShort(before)}” is now “${inShort(after)}”`;

/** What the site team changed on listings of a person. `others` is the number of listings left out. */
export function editedMessage(
  site: MailSite,
  { name, listings, others }: { name: string | null; listings: readonly Edited[]; others: number },
): Message {
  const [first, ...more] = listings;
  const product = oneLine(first?.name ?? "");
  const history = first && more.length === 0 ? `/${first.id}/history` : "";
  return compose(site, {
    subject: more.length > 0 ? t`We edited your listings` : t`We edited ${product}`,
    before: [
      greeting(name),
      t`The team of ${site.SITE_NAME} made these changes:`,
      ...listings.map((listing) =>
        joined([more.length > 0 && `${oneLine(listing.name)}:`, ...listing.changes.map(changeLine)], "\n"),
      ),
      ...(others > 0 ? [t`We also edited ${plural(others, "more listing")}.`] : []),
    ],
    action: { label: t`See the history`, url: `${site.BASE_URL}/account/listings${history}` },
    after: [
      joined(
        [t`The history of each listing keeps every version. You can restore any of them there.`, ifQuestion(site)],
        " ",
      ),
    ],
    why: more.length > 0 ? hasAccount(site) : ownsListing(site, product),
  });
}
