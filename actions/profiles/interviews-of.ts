import type { Founder, InterviewAnswer } from "../../domain/profiles/founder.ts";
import { accountOfFounder } from "../../domain/profiles/founder-account.ts";
import type { Reads } from "../../store/store.ts";

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
