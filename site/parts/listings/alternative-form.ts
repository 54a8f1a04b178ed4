import type { Response } from "express";
import { type Html, html } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import { formTo, hidden } from "../../kit/form.ts";

export const ALTERNATIVE_NOTICES = { approve: "alternative-approved", decline: "alternative-declined" } as const;

export const isAlternativeDecision = (text: string): text is keyof typeof ALTERNATIVE_NOTICES =>
  Object.hasOwn(ALTERNATIVE_NOTICES, text);

type Named = { id: number; name: string };

export const alternativeForm = (
  res: Response,
  action: string,
  { listing, alternative }: { listing: Pick<Named, "name">; alternative: Named },
): Html => {
  const unseen = html`<span class="unseen">: ${t`${alternative.name} for ${listing.name}`}</span>`;
  return html`${formTo(res, action, "row end")}${hidden("alternative", alternative.id)}
<button class="slim" name="decision" value="approve">Approve${unseen}</button>
<button class="quiet slim" name="decision" value="decline">Decline${unseen}</button></form>`;
};
