import type { ModerationStep } from "../domain/moderation/moderation.ts";
import { joined, type Text, t, type Words } from "../languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, ifMistake, type MailSite, orAnswer, ownsListing, siteOf } from "./messages.ts";

type News = { name: string | null; product: string; reason: string | null; decisionUrl?: string | undefined };

const WORDS: Record<
  ModerationStep,
  { subject: (product: string) => Words; text: (product: string, site: MailSite) => Text }
> = {
  review: {
    subject: (product) => t`${product} is under review`,
    text: (product) => t`${product} is hidden while under review. We will email you our decision.`,
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
        t`We reviewed ${product} and cannot list it as it is. Correct it, then reply to this email.`,
        (address) => t`We reviewed ${product} and cannot list it as it is. Correct it, then write to us: ${address}`,
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
  return compose({
    subject: subject(label),
    before: [greeting(name), text(label, site), ...(reason ? [t`The reason: ${oneLine(reason)}`] : [])],
    action: decisionUrl
      ? { label: t`Read the decision or appeal`, url: decisionUrl }
      : { label: t`See your listings`, url: `${site.BASE_URL}/account/listings` },
    why: ownsListing(site, product),
    site: siteOf(site),
  });
}

export const mergedMessage = (
  site: MailSite,
  { name, product, into }: Pick<News, "name" | "product"> & { into: string },
): Message =>
  compose({
    subject: t`${oneLine(product)} was merged into another listing`,
    before: [
      greeting(name),
      t`${oneLine(product)} was listed twice. Its votes, followers and reviews are now with ${oneLine(into)}, and its address redirects there. If that listing is yours, claim it there.`,
    ],
    action: { label: t`Go to the site`, url: site.BASE_URL },
    why: ownsListing(site, product),
    site: siteOf(site),
  });
