import { z } from "zod";
import { invalid } from "../../core/errors.ts";
import type { Fault } from "../../domain/fault.ts";
import { accountOfFounder } from "../../domain/founder-account.ts";
import { INTERVIEW_ANSWER_MAX, MOST } from "../../domain/section-fields.ts";
import type { Tx } from "../../store/store.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id, NextActions, text, viewTime } from "../schemas/common.ts";

export const answerInterview = defineTool({
  name: "answer_interview",
  title: "Answer the founder interview",
  description: `Save your answers to list_interview_questions: what is not sent stays, an empty answer removes.
    They show on your founder page.`,
  access: "listings:write",
  rest: "PUT /me/interview",
  annotations: REPLACE,
  idempotent: true,
  input: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          question_id: Id.describe("from list_interview_questions"),
          answer: text(INTERVIEW_ANSWER_MAX),
        }),
      )
      .max(MOST.answers),
  }),
  output: z.object({
    answers: z.array(
      z.object({ question_id: z.int(), question: z.string(), answer: z.string(), updated_at: z.string() }),
    ),
    shown_on: z.array(z.string()).describe("founder pages"),
    message: z.string(),
    next_actions: NextActions,
  }),

  async handler({ answers }, { store, caller, now, settings }) {
    const known = new Set((await store.reading.interviewQuestions()).map(({ id }) => id));
    const faults = checkQuestions(
      answers.map(({ question_id }) => question_id),
      known,
    );
    if (faults.length) throw invalid(faults);

    return store.change(async (tx) => {
      const at = now();
      for (const { question_id: id, answer } of answers) {
        if (answer === "") await tx.interview.removeAnswer(caller.accountId, id);
        else await tx.interview.answer(caller.accountId, id, answer, at);
      }
      const saved = await tx.interview.answersOf(caller.accountId);
      const slugs = await founderSlugs(tx, caller.accountId);
      return {
        answers: saved.map(({ questionId, question, answer, updatedAt }) => ({
          question_id: questionId,
          question,
          answer,
          updated_at: viewTime(updatedAt),
        })),
        shown_on: slugs.map((slug) => `${settings.BASE_URL}/founders/${slug}`),
        message: slugs.length
          ? "Saved. Your founder page shows your answers."
          : "Saved, but not shown yet: no live listing that you own or edit names you as a founder. The name of your account must be the name of the founder.",
        next_actions: ["list_interview_questions", ...(slugs.length ? ["get_founder"] : ["list_my_listings"])],
      };
    });
  },
});

/** Every question that is not asked, and every one that is answered twice. */
const checkQuestions = (ids: number[], known: ReadonlySet<number>): Fault[] =>
  ids.flatMap((id, index): Fault[] => {
    const pointer = `/answers/${index}/question_id`;
    if (!known.has(id))
      return [{ pointer, code: "enum", detail: `There is no question ${id}. See list_interview_questions.` }];
    return ids.indexOf(id) === index
      ? []
      : [{ pointer, code: "conflict", detail: `Question ${id} is answered twice. Send one answer.` }];
  });

/** Founder pages that show what this account answered. */
async function founderSlugs(tx: Tx, accountId: string): Promise<string[]> {
  const slugs: string[] = [];
  for (const { id, slug, name } of await tx.interview.foundersNear(accountId))
    if (accountOfFounder(name, await tx.interview.membersBehind(id)) === accountId) slugs.push(slug);
  return slugs;
}
