import { z } from "zod";
import { defineTool, READ } from "../define.ts";

export const listInterviewQuestions = defineTool({
  name: "list_interview_questions",
  title: "List interview questions",
  description:
    "The questions of the founder interview, in order, each with a hint. Their ids go into answer_interview.",
  access: "public",
  isOwnText: true,
  rest: "GET /interview-questions",
  annotations: READ,
  input: z.strictObject({}),
  output: z.object({
    items: z.array(z.object({ question_id: z.int(), position: z.int(), question: z.string(), hint: z.string() })),
  }),

  async handler(_input, { store }) {
    const questions = await store.interview.questions();
    return { items: questions.map(({ id, ...question }) => ({ question_id: id, ...question })) };
  },
});
