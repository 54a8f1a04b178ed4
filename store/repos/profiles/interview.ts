import type { Founder, InterviewAnswer, InterviewQuestion } from "#domain/profiles/founder.ts";
import type { FounderMember } from "#domain/profiles/founder-account.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { and, asc, eq, inArray, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import {
  accounts,
  founders,
  interviewAnswers,
  interviewQuestions,
  listingFounders,
  listingMembers,
  listings,
} from "../../sqlite/tables.ts";

const grouped = <Row, Key, Value>(rows: readonly Row[], key: (row: Row) => Key, value: (row: Row) => Value) =>
  new Map([...Map.groupBy(rows, key)].map(([of, group]) => [of, group.map(value)]));

/** Interview answers belong to accounts. The domain decides which founder pages show them. */
export const interviewReads = (db: Db) => ({
  async questions(): Promise<InterviewQuestion[]> {
    return (
      await db
        .select()
        .from(interviewQuestions)
        .where(eq(interviewQuestions.active, true))
        .orderBy(asc(interviewQuestions.position), asc(interviewQuestions.id))
    ).map(({ id, position, question, hint }) => ({ id, position, question, hint }));
  },
  /** Answers to active questions, in order. */
  async answersOf(accountId: string): Promise<InterviewAnswer[]> {
    return (await this.answersOfEach([accountId])).get(accountId) ?? [];
  },
  async answersOfEach(accountIds: readonly string[]): Promise<Map<string, InterviewAnswer[]>> {
    const rows = await db
      .select({
        accountId: interviewAnswers.accountId,
        questionId: interviewQuestions.id,
        question: interviewQuestions.question,
        answer: interviewAnswers.answer,
        updatedAt: interviewAnswers.updatedAt,
      })
      .from(interviewAnswers)
      .innerJoin(interviewQuestions, eq(interviewQuestions.id, interviewAnswers.questionId))
      .where(and(inArray(interviewAnswers.accountId, [...accountIds]), eq(interviewQuestions.active, true)))
      .orderBy(asc(interviewQuestions.position), asc(interviewQuestions.id));
    const answers = rows.map(({ accountId, ...answer }) => ({ accountId, answer }));
    return grouped(
      answers,
      ({ accountId }) => accountId,
      ({ answer }) => answer,
    );
  },
  /** Members of each founder's live listings, owners first, then by seniority. */
  async membersBehind(founderIds: readonly number[]): Promise<Map<number, FounderMember[]>> {
    const rows = await db
      .select({
        founderId: listingFounders.founderId,
        accountId: accounts.id,
        accountName: accounts.name,
        role: listingMembers.role,
        isPrimary: sql<boolean>`${listingFounders.position} = 0`.mapWith(Boolean),
      })
      .from(listingFounders)
      // Cross joins start with the founders; otherwise SQLite starts with all live listings.
      .crossJoin(listings)
      .crossJoin(listingMembers)
      .crossJoin(accounts)
      .where(
        and(
          inArray(listingFounders.founderId, [...founderIds]),
          has(listings, { id: listingFounders.listingId, status: "live" }),
          eq(listingMembers.listingId, listings.id),
          has(accounts, { id: listingMembers.accountId, status: "active" }),
        ),
      )
      .orderBy(sql`${listingMembers.role} = 'owner' desc`, asc(listingMembers.createdAt), asc(accounts.id));
    const members = rows.map(({ founderId, ...member }) => ({ founderId, member }));
    return grouped(
      members,
      ({ founderId }) => founderId,
      ({ member }) => member,
    );
  },
  async foundersNear(accountId: string): Promise<Pick<Founder, "id" | "slug" | "name" | "interview">[]> {
    return db
      .selectDistinct(pick(founders, "id", "slug", "name", "interview"))
      .from(listingMembers)
      .innerJoin(listings, has(listings, { id: listingMembers.listingId, status: "live" }))
      .innerJoin(listingFounders, eq(listingFounders.listingId, listings.id))
      .innerJoin(founders, eq(founders.id, listingFounders.founderId))
      .where(eq(listingMembers.accountId, accountId))
      .orderBy(asc(founders.id));
  },
});

export const interviewWrites = (db: Db) => ({
  ...interviewReads(db),
  async answer(accountId: string, questionId: number, answer: string, updatedAt: Date): Promise<void> {
    const target = [interviewAnswers.accountId, interviewAnswers.questionId];
    await db
      .insert(interviewAnswers)
      .values({ accountId, questionId, answer, updatedAt })
      .onConflictDoUpdate({ target, set: { answer, updatedAt }, setWhere: ne(interviewAnswers.answer, answer) });
  },
  async dropImported(founderIds: number[]): Promise<void> {
    await db.update(founders).set({ interview: {} }).where(inArray(founders.id, founderIds));
  },
  async removeAnswer(accountId: string, questionId: number): Promise<void> {
    await db.delete(interviewAnswers).where(has(interviewAnswers, { accountId, questionId }));
  },
});
