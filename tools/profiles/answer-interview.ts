import { z } from "zod";
import { answerQuestions } from "#actions/profiles/interviews-of.ts";
import { INTERVIEW_ANSWER_MAX, MOST } from "#domain/listings/section-fields.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id, NextActions, text, viewTime } from "../schemas/common.ts";

export const answerInterview = defineTool({
  name: "answer_interview",
  title: "Answer the founder interview",
  description: `Save your answers to list_interview_questions: what is not sent stays, an empty answer removes.
    They show on your founder page.`,
  access: "listings:write",
  isOwnText: true,
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

  handler: ({ answers }, context) =>
    answerQuestions(
      answers.map(({ question_id: questionId, answer }) => ({ questionId, answer })),
      context,
      ({ answers: saved, founderSlugs }) => ({
        answers: saved.map(({ questionId, question, answer, updatedAt }) => ({
          question_id: questionId,
          question,
          answer,
          updated_at: viewTime(updatedAt),
        })),
        shown_on: founderSlugs.map((slug) => `${context.settings.BASE_URL}/founders/${slug}`),
        message: founderSlugs.length
          ? "Saved. Your founder page shows your answers."
          : "Saved, but not shown yet: no live listing that you own or edit names you as a founder. The name on " +
            "your account must match the founder's name.",
        next_actions: ["list_interview_questions", ...(founderSlugs.length ? ["get_founder"] : ["list_my_listings"])],
      }),
    ),
});
