import type { Response } from "express";
import { type Html, html } from "#core/text/html.ts";
import { beginningOf } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo } from "../../kit/form.ts";
import { notFound, seeOther } from "../../kit/site.ts";

type Question = { id: number | undefined; question: string; hint: string; position: number; active: boolean };

export function interviewAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  async function show(res: Response, wrong?: Question): Promise<void> {
    const questions = await store.reference.allInterviewQuestions();
    const next = Math.max(0, ...questions.map(({ position }) => position)) + 1;
    const added = { id: undefined, question: "", hint: "", position: next, active: true };
    const known = questions.map((row) => (row.id === wrong?.id ? wrong : row));
    pages.render(res, {
      status: wrong ? 400 : 200,
      heading: t`Interview`,
      width: "reading",
      body: html`<p class="lead">Questions for founders. Answers to inactive questions are kept but hidden.</p>
${known.map((row) => questionForm(res, row, row === wrong))}
${questionForm(res, wrong && wrong.id === undefined ? wrong : added, wrong !== undefined && wrong.id === undefined)}`,
    });
  }

  router.get("/admin/interview", (_req, res) => show(res));

  act("/admin/interview/:id", "question.save", async (req, res, audited) => {
    const id = req.params.id === "new" ? undefined : Number(req.params.id);
    if (id !== undefined && !(await store.reference.interviewQuestion(id))) notFound();
    const words = {
      question: formText(req, "question"),
      hint: beginningOf(formText(req, "hint"), 500),
      position: Math.min(9999, Number.parseInt(formText(req, "position"), 10) || 0),
      active: formText(req, "active") === "yes",
    };
    if (words.question === "" || words.question.length > 300) return show(res, { id, ...words });
    const row = { ...(id !== undefined && { id }), ...words };
    await audited.store.change((tx) => tx.reference.saveInterviewQuestion(row).then(audited.on));
    seeOther(res, "/admin/interview", "question-saved");
  });
}

function questionForm(res: Response, { id, question, hint, position, active }: Question, isWrong: boolean): Html {
  const key = id ?? "new";
  return html`${formTo(res, `/admin/interview/${key}`, html` class="card" id="question-${key}"`)}
<h2>${id === undefined ? t`New question` : t`Question ${position}`} ${!active && html`<span class="tag">inactive</span>`}</h2>
<div class="field"><label for="question-${key}-text">Question</label><input id="question-${key}-text" name="question"
value="${question}" maxlength="300" autocomplete="off" required${
    isWrong && html` aria-invalid="true" aria-describedby="question-${key}-fault"`
  }>${isWrong && html`<p class="fault" id="question-${key}-fault">Enter a question of at most 300 characters.</p>`}</div>
<div class="field"><label for="question-${key}-hint">Hint</label><input id="question-${key}-hint" name="hint"
value="${hint}" maxlength="500" autocomplete="off"></div>
<div class="row between"><label class="check"><input type="checkbox" name="active" value="yes"${
    active && html` checked`
  }><span>Active</span></label>
<label class="row">Position <input name="position" value="${position}" inputmode="numeric" maxlength="4" size="4"
class="short" autocomplete="off"></label>
<button class="quiet">Save<span class="unseen"> question ${position}</span></button></div>
</form>`;
}
