import type { Response } from "express";
import { type Html, href, html, type Part } from "../../../core/text/html.ts";
import { type Ground, type Outcome, REPORT_TEXT } from "../../../domain/moderation/report.ts";
import { lengthOf } from "../../../domain/text/text.ts";
import type { Appeal, Case } from "../../../store/repos/moderation/reports.ts";
import { csrfField, field, formFault } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";

export const GROUND_LABELS: Record<Ground, string> = { law: "A law", terms: "Our terms of use" };
const OUTCOMES: Record<Outcome, readonly [tone: string, words: string]> = {
  kept: ["", "stays"],
  hidden: ["bad", "hidden"],
  gone: ["", "already gone"],
};

export const outcomeTag = ({ outcome }: Pick<Case, "outcome">): Html => {
  const [tone, words] = outcome ? OUTCOMES[outcome] : ["warm", "not decided yet"];
  return html`<span class="tag ${tone}">${words}</span>`;
};

/** A decision as both sides read it. */
export const decisionFacts = (one: Case): Html => html`<dl class="facts">
<dt>Decision</dt><dd>${outcomeTag(one)}${one.decidedAt && html` on ${showDay(one.decidedAt)}`}</dd>
${one.statement && html`<dt>Reason</dt><dd class="prose">${one.statement}</dd>`}
${one.ground && html`<dt>Based on</dt><dd>${GROUND_LABELS[one.ground]}${one.rule && html`: ${one.rule}`}</dd>`}
${one.decidedAt && html`<dt>Decided by</dt><dd>A person of the site team. No program took part.</dd>`}
</dl>`;

/** What a side said against a decision, and the answer. */
export const appealFacts = (appeal: Appeal): Html => html`<section class="card"><h2>Your appeal</h2>
<p class="prose">${appeal.text}</p><p class="small muted">Sent on ${showDay(appeal.at)}</p>
${
  appeal.decidedAt
    ? html`<p><strong>${appeal.isGranted ? "Your appeal was granted." : "The decision stayed."}</strong></p>
<p class="prose">${appeal.statement}</p>`
    : html`<p class="muted">Waiting for a decision. We will email you.</p>`
}</section>`;

type AppealForm = { path: string; key?: string; text?: string; fault: string | undefined };

/** The form of the one appeal. */
export const appealForm = (res: Response, { path, key, text = "", fault }: AppealForm): Html =>
  html`<section aria-labelledby="appeal"><h2 id="appeal">Is this wrong?</h2>
<p>You can appeal once, for free, within six months of the decision. A different team member decides, if there is one.</p>
${formFault(fault)}
<form method="post" action="${href(path)}">${csrfField(res)}${key && html`<input type="hidden" name="key" value="${key}">`}
${field({
  name: "text",
  label: "Why the decision is wrong",
  type: "textarea",
  rows: 5,
  value: text,
  autocomplete: "off",
  minLength: REPORT_TEXT.min,
  maxLength: REPORT_TEXT.max,
})}
<p><button>Send the appeal</button></p></form></section>`;

export const OTHER_WAYS: Part = html`<p class="small muted">You can also turn to a certified body for out-of-court
disputes (Digital Services Act, Art. 21) or to a court.</p>`;

export const checkAppeal = (text: string): string | undefined =>
  lengthOf(text) >= REPORT_TEXT.min && lengthOf(text) <= REPORT_TEXT.max
    ? undefined
    : `Write ${REPORT_TEXT.min} to ${REPORT_TEXT.max.toLocaleString("en")} characters.`;
