import { accountOfFounder } from "../../domain/founder-account.ts";
import type { Founder, InterviewAnswer } from "../../domain/reading.ts";
import type { Reads } from "../../store/store.ts";

/** By founder: what they answered to the interview, where an account of that name stands behind one of their listings. */
export async function interviewsOf(
  founders: readonly Founder[],
  { interview }: Pick<Reads, "interview">,
): Promise<Map<Founder, InterviewAnswer[]>> {
  const members = await interview.membersBehind(founders.map(({ id }) => id));
  const accounts = new Map(
    founders.map((founder) => [founder, accountOfFounder(founder.name, members.get(founder.id) ?? [])]),
  );
  const answers = await interview.answersOfEach([...accounts.values()].filter((id) => id !== undefined));
  return new Map([...accounts].map(([founder, id]) => [founder, (id && answers.get(id)) || []]));
}
