import { accountReads, accountWrites } from "./repos/accounts/accounts.ts";
import { identityReads, identityWrites } from "./repos/accounts/identities.ts";
import { oauthReads, oauthWrites } from "./repos/accounts/oauth.ts";
import { passkeyReads, passkeyWrites } from "./repos/accounts/passkeys.ts";
import { personalReads, personalWrites } from "./repos/accounts/personal.ts";
import { secondFactorReads, secondFactorWrites } from "./repos/accounts/second-factors.ts";
import { undoOfferReads, undoOfferWrites } from "./repos/accounts/undo-offers.ts";
import { categoryFollowReads, categoryFollowWrites } from "./repos/community/category-follows.ts";
import { collectionReads, collectionWrites } from "./repos/community/collections.ts";
import { commentNoticeReads, commentNoticeWrites } from "./repos/community/comment-notices.ts";
import { commentWrites } from "./repos/community/comment-writes.ts";
import { commentReads } from "./repos/community/comments.ts";
import { engagementReads, engagementWrites } from "./repos/community/engagement.ts";
import { reviewReads, reviewWrites } from "./repos/community/reviews.ts";
import { voteWrites } from "./repos/community/vote-writes.ts";
import { voteReads } from "./repos/community/votes.ts";
import { crawlHostWrites } from "./repos/drafts/crawl-hosts.ts";
import { draftReads, draftWrites } from "./repos/drafts/drafts.ts";
import { guestDraftReads, guestDraftWrites } from "./repos/drafts/guest-drafts.ts";
import { robotsReads, robotsWrites } from "./repos/drafts/robots.ts";
import { bookReads, bookWrites } from "./repos/invoices/books.ts";
import { exchangeRateReads, exchangeRateWrites } from "./repos/invoices/exchange-rates.ts";
import { invoiceRequestReads, invoiceRequestWrites } from "./repos/invoices/invoice-requests.ts";
import { invoiceReads, invoiceWrites } from "./repos/invoices/invoices.ts";
import { placeEvidenceReads, placeEvidenceWrites } from "./repos/invoices/place-evidence.ts";
import { awardReads, awardWrites } from "./repos/launches/awards.ts";
import { calendarReads, calendarWrites } from "./repos/launches/calendars.ts";
import { launchMoveReads, launchMoveWrites } from "./repos/launches/launch-moves.ts";
import { launchReads, launchWrites } from "./repos/launches/launches.ts";
import { trophyReads, trophyWrites } from "./repos/launches/trophies.ts";
import { waitReads, waitWrites } from "./repos/launches/waits.ts";
import { weekWaitReads, weekWaitWrites } from "./repos/launches/week-waits.ts";
import { alternativeReads, alternativeWrites } from "./repos/listings/alternatives.ts";
import { badgeWatchReads, badgeWatchWrites } from "./repos/listings/badge-watches.ts";
import { bulkReads, bulkWrites } from "./repos/listings/bulk.ts";
import { categoryReads, categoryWrites } from "./repos/listings/categories.ts";
import { claimReads, claimWrites } from "./repos/listings/claims.ts";
import { deletionReads, deletionWrites } from "./repos/listings/deletions.ts";
import { demoWrites } from "./repos/listings/demo.ts";
import { factCheckReads, factCheckWrites } from "./repos/listings/fact-checks.ts";
import { figureReads, figureWrites } from "./repos/listings/figures.ts";
import { listingWrites } from "./repos/listings/listing-writes.ts";
import { listingReads } from "./repos/listings/listings.ts";
import { liveReads } from "./repos/listings/live.ts";
import { referenceReads, referenceWrites } from "./repos/listings/reference.ts";
import { unpublishedReads, unpublishedWrites } from "./repos/listings/unpublished.ts";
import { updateReads, updateWrites } from "./repos/listings/updates.ts";
import { versionReads } from "./repos/listings/versions.ts";
import { visitFigureReads, visitFigureWrites } from "./repos/listings/visit-figures.ts";
import { websiteReads, websiteWrites } from "./repos/listings/websites.ts";
import { moderationReads, moderationWrites } from "./repos/moderation/moderation.ts";
import { reportFigureReads } from "./repos/moderation/report-figures.ts";
import { reportReads, reportWrites } from "./repos/moderation/reports.ts";
import { shownCommentWrites } from "./repos/moderation/shown-comments.ts";
import { writtenTextReads, writtenTextWrites } from "./repos/moderation/written-texts.ts";
import { channelReads, channelWrites } from "./repos/notifications/channels.ts";
import { digestNewsReads } from "./repos/notifications/digest-news.ts";
import { digestReads, digestWrites } from "./repos/notifications/digests.ts";
import { eventReads, eventWrites } from "./repos/notifications/events.ts";
import { mailReads, mailWrites } from "./repos/notifications/mails.ts";
import { notificationSettingReads, notificationSettingWrites } from "./repos/notifications/notification-settings.ts";
import { notificationReads, notificationWrites } from "./repos/notifications/notifications.ts";
import { pushSubscriptionReads, pushSubscriptionWrites } from "./repos/notifications/push-subscriptions.ts";
import { webhookReads, webhookWrites } from "./repos/notifications/webhooks.ts";
import { bankReads, bankWrites } from "./repos/orders/bank.ts";
import { couponReads, couponWrites } from "./repos/orders/coupons.ts";
import { orderReads, orderWrites } from "./repos/orders/orders.ts";
import { productReads, productWrites } from "./repos/orders/products.ts";
import { refundReads, refundWrites } from "./repos/orders/refunds.ts";
import { pictureReads } from "./repos/pictures/picture-addresses.ts";
import { uploadReads, uploadWrites } from "./repos/pictures/uploads.ts";
import { websiteLookWrites } from "./repos/pictures/website-looks.ts";
import { founderReads } from "./repos/profiles/founders.ts";
import { interviewReads, interviewWrites } from "./repos/profiles/interview.ts";
import { profileReads, profileWrites } from "./repos/profiles/profiles.ts";
import { idempotencyReads, idempotencyWrites } from "./repos/runtime/idempotency.ts";
import { jobReads, jobWrites } from "./repos/runtime/jobs.ts";
import { modelCallReads, modelCallWrites } from "./repos/runtime/model-calls.ts";
import { quotaWrites } from "./repos/runtime/quotas.ts";
import { sealingReads, sealingWrites } from "./repos/runtime/sealing.ts";
import { secretReads, secretWrites } from "./repos/runtime/secrets.ts";
import { indexnowReads, indexnowWrites } from "./repos/search/indexnow.ts";
import { savedSearchReads, savedSearchWrites } from "./repos/search/saved-searches.ts";
import { searchRuleReads, searchRuleWrites } from "./repos/search/search-rules.ts";
import { auditReads, auditWrites } from "./repos/site/audit.ts";
import { firstRunReads, firstRunWrites } from "./repos/site/first-run.ts";
import { importSourceReads, importSourceWrites } from "./repos/site/import-sources.ts";
import { importReads, importWrites } from "./repos/site/imports.ts";
import { overviewReads } from "./repos/site/overview.ts";
import { ownFieldReads, ownFieldWrites } from "./repos/site/own-fields.ts";
import { postReads, postWrites } from "./repos/site/posts.ts";
import { redirectReads, redirectWrites } from "./repos/site/redirects.ts";
import { siteReads, siteWrites } from "./repos/site/site.ts";
import { siteFileReads, siteFileWrites } from "./repos/site/site-files.ts";
import { sitePageReads, sitePageWrites } from "./repos/site/site-pages.ts";
import { siteSettingReads, siteSettingWrites } from "./repos/site/site-settings.ts";
import { siteVisitReads, siteVisitWrites } from "./repos/site/site-visits.ts";
import { sitemapReads } from "./repos/site/sitemap.ts";
import { translationReads, translationWrites } from "./repos/site/translations.ts";
import { trendReads } from "./repos/site/trends.ts";
import type { Db } from "./sqlite/open.ts";

