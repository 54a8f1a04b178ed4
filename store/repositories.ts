import { accountReads, accountWrites } from "./repos/accounts.ts";
import { auditReads, auditWrites } from "./repos/audit.ts";
import { awardReads, awardWrites } from "./repos/awards.ts";
import { badgeWatchReads, badgeWatchWrites } from "./repos/badge-watches.ts";
import { bankReads, bankWrites } from "./repos/bank.ts";
import { bookReads, bookWrites } from "./repos/books.ts";
import { calendarReads, calendarWrites } from "./repos/calendars.ts";
import { categoryFollowReads, categoryFollowWrites } from "./repos/category-follows.ts";
import { claimReads, claimWrites } from "./repos/claims.ts";
import { collectionReads, collectionWrites } from "./repos/collections.ts";
import { commentNoticeReads, commentNoticeWrites } from "./repos/comment-notices.ts";
import { commentWrites } from "./repos/comment-writes.ts";
import { commentReads } from "./repos/comments.ts";
import { couponReads, couponWrites } from "./repos/coupons.ts";
import { crawlHostWrites } from "./repos/crawl-hosts.ts";
import { demoWrites } from "./repos/demo.ts";
import { digestNewsReads } from "./repos/digest-news.ts";
import { digestReads, digestWrites } from "./repos/digests.ts";
import { draftReads, draftWrites } from "./repos/drafts.ts";
import { engagementReads, engagementWrites } from "./repos/engagement.ts";
import { eventReads, eventWrites } from "./repos/events.ts";
import { exchangeRateReads, exchangeRateWrites } from "./repos/exchange-rates.ts";
import { factCheckReads, factCheckWrites } from "./repos/fact-checks.ts";
import { figureReads, figureWrites } from "./repos/figures.ts";
import { firstRunReads, firstRunWrites } from "./repos/first-run.ts";
import { guestDraftReads, guestDraftWrites } from "./repos/guest-drafts.ts";
import { idempotencyReads, idempotencyWrites } from "./repos/idempotency.ts";
import { identityReads, identityWrites } from "./repos/identities.ts";
import { indexnowReads, indexnowWrites } from "./repos/indexnow.ts";
import { interviewReads, interviewWrites } from "./repos/interview.ts";
import { invoiceRequestReads, invoiceRequestWrites } from "./repos/invoice-requests.ts";
import { invoiceReads, invoiceWrites } from "./repos/invoices.ts";
import { jobReads, jobWrites } from "./repos/jobs.ts";
import { launchMoveReads, launchMoveWrites } from "./repos/launch-moves.ts";
import { launchReads, launchWrites } from "./repos/launches.ts";
import { listingWrites } from "./repos/listing-writes.ts";
import { listingReads } from "./repos/listings.ts";
import { liveReads } from "./repos/live.ts";
import { mailReads, mailWrites } from "./repos/mails.ts";
import { moderationReads, moderationWrites } from "./repos/moderation.ts";
import { notificationSettingReads, notificationSettingWrites } from "./repos/notification-settings.ts";
import { notificationReads, notificationWrites } from "./repos/notifications.ts";
import { oauthReads, oauthWrites } from "./repos/oauth.ts";
import { orderReads, orderWrites } from "./repos/orders.ts";
import { overviewReads } from "./repos/overview.ts";
import { passkeyReads, passkeyWrites } from "./repos/passkeys.ts";
import { personalReads, personalWrites } from "./repos/personal.ts";
import { placeEvidenceReads, placeEvidenceWrites } from "./repos/place-evidence.ts";
import { postReads, postWrites } from "./repos/posts.ts";
import { profileReads, profileWrites } from "./repos/profiles.ts";
import { pushSubscriptionReads, pushSubscriptionWrites } from "./repos/push-subscriptions.ts";
import { quotaWrites } from "./repos/quotas.ts";
import { readingReads, readingWrites } from "./repos/reading.ts";
import { referenceReads, referenceWrites } from "./repos/reference.ts";
import { refundReads, refundWrites } from "./repos/refunds.ts";
import { reportFigureReads } from "./repos/report-figures.ts";
import { reportReads, reportWrites } from "./repos/reports.ts";
import { reviewReads, reviewWrites } from "./repos/reviews.ts";
import { robotsReads, robotsWrites } from "./repos/robots.ts";
import { savedSearchReads, savedSearchWrites } from "./repos/saved-searches.ts";
import { sealingReads, sealingWrites } from "./repos/sealing.ts";
import { secondFactorReads, secondFactorWrites } from "./repos/second-factors.ts";
import { secretReads, secretWrites } from "./repos/secrets.ts";
import { shownCommentWrites } from "./repos/shown-comments.ts";
import { siteReads, siteWrites } from "./repos/site.ts";
import { sitePageReads, sitePageWrites } from "./repos/site-pages.ts";
import { trendReads } from "./repos/trends.ts";
import { trophyReads, trophyWrites } from "./repos/trophies.ts";
import { undoOfferReads, undoOfferWrites } from "./repos/undo-offers.ts";
import { updateReads, updateWrites } from "./repos/updates.ts";
import { uploadReads, uploadWrites } from "./repos/uploads.ts";
import { versionReads } from "./repos/versions.ts";
import { visitFigureReads, visitFigureWrites } from "./repos/visit-figures.ts";
import { voteWrites } from "./repos/vote-writes.ts";
import { voteReads } from "./repos/votes.ts";
import { waitReads, waitWrites } from "./repos/waits.ts";
import { webhookReads, webhookWrites } from "./repos/webhooks.ts";
import { weekWaitReads, weekWaitWrites } from "./repos/week-waits.ts";
import { writtenTextReads, writtenTextWrites } from "./repos/written-texts.ts";
import type { Db } from "./sqlite/open.ts";

