import type { BadgeSight, Hiding, HidingWay } from "../domain/listings/badge-watch.ts";

const SIGHTS: Record<BadgeSight, string> = {
  found: "The badge is there.",
  hidden: "The badge is there, but not visible.",
  nothing: "Neither the badge nor a link to the listing is in the HTML of the page.",
  link_without_badge: "The page links to the listing, but the link does not contain the badge image.",
  badge_without_link: "The page shows the badge, but not inside a link to the listing.",
  badge_of_another: "The page shows the badge of another listing.",
  built_by_scripts:
    "The page is built by scripts in the browser. Put the badge into the HTML that the server sends, or " +
    "wait until visitors have seen it on several days.",
};

const WAYS: Record<HidingWay, (element: string) => string> = {
  display: (element) => `${element} is not displayed`,
  hidden_attribute: (element) => `${element} has the hidden attribute`,
  closed_dialog: (element) => `${element} is closed until a script opens it`,
  visibility: (element) => `${element} is invisible`,
  opacity: (element) => `${element} is fully transparent`,
  no_size: (element) => `${element} has no size, or is too small to see`,
  clipped: (element) => `${element} is clipped away`,
  off_screen: (element) => `${element} is placed outside of the screen`,
  fallback: (element) => `${element} shows its content only in browsers without support for it`,
  noscript: (element) => `it is only in ${element}, which browsers with scripts leave out`,
  data_attribute: (element) => `the image is named only in ${element}, from which no browser loads it`,
};

/** What was found, as a sentence for the owner. */
export const badgeSentence = (sight: BadgeSight, hiding: Hiding | null): string =>
  hiding && sight === "hidden"
    ? `The badge is there, but not visible: ${WAYS[hiding.way](hiding.element)}${hiding.from && `, by ${hiding.from}`}.`
    : SIGHTS[sight];
