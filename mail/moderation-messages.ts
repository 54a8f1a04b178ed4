import type { ModerationStep } from "../domain/moderation/moderation.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, orAnswer, ownsListing, siteOf } from "./messages.ts";

type News = { name: string | null; product: string; reason: string | null; decisionUrl?: string | undefined };

const WORDS: Record<
  ModerationStep,
  { subject: (product: string) => string; text: (product: string, site: MailSite) => string }
> = {
  review: {
    subject: (product) => `${product} is under review`,
    text: (product) => `${product} is hidden while under review. We will email you our decision.`,
  },
  approve: {
    subject: (product) => `${product} is approved`,
    text: (product) => `We reviewed ${product} and approved it. Its previous status is restored.`,
  },
  reject: {
    subject: (product) => `${product} was not accepted`,
    text: (product, site) =>
      `We reviewed ${product} and cannot list it as it is. ${orAnswer(site, "Correct it, then")}`,
  },
  suspend: {
    subject: (product) => `${product} is suspended`,
    text: (product, site) => `We took ${product} offline. ${orAnswer(site, "If you think this is a mistake,")}`,
  },
  restore: {
    subject: (product) => `${product} is back`,
    text: (product) => `${product} is no longer suspended. Its previous status is restored.`,
  },
};

export function moderationMessage(
  site: MailSite,
  step: ModerationStep,
  { name, product, reason, decisionUrl }: News,
): Message {
  const { subject, text } = WORDS[step];
  const label = oneLine(product);
  return compose({
    subject: subject(label),
    before: [greeting(name), text(label, site), ...(reason ? [`The reason: ${oneLine(reason)}`] : [])],
    action: decisionUrl
      ? { label: "Read the decision or appeal", url: decisionUrl }
      : { label: "See your listings", url: `${site.BASE_URL}/account/listings` },
    why: ownsListing(site, product),
    site: siteOf(site),
  });
}

export const mergedMessage = (
  site: MailSite,
  { name, product, into }: Pick<News, "name" | "product"> & { into: string },
): Message =>
  compose({
    subject: `${oneLine(product)} was merged into another listing`,
    before: [
      greeting(name),
      `${oneLine(product)} was listed twice. ` +
        `Its votes, followers and reviews are now with ${oneLine(into)}, and its address redirects there. ` +
        "If that listing is yours, claim it there.",
    ],
    action: { label: "Go to the site", url: site.BASE_URL },
    why: ownsListing(site, product),
    site: siteOf(site),
  });
