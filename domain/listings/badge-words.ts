import { joined, type Text, t, type Words } from "#languages/words.ts";
import { CRAWL_WORDS } from "../drafts/crawl-words.ts";
import { retoldEach } from "../text/retold.ts";
import type { BadgeSight, Hiding, HidingWay } from "./badge-watch.ts";

const SIGHTS: Record<BadgeSight, () => Words> = {
  found: () => t`The badge is there.`,
  hidden: () => t`The badge is there, but not visible.`,
  nothing: () => t`Neither the badge nor a link to the listing is in the HTML of the page.`,
  link_without_badge: () => t`The page links to the listing, but the link does not contain the badge image.`,
  badge_without_link: () => t`The page shows the badge, but not inside a link to the listing.`,
  badge_of_another: () => t`The page shows the badge of another listing.`,
  built_by_scripts: () =>
    t`The page is built by scripts in the browser. Put the badge into the HTML that the server sends, or wait until visitors have seen it on several days.`,
};

const WAYS: Record<HidingWay, (element: Text) => Words> = {
  display: (element) => t`The badge is there, but not visible: ${element} is not displayed.`,
  hidden_attribute: (element) => t`The badge is there, but not visible: ${element} has the hidden attribute.`,
  closed_dialog: (element) => t`The badge is there, but not visible: ${element} is closed until a script opens it.`,
  visibility: (element) => t`The badge is there, but not visible: ${element} is invisible.`,
  opacity: (element) => t`The badge is there, but not visible: ${element} is fully transparent.`,
  no_size: (element) => t`The badge is there, but not visible: ${element} has no size, or is too small to see.`,
  clipped: (element) => t`The badge is there, but not visible: ${element} is clipped.`,
  off_screen: (element) => t`The badge is there, but not visible: ${element} is off screen.`,
  fallback: (element) =>
    t`The badge is there, but not visible: ${element} shows its content only in browsers that do not support it.`,
  noscript: (element) =>
    t`The badge is there, but not visible: it is only in ${element}, which browsers with scripts ignore.`,
  data_attribute: (element) =>
    t`The badge is there, but not visible: the image is only in ${element}, from which no browser loads it.`,
};
const styled = (from: Text) => t`The style is from ${from}.`;
const WORDS = [...Object.values(WAYS), ...Object.values(SIGHTS), styled, ...Object.values(CRAWL_WORDS)];

/** What was found, as a sentence for the owner. Stored in English, and shown by `badgeText`. */
export const badgeSentence = (sight: BadgeSight, hiding: Hiding | null): Words =>
  hiding && sight === "hidden"
    ? joined([WAYS[hiding.way](hiding.element), hiding.from && styled(hiding.from)], " ")
    : SIGHTS[sight]();

export function badgeText(detail: string): Text {
  const [, page, said] = /^(https?:\S+): (.+)$/su.exec(detail) ?? [];
  const text = retoldEach(said ?? detail, /(?<=\.) (?=The style is from )/, WORDS);
  return page === undefined ? text : joined([page, text], ": ");
}
