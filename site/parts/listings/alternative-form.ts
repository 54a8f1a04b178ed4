import type { Response } from "express";
import { type Html, href, html } from "../../../core/text/html.ts";
import { csrfField } from "../../kit/form.ts";

/** What each decision about a suggested alternative is answered with. */
export const ALTERNATIVE_NOTICES = { approve: "alternative-approved", decline: "alternative-declined" } as const;

export const isAlternativeDecision = (text: string): text is keyof typeof ALTERNATIVE_NOTICES =>
  Object.hasOwn(ALTERNATIVE_NOTICES, text);

type Named = { id: number; name: string };

/** The buttons that approve or decline a suggested alternative. */
export const alternativeForm = (
  res: Response,
  action: string,
  { listing, alternative }: { listing: Pick<Named, "name">; alternative: Named },
): Html => {
  const unseen = html`<span class="unseen"> ${alternative.name} for ${listing.name}</span>`;
  return html`<form method="post" action="${href(action)}" class="row end">${csrfField(res)}<input type="hidden" name="alternative" value="${alternative.id}">
<button class="slim" name="decision" value="approve">Approve${unseen}</button> <button class="quiet slim" name="decision" value="decline">Decline${unseen}</button></form>`;
};
