import { TELL_COMMENT } from "#actions/community/tell-comment.ts";
import { TELL_PLACES } from "#actions/launches/plan-places.ts";
import { REMOVE_CATEGORY } from "#actions/listings/arrange-categories.ts";
import { TELL_RIVALS } from "#actions/listings/websites.ts";
import { BULK_CHANGE } from "#actions/moderation/bulk.ts";
import { TELL_EDITED } from "#actions/moderation/edit-as-team.ts";
import { SEND_DIGESTS } from "#actions/notifications/digest-settings.ts";
import { NEWS_JOBS } from "#actions/notifications/notify.ts";
import { CALL_ENDPOINT } from "#actions/notifications/webhook-endpoints.ts";
import { SEND_REFUND } from "#actions/orders/refunds.ts";
import { FETCH_LOOKS } from "#actions/pictures/looks.ts";
import { FILE_OWN_FIELDS } from "#actions/site/own-fields.ts";
import { REMOVE_DEMO } from "#actions/site/request-demo-removal.ts";
import { THREE_DAYS_OF_RETRIES_MS } from "#domain/notifications/retries.ts";
import { SEND_MAIL, SEND_NEWS, type SendMailPayload } from "#mail/queue-mail.ts";
import { IMPORT } from "#transfer/imports.ts";
import { READ_SOURCE } from "#transfer/sources.ts";
import { ageOut } from "./age-out.ts";
import { announceEvent } from "./announce-event.ts";
import { awardWeek } from "./award-week.ts";
import { backUpJob } from "./back-up.ts";
import { bulkChange } from "./bulk-change.ts";
import { callEndpoint, callOverdueEndpoints } from "./call-endpoint.ts";
import { checkBadge, checkBadges } from "./check-badge.ts";
import { checkClaim } from "./check-claim.ts";
import { countBadges } from "./count-badges.ts";
import { crawlGuestSite, crawlSite } from "./crawl-site.ts";
import { PLACES } from "./draft-places.ts";
import { draftGuestProfile, draftProfile } from "./draft-profile.ts";
import { dropUploads } from "./drop-uploads.ts";
import { endUnpublished } from "./end-unpublished.ts";
import { fetchLooks } from "./fetch-looks.ts";
import { fetchListingPictures, fetchPictures } from "./fetch-pictures.ts";
import { fileOwnFields } from "./file-own-fields.ts";
import { FIRST_DAY, firstDay } from "./first-day.ts";
import { giveUpMail } from "./give-up-mail.ts";
import { dropImportFiles, importJob } from "./import.ts";
import { submitUrls, tellSearchEngines } from "./indexnow.ts";
import { launchWeek } from "./launch-week.ts";
import { mailComments } from "./mail-comments.ts";
import { mailVisitors } from "./mail-visitors.ts";
import { makeVectors } from "./make-vectors.ts";
import { mergeSearchIndex } from "./merge-search-index.ts";
import { offerPlacesJob } from "./offer-places.ts";
import {
  askCosts,
  expireOrders,
  issueInvoices,
  pollPayments,
  recheckVat,
  remindTransfers,
  watchVatThreshold,
} from "./orders.ts";
import { planPosts, SEND_POST, sendPost } from "./post-to-channels.ts";
import { purge } from "./purge.ts";
import { readCompetitor } from "./read-competitor.ts";
import { readSourceJob, readSources } from "./read-sources.ts";
import { recheckClaims } from "./recheck-claims.ts";
import { recheckFacts, recheckListing } from "./recheck-facts.ts";
import { refreshDomainRatings } from "./refresh-domain-ratings.ts";
import { remindLaunches } from "./remind-launches.ts";
import { removeCategoryJob } from "./remove-category.ts";
import { removeDemo } from "./remove-demo.ts";
import type { JobKind } from "./runner.ts";
import { sendDigests } from "./send-digests.ts";
import { sendMailJob } from "./send-mail.ts";
import { mailNews, pushNews, sendOverdueNews } from "./send-news.ts";
import { SEND_PUSH, sendPush } from "./send-push.ts";
import { sendRefundJob } from "./send-refund.ts";
import { settleLineJob } from "./settle-line.ts";
import { tellCollectionFollowers } from "./tell-collection-followers.ts";
import { tellComment } from "./tell-comment.ts";
import { tellEdited } from "./tell-edited.ts";
import { tellFollowers } from "./tell-followers.ts";
import { tellMoved } from "./tell-moved.ts";
import { tellPlaces } from "./tell-places.ts";
import { tellRivals } from "./tell-rivals.ts";
import { tellSearchers } from "./tell-searchers.ts";
import { tellSuggestions } from "./tell-suggestions.ts";
import { tellWaiting } from "./tell-waiting.ts";

