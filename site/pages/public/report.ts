import { type Request, type Response, Router } from "express";
import { findSubject } from "../../../actions/moderation/report-subjects.ts";
import { checkReport, reportStatusPath, type SentReport, sendReport } from "../../../actions/moderation/send-report.ts";

import { contactStamp, isTooFast } from "../../../actions/site/contact.ts";
import { waitWords } from "../../../core/limits/limit-words.ts";
import { href, html } from "../../../core/text/html.ts";
import { isSubjectType, type Subject } from "../../../domain/moderation/report.ts";
import { type Faults, formText } from "../../kit/form.ts";
import { addressOf, type Site, sessionOf } from "../../kit/site.ts";
import { NEW_REPORT, REPORT_TRAP, reportForm, type TypedReport } from "../../parts/moderation/report-form.ts";

type Refusal = Exclude<SentReport["result"], "sent" | "slowed" | "gone">;
const REFUSALS: Record<Refusal, readonly [status: number, words: string]> = {
  known: [409, "You have already reported this. One report is enough: we read every one."],
  own: [409, "This is yours. You can change or delete it yourself."],
  "too-often": [429, "You have sent many reports this hour. Save this one, and send it later."],
  "too-many": [429, "We are receiving a lot of reports right now. Save yours, and send it in an hour."],
};

const subjectOf = ({ type = "", id = "" }: Record<string, string>): Subject | undefined =>
  isSubjectType(type) && id.length <= 200 ? { type, id } : undefined;

/** The form that reports something, for members and visitors alike. */
export function reportPages({ deps, sessions, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();

  type View = { typed: TypedReport; faults?: Faults; fault?: string; status?: number };
  async function show(res: Response, subject: Subject, { typed, faults = {}, fault, status = 200 }: View) {
    const found = await findSubject(store, subject);
    if (!found) return notFound(res);
    const isMember = sessionOf(res)?.account !== undefined;
    pages.render(res, {
      status,
      title: `Report ${found.title}`,
      kind: "interaction",
      width: "reading",
      body: html`<h1>Report <a href="${href(found.path)}">${found.title}</a></h1>
<p class="lead">Tell us what is wrong with it. Nothing is hidden because of a report alone.</p>
${reportForm(res, { subject, typed, faults, fault, isMember, stamp: await contactStamp(deps) })}`,
    });
  }

  router.get("/report/:type/:id", async (req: Request<Record<string, string>>, res) => {
    const subject = subjectOf(req.params);
    if (!subject) return notFound(res);
    await sessions.ensure(req, res);
    await show(res, subject, { typed: NEW_REPORT });
  });

  router.post("/report/:type/:id", async (req: Request<Record<string, string>>, res) => {
    const subject = subjectOf(req.params);
    if (!subject) return notFound(res);
    const account = sessionOf(res)?.account;
    const text = (name: string) => formText(req, name);
    const typed = {
      ...{ reason: text("reason"), explanation: text("explanation"), name: text("name"), email: text("email") },
      isHonest: text("honest") === "yes",
    };
    const read = checkReport(typed, account !== undefined);
    if ("faults" in read) return show(res, subject, { typed, faults: read.faults, status: 400 });
    // A program is told the same, so that it learns nothing.
    if (text(REPORT_TRAP) !== "") return thanks(res, undefined);
    if (!account && (await isTooFast(text("stamp"), deps)))
      return show(res, subject, {
        typed,
        fault: "That was very fast. Check your report, and send it again.",
        status: 400,
      });
    const sent = await sendReport(subject, read.form, { account, address: addressOf(req) }, deps);
    if (sent.result === "gone") return notFound(res);
    if (sent.result === "slowed") {
      const fault = `You can report one more thing in ${waitWords(Math.ceil(sent.waitMs / 1000))}.`;
      return show(res, subject, { typed, fault, status: 429 });
    }
    if (sent.result !== "sent") {
      const [status, fault] = REFUSALS[sent.result];
      return show(res, subject, { typed, fault, status });
    }
    thanks(res, sent, account?.email ?? read.form.email);
  });

  function thanks(res: Response, sent: { id: number; key: string | undefined } | undefined, email = ""): void {
    pages.render(res, {
      title: "Report sent",
      kind: "interaction",
      width: "reading",
      body: html`<h1>Thank you</h1>
<p class="lead">We received your report${sent && html`. Its number is <strong>${sent.id}</strong>`}.</p>
<p>A person on the site team will read it and decide.
${
  email
    ? html`We sent a confirmation to ${email},
and will send the decision with its reason.`
    : "You gave no email address, so this page is the only place to see the decision:"
}</p>
${sent && html`<p><a class="button" href="${href(reportStatusPath(sent.id, sent.key))}">Follow your report</a></p>`}
<p><a class="button quiet" href="/">Go to the home page</a></p>`,
    });
  }

  return router;
}
