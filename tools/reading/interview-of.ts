import { accountOfFounder } from "../../domain/founder-account.ts";
import type { Founder, InterviewAnswer } from "../../domain/reading.ts";
import type { Reads } from "../../store/store.ts";

/** What a founder answered to the interview, where an account of that name stands behind one of their listings. */
export async function interviewOf(
  { id, name }: Founder,
  { interview }: Pick<Reads, "interview">,
): Promise<InterviewAnswer[]> {
  const accountId = accountOfFounder(name, await interview.membersBehind(id));
  return accountId ? interview.answersOf(accountId) : [];
}