const sendMail: JobKind = {
  concurrency: 2,
  retryDelaysMs: [...THREE_DAYS_OF_RETRIES_MS],
  run: (payload: SendMailPayload, deps) => sendMailJob(payload, deps),
  // Emails are never given up because of a crash.
  cannotCrash: true,
  giveUp: giveUpMail,
};

export const jobKinds: Record<string, JobKind> = {
  [PLACES.drafts.crawl]: crawlSite,
  [PLACES.drafts.draft]: draftProfile,
  [PLACES.guestDrafts.crawl]: crawlGuestSite,
  [PLACES.guestDrafts.draft]: draftGuestProfile,
  "read-competitor": readCompetitor,
  [SEND_MAIL]: sendMail,
  [SEND_NEWS]: sendMail,
  [TELL_COMMENT]: tellComment,
  "mail-comments": mailComments,
  "mail-visitors": mailVisitors,
  [NEWS_JOBS.mail]: mailNews,
  [NEWS_JOBS.push]: pushNews,
  [SEND_PUSH]: sendPush,
  "send-overdue-news": sendOverdueNews,
  [TELL_PLACES]: tellPlaces,
  "tell-followers": tellFollowers,
  "tell-collection-followers": tellCollectionFollowers,
  "tell-waiting": tellWaiting,
  "check-badges": checkBadges,
  "check-badge": checkBadge,
  "check-claim": checkClaim,
  [TELL_RIVALS]: tellRivals,
  [TELL_EDITED]: tellEdited,
  [BULK_CHANGE]: bulkChange,
  "end-unpublished": endUnpublished,
  "launch-week": launchWeek,
  "offer-places": offerPlacesJob,
  "tell-moved": tellMoved,
  "remind-launches": remindLaunches,
  "count-badges": countBadges,
  [FIRST_DAY]: firstDay,
  "award-week": awardWeek,
  "refresh-domain-ratings": refreshDomainRatings,
  "recheck-claims": recheckClaims,
  "recheck-facts": recheckFacts,
  "recheck-listing": recheckListing,
  "tell-suggestions": tellSuggestions,
  "tell-searchers": tellSearchers,
  [SEND_DIGESTS]: sendDigests,
  "fetch-pictures": fetchPictures,
  "fetch-listing-pictures": fetchListingPictures,
  "tell-search-engines": tellSearchEngines,
  "submit-urls": submitUrls,
  "age-out": ageOut,
  "drop-uploads": dropUploads,
  [IMPORT]: importJob,
  "drop-import-files": dropImportFiles,
  [READ_SOURCE]: readSourceJob,
  "read-sources": readSources,
  [FETCH_LOOKS]: fetchLooks,
  "merge-search-index": mergeSearchIndex,
  "make-vectors": makeVectors,
  [FILE_OWN_FIELDS]: fileOwnFields,
  "settle-line": settleLineJob,
  [SEND_REFUND]: sendRefundJob,
  "expire-orders": expireOrders,
  "remind-transfers": remindTransfers,
  "poll-payments": pollPayments,
  "issue-invoices": issueInvoices,
  "recheck-vat": recheckVat,
  "ask-costs": askCosts,
  "watch-vat-threshold": watchVatThreshold,
  "announce-event": announceEvent,
  [CALL_ENDPOINT]: callEndpoint,
  "call-overdue-endpoints": callOverdueEndpoints,
  "plan-posts": planPosts,
  [SEND_POST]: sendPost,
  "back-up": backUpJob,
  [REMOVE_CATEGORY]: removeCategoryJob,
  [REMOVE_DEMO]: removeDemo,
  purge,
};
