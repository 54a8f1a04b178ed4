import { type Html, href, html } from "../../core/html.ts";
import { deskPath, type Owned } from "./desk.ts";

/** Said above what is saved but not shown yet. */
export const lockedNote = (listing: Owned, section: "story" | "milestones" | "media"): Html | false =>
  !listing.unlocked_sections.includes(section) &&
  html`<div class="notice">Others do not see this yet: it shows once it is unlocked. <a href="${href(deskPath(listing, "launch"))}">See what unlocks it</a>. You can fill it already.</div>`;