/** Every repository: its methods outside and inside a change. */
const REPOSITORIES = {
  accounts: { reads: accountReads, writes: accountWrites },
  audit: { reads: auditReads, writes: auditWrites },
  awards: { reads: awardReads, writes: awardWrites },
  badgeWatches: { reads: badgeWatchReads, writes: badgeWatchWrites },
  bank: { reads: bankReads, writes: bankWrites },
  books: { reads: bookReads, writes: bookWrites },
  calendars: { reads: calendarReads, writes: calendarWrites },
  categoryFollows: { reads: categoryFollowReads, writes: categoryFollowWrites },
  claims: { reads: claimReads, writes: claimWrites },
  comments: { reads: commentReads, writes: commentWrites },
  commentNotices: { reads: commentNoticeReads, writes: commentNoticeWrites },
  collections: { reads: collectionReads, writes: collectionWrites },
  coupons: { reads: couponReads, writes: couponWrites },
  crawlHosts: { reads: () => ({}), writes: crawlHostWrites },
  demo: { reads: () => ({}), writes: demoWrites },
  digestNews: { reads: digestNewsReads, writes: digestNewsReads },
  digests: { reads: digestReads, writes: digestWrites },
  drafts: { reads: draftReads, writes: draftWrites },
  engagement: { reads: engagementReads, writes: engagementWrites },
  events: { reads: eventReads, writes: eventWrites },
  exchangeRates: { reads: exchangeRateReads, writes: exchangeRateWrites },
  factChecks: { reads: factCheckReads, writes: factCheckWrites },
  figures: { reads: figureReads, writes: figureWrites },
  firstRun: { reads: firstRunReads, writes: firstRunWrites },
  guestDrafts: { reads: guestDraftReads, writes: guestDraftWrites },
  idempotency: { reads: idempotencyReads, writes: idempotencyWrites },
  identities: { reads: identityReads, writes: identityWrites },
  indexnow: { reads: indexnowReads, writes: indexnowWrites },
  interview: { reads: interviewReads, writes: interviewWrites },
  invoices: { reads: invoiceReads, writes: invoiceWrites },
  invoiceRequests: { reads: invoiceRequestReads, writes: invoiceRequestWrites },
  jobs: { reads: jobReads, writes: jobWrites },
  launchMoves: { reads: launchMoveReads, writes: launchMoveWrites },
  launches: { reads: launchReads, writes: launchWrites },
  listings: { reads: listingReads, writes: listingWrites },
  live: { reads: liveReads, writes: liveReads },
  mails: { reads: mailReads, writes: mailWrites },
  moderation: { reads: moderationReads, writes: moderationWrites },
  notifications: { reads: notificationReads, writes: notificationWrites },
  notificationSettings: { reads: notificationSettingReads, writes: notificationSettingWrites },
  oauth: { reads: oauthReads, writes: oauthWrites },
  orders: { reads: orderReads, writes: orderWrites },
  overview: { reads: overviewReads, writes: overviewReads },
  passkeys: { reads: passkeyReads, writes: passkeyWrites },
  secrets: { reads: secretReads, writes: secretWrites },
  sealing: { reads: sealingReads, writes: sealingWrites },
  secondFactors: { reads: secondFactorReads, writes: secondFactorWrites },
  personal: { reads: personalReads, writes: personalWrites },
  placeEvidence: { reads: placeEvidenceReads, writes: placeEvidenceWrites },
  posts: { reads: postReads, writes: postWrites },
  profiles: { reads: profileReads, writes: profileWrites },
  pushSubscriptions: { reads: pushSubscriptionReads, writes: pushSubscriptionWrites },
  quotas: { reads: () => ({}), writes: quotaWrites },
  reading: { reads: readingReads, writes: readingWrites },
  reference: { reads: referenceReads, writes: referenceWrites },
  refunds: { reads: refundReads, writes: refundWrites },
  reportFigures: { reads: reportFigureReads, writes: reportFigureReads },
  reports: { reads: reportReads, writes: reportWrites },
  shownComments: { reads: () => ({}), writes: shownCommentWrites },
  reviews: { reads: reviewReads, writes: reviewWrites },
  robots: { reads: robotsReads, writes: robotsWrites },
  savedSearches: { reads: savedSearchReads, writes: savedSearchWrites },
  sitePages: { reads: sitePageReads, writes: sitePageWrites },
  trophies: { reads: trophyReads, writes: trophyWrites },
  site: { reads: siteReads, writes: siteWrites },
  trends: { reads: trendReads, writes: trendReads },
  undoOffers: { reads: undoOfferReads, writes: undoOfferWrites },
  updates: { reads: updateReads, writes: updateWrites },
  uploads: { reads: uploadReads, writes: uploadWrites },
  versions: { reads: versionReads, writes: versionReads },
  visitFigures: { reads: visitFigureReads, writes: visitFigureWrites },
  votes: { reads: voteReads, writes: voteWrites },
  waits: { reads: waitReads, writes: waitWrites },
  webhooks: { reads: webhookReads, writes: webhookWrites },
  weekWaits: { reads: weekWaitReads, writes: weekWaitWrites },
  writtenTexts: { reads: writtenTextReads, writes: writtenTextWrites },
};

type Repositories = typeof REPOSITORIES;
type Half = "reads" | "writes";
/** Methods return domain objects. `find` may return undefined, `get` may not. */
export type Methods<H extends Half> = { [Name in keyof Repositories]: ReturnType<Repositories[Name][H]> };

/** One half of every repository over one connection. */
export function repositoriesOn<H extends Half>(db: Db, half: H): Methods<H> {
  const made = Object.entries(REPOSITORIES).map(([name, repository]) => [name, repository[half](db)]);
  // Entries lose which name goes with which methods, and nothing but a cast says it again.
  return Object.fromEntries(made) as Methods<H>;
}
