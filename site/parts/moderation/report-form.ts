import type { Response } from "express";
import { NAME_MAX } from "#actions/accounts/new-account.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { REASON_NAMES, REPORT_REASONS, REPORT_TEXT, reportPath, type Subject } from "#domain/moderation/report.ts";
import { as, type Text, t } from "#languages/words.ts";
import { type Faults, field, formFault, formTo, hidden } from "../../kit/form.ts";

export type TypedReport = { reason: string; explanation: string; name: string; email: string; isHonest: boolean };
export const NEW_REPORT: TypedReport = { reason: "", explanation: "", name: "", email: "", isHonest: false };

/** A field that people do not see. Programs that fill in every field do. */
export const REPORT_TRAP = "website";

type Shown = {
  subject: Subject;
  typed: TypedReport;
  faults: Faults;
  fault: Text | undefined;
  stamp: string;
  isMember: boolean;
};

/** What is wrong, why, who says so, and that they mean it (DSA, Art. 16). */
export const reportForm = (res: Response, { subject, typed, faults, fault, stamp, isMember }: Shown): Html =>
  html`${formFault(fault)}
${formTo(res, reportPath(subject))}
${hidden("stamp", stamp)}
<div class="unseen" aria-hidden="true">
<label for="${REPORT_TRAP}">Leave this empty</label><input id="${REPORT_TRAP}" name="${REPORT_TRAP}" tabindex="-1" autocomplete="off"></div>
<fieldset class="field reasons"${faults.reason && html` aria-describedby="reason-fault"`}><legend>What is wrong?</legend>
${REASON_NAMES.map((name) => {
  const { label, hint } = REPORT_REASONS[name];
  return html`<label class="check"><input type="radio" name="reason" value="${name}" required${
    typed.reason === name && html` checked`
  }><span>${label}<br><span class="small muted">${hint}</span></span></label>`;
})}
${faults.reason && html`<p class="fault" id="reason-fault">${faults.reason}</p>`}</fieldset>
${field({
  name: "explanation",
  label: t`Explanation`,
  hint: t`Which words or pictures are wrong, and why? The person who decides reads this first.`,
  type: "textarea",
  rows: 5,
  value: typed.explanation,
  fault: faults.explanation,
  autocomplete: "off",
  minLength: REPORT_TEXT.min,
  maxLength: REPORT_TEXT.max,
})}
${
  !isMember &&
  html`${field({
    name: "name",
    label: t`Your name`,
    hint: t`Required by law if you report something illegal, except the abuse of a child.`,
    value: typed.name,
    fault: faults.name,
    autocomplete: "name",
    required: false,
    maxLength: NAME_MAX,
  })}
${field({
  name: "email",
  label: t`Your email`,
  type: "email",
  hint: t`We send our confirmation and decision here. Required if your name is.`,
  value: typed.email,
  fault: faults.email,
  autocomplete: "email",
  required: false,
})}`
}
<div class="field"><label class="check"><input type="checkbox" name="honest" value="yes" required${
    typed.isHonest && html` checked`
  }${
    faults.honest && html` aria-describedby="honest-fault" aria-invalid="true"`
  }><span>I believe in good faith that this report is accurate and complete.</span></label>
${faults.honest && html`<p class="fault" id="honest-fault">${faults.honest}</p>`}</div>
<p class="small muted">We do not tell the author who you are. A person decides and tells you why.</p>
<p><button>Send report</button></p>
</form>`;

/** Leads to the form that reports something. It is the same for everyone, so kept pages may show it. */
export const reportLink = (subject: Subject, what?: Text): Html =>
  html`<a class="report-link" href="${href(reportPath(subject))}" rel="nofollow">${as("verb")`Report`}${
    what && html`<span class="unseen"> ${what}</span>`
  }</a>`;
