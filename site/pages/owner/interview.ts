import type { Response } from "express";
import { ownAnswers } from "#actions/profiles/interviews-of.ts";
import { html } from "#core/text/html.ts";
import { INTERVIEW_ANSWER_MAX } from "#domain/listings/section-fields.ts";
import { stored, type Text, t } from "#languages/words.ts";
import { answerInterview } from "#tools/profiles/answer-interview.ts";
import { attempt, plainWords } from "../../kit/attempt.ts";
import { field, formFault, formText, formTo } from "../../kit/form.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { dashboardPlace } from "../../parts/listings/dashboard.ts";

const nameOf = (id: number): string => `answer.${id}`;

export function interviewPages({ deps, pages, undo, router }: Site): void {
  const { store } = deps;

  async function show(res: Response, answers: Map<number, string>, fault?: { text: Text; id?: number }) {
    const questions = await store.interview.questions();
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Founder interview`,
      above: ["/account/listings", t`My listings`],
      place: dashboardPlace,
      width: "reading",
      body: html`<p class="lead">All questions are optional. Your founder page shows your answers once a live listing
of yours names you as its founder.</p>
${formFault(fault?.id === undefined ? fault?.text : undefined)}
${formTo(res, "/account/interview", html` novalidate`)}
${questions.map(({ id, question, hint }) =>
  field({
    name: nameOf(id),
    label: stored("question", question, "question", question),
    hint: hint && stored("question", question, "hint", hint),
    type: "textarea",
    value: answers.get(id) ?? "",
    fault: fault?.id === id ? fault.text : undefined,
    autocomplete: "off",
    required: false,
    maxLength: INTERVIEW_ANSWER_MAX,
  }),
)}
<p><button>Save answers</button></p>
</form>`,
    });
  }

  router.get("/account/interview", accountOnly, async (_req, res) =>
    show(res, await ownAnswers(store, accountOf(res).id)),
  );

  router.post("/account/interview", accountOnly, async (req, res) => {
    const { id } = accountOf(res);
    const before = await ownAnswers(store, id);
    const questions = await store.interview.questions();
    const typed = new Map(questions.map((question) => [question.id, formText(req, nameOf(question.id))]));
    const changed = [...typed].filter(([question, answer]) => answer !== (before.get(question) ?? ""));
    const inputOf = (answers: Map<number, string>) => ({
      answers: changed.map(([question]) => ({ question_id: question, answer: answers.get(question) ?? "" })),
    });
    const { error } = await attempt(answerInterview, inputOf(typed), { deps, caller: memberOf(req, res) });
    if (error) {
      const [, , at = ""] = error.faults[0]?.pointer?.split("/") ?? [];
      const wrong = changed[Number(at)]?.[0];
      const text = plainWords(error.faults[0]?.detail ?? error.detail);
      return show(res, typed, { text, ...(at !== "" && wrong !== undefined && { id: wrong }) });
    }
    const isLess = changed.some(([question]) => before.has(question));
    const back = { tool: answerInterview, input: inputOf(before), path: "/account/interview" };
    seeOther(res, "/account/interview", "interview-saved", isLess ? await undo.keep(id, back) : undefined);
  });
}
