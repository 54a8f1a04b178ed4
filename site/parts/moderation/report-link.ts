import { type Html, href, html } from "../../../core/text/html.ts";
import { reportPath, type Subject } from "../../../domain/moderation/report.ts";

/** Leads to the form that reports something. It is the same for everyone, so kept pages may show it. */
export const reportLink = (subject: Subject, what?: string): Html =>
  html`<a class="report-link" href="${href(reportPath(subject))}" rel="nofollow">Report${
    what && html`<span class="unseen"> ${what}</span>`
  }</a>`;
