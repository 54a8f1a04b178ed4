import { type Response, Router } from "express";
import { decideHeld, type HeldText, heldTexts } from "../../../actions/moderation/held-texts.ts";
import { type Html, href, html } from "../../../core/text/html.ts";
import { headingOf, nameOfSubject, subjectNamed } from "../../../domain/moderation/report.ts";
import { HELD_REASONS } from "../../../domain/moderation/spam.ts";
import { adminActions } from "../../kit/admin-action.ts";
import { csrfField, formFault, formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { plural, showTime } from "../../kit/show.ts";
import { accountOf, type Site, seeOther } from "../../kit/site.ts";
import { checkStatement, groundFields, groundsOf, statementField } from "../../parts/moderation/decision-form.ts";

const PATH = "/admin/held";

/** Texts that a rule held back. Each is published or refused by a person, with a reason. */
export function heldTextPages({ deps, pages }: Site, notFound: (res: Response) => void): Router {
  const { store } = deps;
  const router = Router();
  const act = adminActions(deps);

  async function show(res: Response, fault?: string): Promise<void> {
    const all = await heldTexts(store);
    pages.render(res, {
      status: fault ? 400 : 200,
      title: "Held for review",
      width: "reading",
      body: html`<h1>Held for review</h1>
${formFault(fault)}
${
  all.length === 0
    ? html`<p class="empty">Nothing is held for review.</p>`
    : html`<p class="lead">${plural(
        all.length,
        "text is",
        "texts are",
      )} held by a rule, and hidden until you decide. <a href="/admin/words">The rules</a></p>`
}
${all.map((one) => card(res, one))}`,
    });
  }

  router.get(PATH, (_req, res) => show(res));

  router.post(
    "/admin/held",
    act("text.decide", async (req, res, audited) => {
      const name = formText(req, "subject");
      const subject = subjectNamed(name);
      const seenAt = new Date(formText(req, "seen_at"));
      const decision = formText(req, "decision");
      if (!subject || Number.isNaN(seenAt.getTime()) || !["publish", "refuse"].includes(decision)) return notFound(res);
      audited.on(name);
      const statement = formText(req, "statement");
      const { ground, rule } = groundsOf(req);
      const fault = decision === "refuse" ? checkStatement(statement) : undefined;
      if (fault) return show(res, fault);
      const refused = decision === "refuse" ? { ground: ground ?? "terms", rule, statement } : undefined;
      const ruling = { by: accountOf(res).id, seenAt, refused };
      const isDone = await audited.store.change((tx) => decideHeld(tx, subject, ruling, audited));
      audited.wakeJobs();
      seeOther(res, withNotice(PATH, isDone ? (refused ? "text-refused" : "text-passed") : "gone"));
    }),
  );

  return router;
}

function card(res: Response, { text, found }: HeldText): Html {
  const [author] = found.authors;
  const id = String(text.id);
  return html`<article class="card"><h2><a href="${href(found.path)}">${headingOf(found.subject.type, found.title)}</a></h2>
<p>${text.held.map((reason) => html`<span class="tag warm">${HELD_REASONS[reason]}</span> `)}</p>
<p class="prose">${found.said}</p>
<p class="small muted">${author && html`<a href="/admin/users/${author.id}">${author.name ?? author.email}</a>, `}${showTime(text.at)}</p>
<form method="post" action="${href(PATH)}">${csrfField(res)}
<input type="hidden" name="subject" value="${nameOfSubject(found.subject)}"><input type="hidden" name="seen_at" value="${text.at.toISOString()}">
<p><button name="decision" value="publish" formnovalidate>Publish</button></p>
<details><summary>Reject</summary>${groundFields(id)}${statementField(id, "The author reads this and can appeal.")}
<p><button name="decision" value="refuse" class="danger">Reject</button></p></details></form></article>`;
}
