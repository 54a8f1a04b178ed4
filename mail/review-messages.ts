import { excerpt } from "../domain/text/text.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

/** For the author of a review, when the makers' answer is published. */
export const reviewAnsweredMessage = (
  site: MailSite,
  { name, product, slug, answer }: { name: string | null; product: string; slug: string; answer: string },
): Message =>
  compose({
    subject: `${oneLine(product)} answered your review`,
    before: [greeting(name), `The makers of ${oneLine(product)} answered your review:`, excerpt(answer, 600)],
    action: { label: "Read it on the page", url: `${site.BASE_URL}/listings/${slug}#reviews` },
    why: `You got this email because you reviewed ${oneLine(product)} on ${site.SITE_NAME}, and this is the first answer.`,
    site: siteOf(site),
  });
