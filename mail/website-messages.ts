import { dayText } from "#domain/time/date-words.ts";
import { t } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, ifQuestion, type MailSite } from "./messages.ts";

type Saved = { name: string | null; listing: { id: number; name: string } };

/** Another listing of the website was published or proven first. `slug` is null if it is not public. */
export const websiteTakenMessage = (
  site: MailSite,
  { name, listing, slug }: Saved & { slug: string | null },
): Message =>
  compose(site, {
    subject: t`The website of ${oneLine(listing.name)} is already listed`,
    before: [
      greeting(name),
      t`You saved a listing of ${oneLine(listing.name)} on ${site.SITE_NAME} and did not publish it. Another listing of the same website is now published or proven, so yours cannot be published. What you wrote is still in your account.`,
      slug === null
        ? ifQuestion(site)
        : t`If the website is yours, claim the other listing. Whoever proves that they own the website can edit it.`,
    ],
    action:
      slug === null
        ? { label: t`See your listings`, url: `${site.BASE_URL}/account/listings` }
        : { label: t`Claim the other listing`, url: `${site.BASE_URL}/listings/${slug}/claim` },
    why: hasAccount(site),
  });

/** The first of two emails before an unpublished listing is deleted, or the last. */
export const listingEndsMessage = (
  site: MailSite,
  { name, listing, endsAt, isLast }: Saved & { endsAt: Date; isLast: boolean },
): Message =>
  compose(site, {
    subject: isLast
      ? t`${oneLine(listing.name)} is deleted on ${dayText(endsAt)}`
      : t`${oneLine(listing.name)} is not published yet`,
    before: [
      greeting(name),
      t`You saved a listing of ${oneLine(listing.name)} on ${site.SITE_NAME} and have not published it. Listings that nobody changes for half a year are deleted with their draft: this one on ${dayText(endsAt)}.`,
      t`To keep it, publish it or change any of its texts. If you do not need it, do nothing.`,
    ],
    action: { label: t`Open the listing`, url: `${site.BASE_URL}/account/listings/${listing.id}` },
    why: hasAccount(site),
  });
