import { type Html, html } from "#core/text/html.ts";
import { LISTING_STATES, type ListingStatus } from "#domain/listings/listing.ts";
import { type Change, changesBetween } from "#domain/listings/listing-version.ts";
import { joined, type Text, t, type Words } from "#languages/words.ts";
import type { ListingVersion } from "#store/repos/listings/versions.ts";
import { markedTexts } from "../../kit/text-diff.ts";

const TONES: Partial<Record<ListingStatus, string>> = {
  live: "good",
  scheduled: "warm",
  awaiting_badge: "warm",
  pending_review: "warm",
  rejected: "bad",
  hidden: "bad",
  suspended: "bad",
  removed: "bad",
};

export const statusWords = (status: ListingStatus): Words => LISTING_STATES[status];
export const statusTag = (status: ListingStatus): Html =>
  html`<span class="tag ${TONES[status] ?? ""}">${statusWords(status)}</span>`;

export const authorOf = ({ author }: ListingVersion): Text => author?.name ?? author?.email ?? t`not signed in`;
export const clientOf = ({ client }: ListingVersion): Text => client ?? t`this site`;

/**
 * In a few words what a version did: put an old one back, began the listing, or which texts it
 * changed.
 */
export function whatChanged(version: ListingVersion, before: ListingVersion | undefined): Text {
  if (!before) return t`First version`;
  const labels = changesBetween(before.snapshot, version.snapshot).map(({ label }) => label);
  const texts = labels.length > 0 ? joined(labels, ", ") : t`Fact sources`;
  return version.restored === null ? texts : t`Restored version ${version.restored}: ${texts}`;
}

const side = (title: Text, text: Html, isEmpty: boolean): Html =>
  html`<div><h4>${title}</h4>${isEmpty ? html`<p class="muted">Empty</p>` : html`<p class="prose" dir="auto">${text}</p>`}</div>`;

/**
 * Each changed text before and after, side by side where there is room, with the words marked that
 * changed.
 */
export const beforeAndAfter = (changes: Change[]): Html[] =>
  changes.map(({ label, ...texts }) => {
    const { before, after } = markedTexts(texts.before, texts.after);
    return html`<section class="card change"><h3>${label}</h3>
<div class="sides">${side(t`Before`, before, texts.before === "")}${side(t`After`, after, texts.after === "")}</div></section>`;
  });
