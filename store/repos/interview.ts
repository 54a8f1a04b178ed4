import type { FounderMember } from "../../domain/founder-account.ts";
import type { InterviewAnswer } from "../../domain/reading.ts";
import { and, asc, eq, ne, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import {
  accounts,
  founders,
  interviewAnswers,
  interviewQuestions,
  listingFounders,
  listingMembers,
  listings,
} from "../sqlite/tables.ts";

/** Answers to the founder interview belong to accounts; which founder pages show them is a rule of the domain. */
export const interviewReads = (db: Db) => ({
  /** Answers to questions that are still asked, in the order of the questions. */
  async answersOf(accountId: string): Promise<InterviewAnswer[]> {
    return db
      .select({
        questionId: interviewQuestions.id,
        question: interviewQuestions.question,
        answer: interviewAnswers.answer,
        updatedAt: interviewAnswers.updatedAt,
      })
      .from(interviewAnswers)
      .innerJoin(interviewQuestions, eq(interviewQuestions.id, interviewAnswers.questionId))
      .where(and(eq(interviewAnswers.accountId, accountId), eq(interviewQuestions.active, true)))
      .orderBy(asc(interviewQuestions.position), asc(interviewQuestions.id))
      .all();
  },
  /** Owners and editors of the live listings of a founder, owners first, then the longest there. */
  async membersBehind(founderId: number): Promise<FounderMember[]> {
    return db
      .select({
        accountId: accounts.id,
        accountName: accounts.name,
        role: listingMembers.role,
        isPrimary: sql<boolean>`${listingFounders.position} = 0`.mapWith(Boolean),
      })
      .from(listingFounders)
      .innerJoin(listings, and(eq(listings.id, listingFounders.listingId), eq(listings.status, "live")))
      .innerJoin(listingMembers, eq(listingMembers.listingId, listings.id))
      .innerJoin(accounts, and(eq(accounts.id, listingMembers.accountId), eq(accounts.status, "active")))
      .where(eq(listingFounders.founderId, founderId))
      .orderBy(sql`${listingMembers.role} = 'owner' desc`, asc(listingMembers.createdAt), asc(accounts.id))
      .all();
  },
  /** Founders of live listings that this account owns or edits. */
  async foundersNear(accountId: string): Promise<{ id: number; slug: string; name: string }[]> {
    return db
      .selectDistinct({ id: founders.id, slug: founders.slug, name: founders.name })
      .from(listingMembers)
      .innerJoin(listings, and(eq(listings.id, listingMembers.listingId), eq(listings.status, "live")))
      .innerJoin(listingFounders, eq(listingFounders.listingId, listings.id))
      .innerJoin(founders, eq(founders.id, listingFounders.founderId))
      .where(eq(listingMembers.accountId, accountId))
      .orderBy(asc(founders.id))
      .all();
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
  async removeAnswer(accountId: string, questionId: number): Promise<void> {
    await db
      .delete(interviewAnswers)
      .where(and(eq(interviewAnswers.accountId, accountId), eq(interviewAnswers.questionId, questionId)));
  },
});