/** Every repository: its methods outside and inside a change. */
const REPOSITORIES = {
  accounts: { reads: accountReads, writes: accountWrites },
  alternatives: { reads: alternativeReads, writes: alternativeWrites },
  audit: { reads: auditReads, writes: auditWrites },
  awards: { reads: awardReads, writes: awardWrites },
  badgeWatches: { reads: badgeWatchReads, writes: badgeWatchWrites },
  bank: { reads: bankReads, writes: bankWrites },
  books: { reads: bookReads, writes: bookWrites },
  calendars: { reads: calendarReads, writes: calendarWrites },
  categories: { reads: categoryReads, writes: categoryWrites },
  categoryFollows: { reads: categoryFollowReads, writes: categoryFollowWrites },
  channels: { reads: channelReads, writes: channelWrites },
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
  founders: { reads: founderReads, writes: founderReads },
  guestDrafts: { reads: guestDraftReads, writes: guestDraftWrites },
  idempotency: { reads: idempotencyReads, writes: idempotencyWrites },
  identities: { reads: identityReads, writes: identityWrites },
  importSources: { reads: importSourceReads, writes: importSourceWrites },
  imports: { reads: importReads, writes: importWrites },
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
  modelCalls: { reads: modelCallReads, writes: modelCallWrites },
  moderation: { reads: moderationReads, writes: moderationWrites },
  notifications: { reads: notificationReads, writes: notificationWrites },
  notificationSettings: { reads: notificationSettingReads, writes: notificationSettingWrites },
  oauth: { reads: oauthReads, writes: oauthWrites },
  orders: { reads: orderReads, writes: orderWrites },
  overview: { reads: overviewReads, writes: overviewReads },
  passkeys: { reads: passkeyReads, writes: passkeyWrites },
  websiteLooks: { reads: () => ({}), writes: websiteLookWrites },
  searchRules: { reads: searchRuleReads, writes: searchRuleWrites },
  secrets: { reads: secretReads, writes: secretWrites },
  sealing: { reads: sealingReads, writes: sealingWrites },
  secondFactors: { reads: secondFactorReads, writes: secondFactorWrites },
  personal: { reads: personalReads, writes: personalWrites },
  pictures: { reads: pictureReads, writes: pictureReads },
  placeEvidence: { reads: placeEvidenceReads, writes: placeEvidenceWrites },
  posts: { reads: postReads, writes: postWrites },
  products: { reads: productReads, writes: productWrites },
  profiles: { reads: profileReads, writes: profileWrites },
  pushSubscriptions: { reads: pushSubscriptionReads, writes: pushSubscriptionWrites },
  quotas: { reads: () => ({}), writes: quotaWrites },
  reference: { reads: referenceReads, writes: referenceWrites },
  redirects: { reads: redirectReads, writes: redirectWrites },
  refunds: { reads: refundReads, writes: refundWrites },
  reportFigures: { reads: reportFigureReads, writes: reportFigureReads },
  reports: { reads: reportReads, writes: reportWrites },
  shownComments: { reads: () => ({}), writes: shownCommentWrites },
  reviews: { reads: reviewReads, writes: reviewWrites },
  robots: { reads: robotsReads, writes: robotsWrites },
  savedSearches: { reads: savedSearchReads, writes: savedSearchWrites },
  sitemap: { reads: sitemapReads, writes: sitemapReads },
  fieldDefinitions: { reads: ownFieldReads, writes: ownFieldWrites },
  siteFiles: { reads: siteFileReads, writes: siteFileWrites },
  sitePages: { reads: sitePageReads, writes: sitePageWrites },
  siteVisits: { reads: siteVisitReads, writes: siteVisitWrites },
  trophies: { reads: trophyReads, writes: trophyWrites },
  site: { reads: siteReads, writes: siteWrites },
  siteSettings: { reads: siteSettingReads, writes: siteSettingWrites },
  translations: { reads: translationReads, writes: translationWrites },
  trends: { reads: trendReads, writes: trendReads },
  undoOffers: { reads: undoOfferReads, writes: undoOfferWrites },
  bulk: { reads: bulkReads, writes: bulkWrites },
  deletions: { reads: deletionReads, writes: deletionWrites },
  unpublished: { reads: unpublishedReads, writes: unpublishedWrites },
  updates: { reads: updateReads, writes: updateWrites },
  uploads: { reads: uploadReads, writes: uploadWrites },
  versions: { reads: versionReads, writes: versionReads },
  visitFigures: { reads: visitFigureReads, writes: visitFigureWrites },
  votes: { reads: voteReads, writes: voteWrites },
  waits: { reads: waitReads, writes: waitWrites },
  webhooks: { reads: webhookReads, writes: webhookWrites },
  websites: { reads: websiteReads, writes: websiteWrites },
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
  // `fromEntries` loses which name has which methods.
  return Object.fromEntries(made) as Methods<H>;
}
