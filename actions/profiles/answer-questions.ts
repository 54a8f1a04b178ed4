import { invalid } from "../../core/errors/errors.ts";
import type { Fault } from "../../domain/text/fault.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { adoptImported, foundersBehind } from "./own-answers.ts";

type Answer = { questionId: number; answer: string };
type Saved = { answers: Awaited<ReturnType<Tx["interview"]["answersOf"]>>; founderSlugs: string[] };

/** Saves interview answers; an empty one removes. `view` builds the result in the change. */
export async function answerQuestions<T>(
  answers: Answer[],
  { store, caller: { accountId }, now }: Context<"listings:write">,
  view: (saved: Saved) => T,
): Promise<T> {
  const known = new Set((await store.interview.questions()).map(({ id }) => id));
  const faults = checkQuestions(
    answers.map(({ questionId }) => questionId),
    known,
  );
  if (faults.length) throw invalid(faults);

  return store.change(async (tx) => {
    const at = now();
    if (answers.length) await adoptImported(tx, accountId, at);
    for (const { questionId, answer } of answers) {
      if (answer === "") await tx.interview.removeAnswer(accountId, questionId);
      else await tx.interview.answer(accountId, questionId, answer, at);
    }
    return view({
      answers: await tx.interview.answersOf(accountId),
      founderSlugs: (await foundersBehind(tx, accountId)).map(({ slug }) => slug),
    });
  });
}

/** Unknown and repeated questions. */
const checkQuestions = (ids: number[], known: ReadonlySet<number>): Fault[] =>
  ids.flatMap((id, index): Fault[] => {
    const pointer = `/answers/${index}/question_id`;
    if (!known.has(id))
      return [{ pointer, code: "enum", detail: `There is no question ${id}. See list_interview_questions.` }];
    return ids.indexOf(id) === index
      ? []
      : [{ pointer, code: "conflict", detail: `Question ${id} is answered twice. Send one answer.` }];
  });
