import type { Response } from "express";
import { type Html, html } from "#core/text/html.ts";
import { DIGEST_HOUR } from "#domain/notifications/digest.ts";
import { timeZones } from "#domain/time/time-zone.ts";
import { date, type Text, t } from "#languages/words.ts";
import type { FollowedCategory } from "#store/repos/community/category-follows.ts";
import { choice } from "../../kit/form.ts";
import { categoryName } from "../../kit/show.ts";

const days = new Map<string, Intl.DateTimeFormatOptions>();
/** "Tuesday, 1 December, between 8 and 9 in the morning (Europe/Berlin)". */
export function turnWords(at: Date, zone: string): Text {
  const day = date(
    at,
    days.getOrInsertComputed(zone, () => ({ weekday: "long", day: "numeric", month: "long", timeZone: zone })),
  );
  return t`${day}, between ${DIGEST_HOUR} and ${DIGEST_HOUR + 1} in the morning (${zone.replaceAll("_", " ")})`;
}

export const zoneField = (zone: string | null, siteZone: string): Html =>
  choice({
    name: "zone",
    label: t`Your time zone`,
    value: zone ?? "",
    hint: t`The digest arrives between ${DIGEST_HOUR} and ${DIGEST_HOUR + 1} in the morning in this time zone.`,
    none: t`Same as this site (${siteZone})`,
    options: timeZones().map((name) => [name, name.replaceAll("_", " ")] as const),
  });

/** For a first form: a script fills in the browser's zone. Without it, the site's applies. */
export const browserZone: Html = html`<input type="hidden" name="zone" value="" data-zone>`;

export const categoryChecks = (categories: readonly FollowedCategory[], chosen: ReadonlySet<string>): Html =>
  html`<fieldset class="field"><legend>Categories</legend>
<div class="digest-categories">${categories.map(
    ({ slug, name }) =>
      html`<label class="check"><input type="checkbox" name="category" value="${slug}"${
        chosen.has(slug) && html` checked`
      }><span>${categoryName({ slug, name })}</span></label>`,
  )}</div></fieldset>`;

/** The HTML of an email for a sandboxed frame. `home` is the site that serves its pictures. */
export function sendMailHtml(res: Response, html: string, home: string): void {
  res.set({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(home).origin}; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
  });
  res.end(html);
}
