import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

type Decided = { id: string; name: string | null; title: string; reason: string | null };

/** For the owner of a public collection, when the site team hides it with a reason, or shows it again. */
export const collectionHiddenMessage = (site: MailSite, { id, name, title, reason }: Decided): Message => {
  const label = oneLine(title);
  return compose({
    subject: reason === null ? `Your collection ${label} is public again` : `Your collection ${label} is hidden`,
    before:
      reason === null
        ? [greeting(name), `We looked at your collection ${label} again. Everybody can see it as before.`]
        : [
            greeting(name),
            `Only you can see your collection ${label} now, because it does not follow our rules.`,
            `The reason: ${oneLine(reason)}`,
            orAnswer(site, "Once you have changed it, or if you think that this is a mistake,"),
          ],
    action: { label: "See your collection", url: `${site.BASE_URL}/account/collections/${id}` },
    why: hasAccount(site),
    site: siteOf(site),
  });
};
