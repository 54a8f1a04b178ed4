import { accountReads, accountWrites } from "../repos/accounts.ts";
import { auditReads, auditWrites } from "../repos/audit.ts";
import { awardReads, awardWrites } from "../repos/awards.ts";
import { badgeWatchReads, badgeWatchWrites } from "../repos/badge-watches.ts";
import { claimReads, claimWrites } from "../repos/claims.ts";
import { draftReads, draftWrites } from "../repos/drafts.ts";
import { engagementReads, engagementWrites } from "../repos/engagement.ts";
import { figureReads, figureWrites } from "../repos/figures.ts";
import { idempotencyReads, idempotencyWrites } from "../repos/idempotency.ts";
import { interviewReads, interviewWrites } from "../repos/interview.ts";
import { invoiceReads, invoiceWrites } from "../repos/invoices.ts";
import { jobReads, jobWrites } from "../repos/jobs.ts";
import { launchReads, launchWrites } from "../repos/launches.ts";
import { listingWrites } from "../repos/listing-writes.ts";
import { listingReads } from "../repos/listings.ts";
import { mailReads, mailWrites } from "../repos/mails.ts";
import { moderationReads, moderationWrites } from "../repos/moderation.ts";
import { oauthReads, oauthWrites } from "../repos/oauth.ts";
import { orderReads, orderWrites } from "../repos/orders.ts";
import { overviewReads } from "../repos/overview.ts";
import { personalReads, personalWrites } from "../repos/personal.ts";
import { postReads, postWrites } from "../repos/posts.ts";
import { readingReads, readingWrites } from "../repos/reading.ts";
import { referenceReads, referenceWrites } from "../repos/reference.ts";
import { reviewReads, reviewWrites } from "../repos/reviews.ts";
import { robotsReads, robotsWrites } from "../repos/robots.ts";
import { updateReads, updateWrites } from "../repos/updates.ts";
import { versionReads } from "../repos/versions.ts";
import { voteReads, voteWrites } from "../repos/votes.ts";
import type { Reads, Store, Tx } from "../store.ts";
import { createChanges } from "./changes.ts";
import { type Connections, type Db, guarded, queries } from "./open.ts";

const readsOf = (db: Db): Reads => ({
  accounts: accountReads(db),
  audit: auditReads(db),
  awards: awardReads(db),
  claims: claimReads(db),
  badgeWatches: badgeWatchReads(db),
  drafts: draftReads(db),
  engagement: engagementReads(db),
  figures: figureReads(db),
  idempotency: idempotencyReads(db),
  interview: interviewReads(db),
  invoices: invoiceReads(db),
  jobs: jobReads(db),
  launches: launchReads(db),
  listings: listingReads(db),
  mails: mailReads(db),
  moderation: moderationReads(db),
  oauth: oauthReads(db),
  orders: orderReads(db),
  personal: personalReads(db),
  overview: overviewReads(db),
  posts: postReads(db),
  reading: readingReads(db),
  reference: referenceReads(db),
  reviews: reviewReads(db),
  robots: robotsReads(db),
  versions: versionReads(db),
  updates: updateReads(db),
  votes: voteReads(db),
});

const writesOf = (db: Db): Tx => ({
  accounts: accountWrites(db),
  audit: auditWrites(db),
  awards: awardWrites(db),
  claims: claimWrites(db),
  badgeWatches: badgeWatchWrites(db),
  drafts: draftWrites(db),
  engagement: engagementWrites(db),
  figures: figureWrites(db),
  idempotency: idempotencyWrites(db),
  interview: interviewWrites(db),
  invoices: invoiceWrites(db),
  jobs: jobWrites(db),
  launches: launchWrites(db),
  listings: listingWrites(db),
  mails: mailWrites(db),
  moderation: moderationWrites(db),
  oauth: oauthWrites(db),
  orders: orderWrites(db),
  personal: personalWrites(db),
  posts: postWrites(db),
  reading: readingWrites(db),
  reference: referenceWrites(db),
  reviews: reviewWrites(db),
  robots: robotsWrites(db),
  versions: versionReads(db),
  updates: updateWrites(db),
  votes: voteWrites(db),
});

export function sqliteStore({ writer, reader }: Connections): Store {
  const changes = createChanges(writer, writesOf(queries(writer)));
  const version = reader.prepare("pragma data_version").pluck();
  const { change, changeInTime, probe, trouble, waiting } = changes;

  return {
    ...readsOf(queries(guarded(reader, changes.noted))),
    change,
    changeInTime,
    version: () => version.get() as number,
    isOpen: () => writer.open && reader.open,
    probe,
    trouble,
    waiting,
    async close() {
      await changes.settled();
      reader.close();
      writer.close();
    },
  };
}
