import type { FieldValue } from "../domain/drafts/draft.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, type MailSite, siteOf } from "./messages.ts";

type Change = { label: string; published: FieldValue; stated: FieldValue };
type Changed = { id: number; name: string; changes: Change[] };

const inWords = (value: FieldValue): string => oneLine([value ?? []].flat().join(", "));

const changeLine = ({ label, published, stated }: Change): string =>
  stated === null
    ? `- ${label}: “${inWords(published)}” is no longer stated`
    : `- ${label}: “${inWords(published)}” is now “${inWords(stated)}”`;

/** For the owner of listings whose websites no longer state what was published. */
export function factsChangedMessage(
  site: MailSite,
  { name, listings }: { name: string | null; listings: Changed[] },
): Message {
  const [first, ...others] = listings;
  const product = first ? oneLine(first.name) : "";
  return compose({
    subject: others.length ? "Your websites have changed" : `The website of ${product} has changed`,
    before: [
      greeting(name),
      "We read it again, as we do for every live listing. These published facts differ from what it says now:",
      ...listings.map((listing) =>
        [...(others.length ? [`${oneLine(listing.name)}:`] : []), ...listing.changes.map(changeLine)].join("\n"),
      ),
    ],
    action: {
      label: "Review changes",
      url: `${site.BASE_URL}/account/listings${first && !others.length ? `/${first.id}/proof` : ""}`,
    },
    after: [
      "Nothing changes until you decide. Until then, the page marks the facts that the website no longer states.",
    ],
    why: `You got this email because you own ${others.length ? "listings" : product} on ${site.SITE_NAME}. It comes at most once a week.`,
    site: siteOf(site),
  });
}
