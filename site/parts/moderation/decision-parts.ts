import type { Request, Response } from "express";
import { type Html, html, type Part } from "#core/text/html.ts";
import type { VoteDoubt } from "#domain/community/votes.ts";
import { GROUNDS, type Ground, type Outcome, REPORT_TEXT, statementText } from "#domain/moderation/report.ts";
import { beginningOf, lengthOf } from "#domain/text/text.ts";
import { decimal, type Text, t, type Words } from "#languages/words.ts";
import type { Appeal, Case } from "#store/repos/moderation/reports.ts";
import { choice, field, formFault, formText, formTo, hidden } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { asTheirs } from "../../kit/theirs.ts";

export const GROUND_LABELS: Record<Ground, Words> = { law: t`Law`, terms: t`Terms of use` };
const OUTCOMES: Record<Outcome, readonly [tone: string, words: Text]> = {
  kept: ["", t`kept`],
  hidden: ["bad", t`hidden`],
  gone: ["", t`already deleted`],
};

export const outcomeTag = ({ outcome }: Pick<Case, "outcome">): Html => {
  const [tone, words] = outcome ? OUTCOMES[outcome] : ["warm", t`not decided yet`];
  return html`<span class="tag ${tone}">${words}</span>`;
};

/** A decision as both sides read it. */
export const decisionFacts = (one: Case): Html => html`<dl class="facts">
<dt>Decision</dt><dd>${outcomeTag(one)}${one.decidedAt && [", ", showDay(one.decidedAt)]}</dd>
${one.statement && html`<dt>Reason</dt><dd class="prose">${statementText(one.statement)}</dd>`}
${one.ground && html`<dt>Based on</dt><dd>${GROUND_LABELS[one.ground]}${one.rule && html`: <bdi>${one.rule}</bdi>`}</dd>`}
${one.decidedAt && html`<dt>Decided by</dt><dd>A person on the site team. The decision was not automated.</dd>`}
</dl>`;

export const appealFacts = (appeal: Appeal): Html => html`<section class="card"><h2>Your appeal</h2>
<p class="prose"${asTheirs(appeal.text)}>${appeal.text}</p><p class="small muted">Sent on ${showDay(appeal.at)}</p>
${
  appeal.decidedAt
    ? html`<p><strong>${appeal.isGranted ? t`Your appeal was granted.` : t`The decision was upheld.`}</strong></p>
<p class="prose">${statementText(appeal.statement ?? "")}</p>`
    : html`<p class="muted">Waiting for a decision. We will email you.</p>`
}</section>`;

type AppealForm = { path: string; key?: string; text?: string; fault: Text | undefined };

export const appealForm = (res: Response, { path, key, text = "", fault }: AppealForm): Html =>
  html`<section aria-labelledby="appeal"><h2 id="appeal">Appeal this decision</h2>
<p>You can appeal once, for free, within six months of the decision. Another team member decides, if there is one.</p>
${formFault(fault)}
${formTo(res, path)}${key && html`${hidden("key", key)}`}
${field({
  name: "text",
  label: t`Why the decision is wrong`,
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

export const checkAppeal = (text: string): Text | undefined =>
  lengthOf(text) >= REPORT_TEXT.min && lengthOf(text) <= REPORT_TEXT.max
    ? undefined
    : t`Write ${REPORT_TEXT.min} to ${decimal(REPORT_TEXT.max)} characters.`;

const STATEMENT_MAX = 2000;
const RULE_MAX = 200;

/** What a decision to hide is based on. `id` tells the forms of a page apart. */
export const groundFields = (id: string): Html =>
  html`${choice({
    name: "ground",
    id: `ground-${id}`,
    label: t`Based on`,
    options: GROUNDS.map((ground) => [ground, GROUND_LABELS[ground]]),
    none: t`Choose`,
    hint: t`Only needed if you hide it.`,
  })}
${field({
  name: "rule",
  id: `rule-${id}`,
  label: t`Law or section of the terms`,
  required: false,
  autocomplete: "off",
  maxLength: RULE_MAX,
})}`;

export const statementField = (id: string, hint: Text, required = true): Html =>
  field({
    name: "statement",
    id: `statement-${id}`,
    label: t`Reason`,
    type: "textarea",
    rows: 4,
    hint,
    required,
    autocomplete: "off",
    maxLength: STATEMENT_MAX,
  });

export const groundsOf = (req: Request): { ground: Ground | null; rule: string | null } => ({
  ground: GROUNDS.find((known) => known === formText(req, "ground")) ?? null,
  rule: beginningOf(formText(req, "rule"), RULE_MAX) || null,
});

export const checkStatement = (text: string): Text | undefined =>
  text === "" || lengthOf(text) > STATEMENT_MAX
    ? t`Enter a reason of up to ${decimal(STATEMENT_MAX)} characters.`
    : undefined;

const DOUBTS: Record<VoteDoubt, Words> = {
  own_listing: t`from your own team`,
  account_inactive: t`from accounts that were closed`,
  unverified: t`from people who have not confirmed their address`,
  network_burst: t`too many at a time from one network`,
  new_account_burst: t`too many at a time from new accounts`,
  site_team: t`excluded by the site team`,
};

const isDoubt = (reason: string): reason is VoteDoubt => Object.hasOwn(DOUBTS, reason);

/** Why votes do not count: "from people who have not confirmed their address". */
export const doubtWords = (reason: string): Text => (isDoubt(reason) ? DOUBTS[reason] : t`for another reason`);
