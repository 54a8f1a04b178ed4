import { invalid } from "#core/errors/errors.ts";
import type { Founder, InterviewAnswer } from "#domain/profiles/founder.ts";
import { accountOfFounder } from "#domain/profiles/founder-account.ts";
import type { Fault } from "#domain/text/fault.ts";
import { joined, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Context } from "../context.ts";

type Interview = Pick<InterviewAnswer, "questionId" | "question" | "answer">[];

/** Interviews by founder: the answers of their account, or else imported ones. */
export async function interviewsOf(
  founders: readonly Founder[],
  { interview }: Pick<Reads, "interview">,
): Promise<Map<Founder, Interview>> {
  const members = await interview.membersBehind(founders.map(({ id }) => id));
  const accounts = new Map(
    founders.map((founder) => [founder, accountOfFounder(founder.name, members.get(founder.id) ?? [])]),
  );
  const answers = await interview.answersOfEach([...accounts.values()].filter((id) => id !== undefined));
  const questions = founders.some(hasImported) ? await interview.questions() : [];
  const imported = (founder: Founder): Interview =>
    questions.flatMap(({ id: questionId, question }) => {
      const answer = founder.interview[questionId];
      return answer === undefined ? [] : [{ questionId, question, answer }];
    });
  return new Map([...accounts].map(([founder, id]) => [founder, (id && answers.get(id)) || imported(founder)]));
}

export const hasImported = ({ interview }: Pick<Founder, "interview">): boolean => Object.keys(interview).length > 0;

export async function foundersBehind(
  { interview }: Pick<Reads, "interview">,
  accountId: string,
): Promise<Pick<Founder, "id" | "slug" | "interview">[]> {
  const near = await interview.foundersNear(accountId);
  const members = await interview.membersBehind(near.map(({ id }) => id));
  return near.filter(({ id, name }) => accountOfFounder(name, members.get(id) ?? []) === accountId);
}

/** A member's answers by question id: their own, or else imported with their founder pages. */
export async function ownAnswers(reads: Pick<Reads, "interview">, accountId: string): Promise<Map<number, string>> {
  const own = await reads.interview.answersOf(accountId);
  if (own.length) return new Map(own.map(({ questionId, answer }) => [questionId, answer]));
  const imported = (await foundersBehind(reads, accountId)).flatMap(({ interview }) => Object.entries(interview));
  return new Map(imported.map(([id, answer]) => [Number(id), answer]));
}

export async function adoptImported(tx: Pick<Tx, "interview">, accountId: string, at: Date): Promise<void> {
  const imported = (await foundersBehind(tx, accountId)).filter(hasImported);
  if (!imported.length) return;
  for (const [id, answer] of await ownAnswers(tx, accountId)) await tx.interview.answer(accountId, id, answer, at);
  await tx.interview.dropImported(imported.map(({ id }) => id));
}

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

const checkQuestions = (ids: number[], known: ReadonlySet<number>): Fault[] =>
  ids.flatMap((id, index): Fault[] => {
    const pointer = `/answers/${index}/question_id`;
    if (!known.has(id))
      return [
        {
          pointer,
          code: "enum",
          detail: joined([t`There is no question ${id}.`, "See list_interview_questions."], " "),
        },
      ];
    return ids.indexOf(id) === index
      ? []
      : [{ pointer, code: "conflict", detail: t`Question ${id} is answered twice. Send one answer.` }];
  });
