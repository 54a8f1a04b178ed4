import { type Html, href, html } from "#core/text/html.ts";
import { dashboardPath, type Owned } from "./dashboard.ts";

/** The note above saved content that is not public yet. */
export const lockedNote = (
  listing: Pick<Owned, "listing_id" | "unlocked_sections">,
  section: "story" | "milestones" | "media",
): Html | false =>
  !listing.unlocked_sections.includes(section) &&
  html`<div class="notice">Not public until this section is unlocked.
<a href="${href(dashboardPath(listing, "launch"))}">See how to unlock it</a>. You can already fill it in.</div>`;
