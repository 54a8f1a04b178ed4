import { hashToken } from "#core/credentials/tokens.ts";
import { pseudonymOf } from "#domain/site/audit.ts";
import { pick } from "#domain/text/pick.ts";
import { foldText } from "#domain/text/text.ts";
import { has } from "../../sql/has.ts";
import { and, asc, count, eq, exists, inArray, isNotNull, ne, or, sql } from "../../sqlite/drizzle.ts";
import { factMails, savedSearches, searchMails } from "../../sqlite/maker-tables.ts";
import type { Db } from "../../sqlite/open.ts";

import { identities, passkeys, recoveryCodes, secondFactors } from "../../sqlite/sign-in-tables.ts";
import {
  accounts,
  apiKeys,
  claims,
  drafts,
  events,
  follows,
  founders,
  guestDrafts,
  idempotencyKeys,
  interviewAnswers,
  invites,
  invoices,
  launchWaits,
  listingMembers,
  listings,
  listingUpdates,
  listingVersions,
  mails,
  oauthObjects,
  orders,
  reviews,
  sessions,
  tokens,
  updateMails,
  uploads,
  votes,
  webhookEndpoints,
} from "../../sqlite/tables.ts";
import { invoiceRequestReads, invoiceRequestWrites } from "../invoices/invoice-requests.ts";
import { contentOf } from "../invoices/invoices.ts";
import { placeEvidenceReads, placeEvidenceWrites } from "../invoices/place-evidence.ts";
import { launchDataReads, launchDataWrites } from "../launches/launch-data.ts";
import { digestDataOf, eraseDigestData } from "../notifications/digest-data.ts";
import { openedMail } from "../notifications/mails.ts";
import { eraseNotifications, notificationsOf } from "../notifications/own-notifications.ts";
import { webhooksOf } from "../notifications/own-webhooks.ts";
import { uploadWrites } from "../pictures/uploads.ts";
import { profileReads, profileWrites } from "../profiles/profiles.ts";
import { eraseRows, ownRows } from "./own-rows.ts";

const to = (email: string) => eq(sql`lower(${mails.recipient})`, email.toLowerCase());

/** Launches a person waits for, including those by verified email without an account. */
const awaitedBy = (db: Db, accountId: string, emailFolded: string) => {
  const proven = and(eq(accounts.id, accountId), isNotNull(accounts.emailVerifiedAt));
  const isTheirs = and(
    eq(launchWaits.emailFolded, emailFolded),
    exists(db.select({ id: accounts.id }).from(accounts).where(proven)),
  );
  return or(eq(launchWaits.accountId, accountId), isTheirs);
};

