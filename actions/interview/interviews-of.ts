import { accountOfFounder } from "../../domain/founder-account.ts";
import type { Founder, InterviewAnswer } from "../../domain/reading.ts";
import type { Reads } from "../../store/store.ts";

/**
 * Interview answers by founder, if an account with their name is on the team of one of their
 * listings.
 */
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
