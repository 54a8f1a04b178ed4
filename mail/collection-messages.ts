import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, siteOf } from "./messages.ts";

type Shown = { id: string; name: string | null; title: string };

/** For the owner of a public collection that the site team shows again, or for the first time. */
export const collectionShownMessage = (site: MailSite, { id, name, title }: Shown): Message => {
  const label = oneLine(title);
  return compose({
    subject: `Your collection ${label} is public`,
    before: [greeting(name), `We looked at your collection ${label}. Everyone can see it.`],
    action: { label: "See your collection", url: `${site.BASE_URL}/account/collections/${id}` },
    why: hasAccount(site),
    site: siteOf(site),
  });
};