export const personalReads = (db: Db) => {
  const listing = { slug: listings.slug, name: listings.name };
  const followsOf = async (accountId: string) =>
    db
      .select({ listingId: follows.listingId, ...listing, at: follows.at, lastMailAt: updateMails.at })
      .from(follows)
      .innerJoin(listings, eq(listings.id, follows.listingId))
      .leftJoin(updateMails, has(updateMails, { accountId: follows.accountId, listingId: follows.listingId }))
      .where(eq(follows.accountId, accountId))
      .orderBy(asc(listings.name), asc(listings.id));
  return {
    follows: followsOf,
    /** Everything except secrets, which are hashed. */
    async everything(accountId: string, email: string) {
      const emailFolded = foldText(email);
      const own = ownRows(db, accountId);
      return {
        sessions: (
          await own.of(
            sessions,
            {
              browser: sessions.userAgent,
              ...pick(sessions, "signedInAt", "lastSeenAt", "expiresAt", "hasSecondFactor"),
            },
            sessions.lastSeenAt,
          )
        ).reverse(),
        apiKeys: await own.of(
          apiKeys,
          pick(apiKeys, "name", "prefix", "last4", "scopes", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"),
          apiKeys.createdAt,
        ),
        passkeys: await own.of(passkeys, pick(passkeys, "name", "createdAt", "lastUsedAt"), passkeys.createdAt),
        twoFactor: await db
          .select({
            since: secondFactors.createdAt,
            recoveryCodesLeft: db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId)),
          })
          .from(secondFactors)
          .where(eq(secondFactors.accountId, accountId))
          .get(),
        signInProviders: await own.of(
          identities,
          {
            ...pick(identities, "issuer", "subject", "email"),
            connectedAt: identities.createdAt,
            lastUsedAt: identities.lastUsedAt,
          },
          identities.createdAt,
        ),
        drafts: await db.select().from(drafts).where(eq(drafts.accountId, accountId)).orderBy(asc(drafts.createdAt)),
        listings: (
          await db
            .select({ role: listingMembers.role, since: listingMembers.createdAt, listing: listings })
            .from(listingMembers)
            .innerJoin(listings, eq(listings.id, listingMembers.listingId))
            .where(eq(listingMembers.accountId, accountId))
            .orderBy(asc(listings.id))
        ).map(({ listing: row, ...member }) => ({ ...member, ...row })),
        edits: await own.about(
          listingVersions,
          { version: listingVersions.version, at: listingVersions.at, through: listingVersions.client },
          listingVersions.at,
        ),
        updates: await own.about(
          listingUpdates,
          pick(listingUpdates, "title", "body", "publishedAt"),
          listingUpdates.id,
        ),
        votes: await own.about(votes, pick(votes, "at", "withdrawnAt", "counted", "reason"), votes.id),
        follows: await followsOf(accountId),
        savedSearches: await own.of(
          savedSearches,
          pick(savedSearches, "query", "title", "createdAt", "pausedAt"),
          savedSearches.createdAt,
        ),
        ...(await notificationsOf(db, accountId)),
        ...(await digestDataOf(db, { accountId, emailFolded })),
        launchesAwaited: await db
          .select({ ...listing, week: launchWaits.week, askedAt: launchWaits.askedAt })
          .from(launchWaits)
          .innerJoin(listings, eq(listings.id, launchWaits.listingId))
          .where(awaitedBy(db, accountId, emailFolded))
          .orderBy(asc(launchWaits.askedAt)),
        ...(await launchDataReads(db).ofAccount(accountId)),
        reviews: await own.about(
          reviews,
          pick(reviews, "rating", "title", "body", "status", "createdAt", "updatedAt"),
          reviews.id,
        ),
        answers: await db
          .select({ ...listing, answer: reviews.answer, status: reviews.answerStatus, at: reviews.answeredAt })
          .from(reviews)
          .innerJoin(listings, eq(listings.id, reviews.listingId))
          .where(eq(reviews.answeredBy, accountId))
          .orderBy(asc(reviews.id)),
        claims: await own.about(
          claims,
          pick(claims, "method", "status", "email", "createdAt", "verifiedAt"),
          claims.id,
        ),
        interview: await own.of(interviewAnswers, pick(interviewAnswers, "questionId", "answer", "updatedAt")),
        invitationsSent: await db
          .select(pick(invites, "email", "status", "createdAt"))
          .from(invites)
          .innerJoin(drafts, eq(drafts.id, invites.draftId))
          .where(eq(drafts.accountId, accountId)),
        invitationsReceived: await db
          .select(pick(invites, "email", "status", "createdAt"))
          .from(invites)
          .where(or(eq(invites.accountId, accountId), eq(invites.emailFolded, emailFolded))),
        invoices: (
          await db
            .select({ number: invoices.number, content: invoices.contentJson, issuedAt: invoices.issuedAt })
            .from(invoices)
            .innerJoin(orders, eq(orders.number, invoices.orderNumber))
            .where(eq(orders.accountId, accountId))
            .orderBy(asc(invoices.issuedAt))
        ).map(({ content, ...invoice }) => ({ ...invoice, content: contentOf(content) })),
        invoiceRequests: await invoiceRequestReads(db).ofAccount(accountId),
        placeEvidence: await placeEvidenceReads(db).ofAccount(accountId),
        publicProfile: await profileReads(db).everything(accountId),
        ...(await webhooksOf(db, accountId)),
        mails: (await db.select().from(mails).where(to(email)).orderBy(asc(mails.createdAt)))
          .map((mail) => openedMail(db, mail))
          .map(({ subject, text, createdAt, sentAt }) => ({ subject, text, createdAt, sentAt })),
      };
    },
    async teamsOf(accountId: string) {
      const mine = await db
        .select({ listing: listings, role: listingMembers.role })
        .from(listingMembers)
        .innerJoin(listings, eq(listings.id, listingMembers.listingId))
        .where(eq(listingMembers.accountId, accountId))
        .orderBy(asc(listings.id));
      const others = mine.length
        ? await db
            .select({ listingId: listingMembers.listingId, accountId: accounts.id, role: listingMembers.role })
            .from(listingMembers)
            .innerJoin(accounts, has(accounts, { id: listingMembers.accountId, status: "active" }))
            .where(
              and(
                inArray(
                  listingMembers.listingId,
                  mine.map(({ listing: { id } }) => id),
                ),
                ne(listingMembers.accountId, accountId),
              ),
            )
            .orderBy(asc(listingMembers.createdAt), asc(accounts.id))
        : [];
      return mine.map(({ listing: { id, slug, name, status }, role }) => ({
        ...{ id, slug, name, status, role },
        others: others.filter(({ listingId }) => listingId === id),
      }));
    },
    /** Voted and reviewed listings, whose counters change when the account is deleted. */
    async touched(accountId: string): Promise<{ voted: number[]; reviewed: number[] }> {
      const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
      const standing = has(votes, { accountId, withdrawnAt: null });
      return {
        voted: ids(await db.select({ id: votes.listingId }).from(votes).where(standing)),
        reviewed: ids(await db.select({ id: reviews.listingId }).from(reviews).where(eq(reviews.accountId, accountId))),
      };
    },
    async otherAdmins(accountId: string): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(accounts)
        .where(and(has(accounts, { isAdmin: true, status: "active" }), ne(accounts.id, accountId)));
      return row?.count ?? 0;
    },
  };
};

export const personalWrites = (db: Db) => ({
  ...personalReads(db),
  /**
   * Deletes a person's data. What others need is anonymized. The caller corrects counters first.
   * Returns upload ids whose files must be deleted.
   */
  async erase(accountId: string, email: string): Promise<string[]> {
    const emailFolded = foldText(email);
    await db.delete(invites).where(or(eq(invites.accountId, accountId), eq(invites.emailFolded, emailFolded)));
    await eraseRows(db, accountId, [
      sessions,
      tokens,
      apiKeys,
      passkeys,
      secondFactors,
      recoveryCodes,
      identities,
      oauthObjects,
      idempotencyKeys,
      interviewAnswers,
      updateMails,
      webhookEndpoints,
      events,
      claims,
      savedSearches,
      factMails,
      searchMails,
      drafts,
      listingMembers,
    ]);
    await db.delete(launchWaits).where(awaitedBy(db, accountId, emailFolded));
    await eraseDigestData(db, { accountId, emailFolded });
    await launchDataWrites(db).removeOf(accountId);
    await eraseNotifications(db, accountId);
    await db
      .update(guestDrafts)
      .set({ wantedBy: null })
      .where(eq(guestDrafts.wantedBy, hashToken(emailFolded)));
    await db.update(founders).set({ accountId: null }).where(eq(founders.accountId, accountId));
    await profileWrites(db).erase(accountId);
    const unused = await uploadWrites(db).removeUnusedOf(accountId);
    await db.update(uploads).set({ accountId: null, name: "picture" }).where(eq(uploads.accountId, accountId));
    await db.update(votes).set({ visitorHash: "", networkHash: null }).where(eq(votes.accountId, accountId));
    await db.delete(mails).where(to(email));
    await invoiceRequestWrites(db).removeOf(accountId);
    await placeEvidenceWrites(db).removeUnpaidOf(accountId);
    await db
      .update(orders)
      .set({ billing: null })
      .where(has(orders, { accountId, paidAt: null }));
    await db
      .update(accounts)
      .set({
        email: pseudonymOf(accountId),
        emailFolded: `deleted:${accountId}`,
        name: null,
        passwordHash: null,
        isAdmin: false,
        status: "deleted",
        emailVerifiedAt: null,
        passkeyOfferedAt: null,
      })
      .where(eq(accounts.id, accountId));
    return unused;
  },
});
