import type { Deps } from "../context.ts";
import { giveUpMail, SEND_MAIL, SEND_NEWS, type SendMailPayload, sendMailJob } from "../mail/queue-mail.ts";
import { ageOut } from "./age-out.ts";
import { awardWeek } from "./award-week.ts";
import { backUpJob } from "./back-up.ts";
import { checkBadge, checkBadges } from "./check-badge.ts";
import { crawlSite } from "./crawl-site.ts";
import { draftProfile } from "./draft-profile.ts";
import { fetchListingPictures, fetchPictures } from "./fetch-pictures.ts";
import { launchWeek } from "./launch-week.ts";
import { mergeSearchIndex } from "./merge-search-index.ts";
import { expireOrders, issueInvoices, pollPayments, recheckVat } from "./orders.ts";
import { purge } from "./purge.ts";
import { readCompetitor } from "./read-competitor.ts";
import { recheckClaims } from "./recheck-claims.ts";
import { refreshDomainRatings } from "./refresh-domain-ratings.ts";
import type { JobKind } from "./runner.ts";
import { settleLineJob } from "./settle-line.ts";
import { tellFollowers } from "./tell-followers.ts";

const MINUTE = 60_000;

const sendMail: JobKind = {
  concurrency: 2,
  retryDelaysMs: [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE],
  run: (payload: SendMailPayload, deps: Deps) => sendMailJob(payload, deps),
  giveUp: (payload: SendMailPayload, deps: Deps) => giveUpMail(payload, deps),
};

/** Every kind of job, by the name that its rows carry. */
export const jobKinds: Record<string, JobKind> = {
  "crawl-site": crawlSite,
  "draft-profile": draftProfile,
  "read-competitor": readCompetitor,
  [SEND_MAIL]: sendMail,
  [SEND_NEWS]: sendMail,
  "tell-followers": tellFollowers,
  "check-badges": checkBadges,
  "check-badge": checkBadge,
  "launch-week": launchWeek,
  "award-week": awardWeek,
  "refresh-domain-ratings": refreshDomainRatings,
  "recheck-claims": recheckClaims,
  "fetch-pictures": fetchPictures,
  "fetch-listing-pictures": fetchListingPictures,
  "age-out": ageOut,
  "merge-search-index": mergeSearchIndex,
  "settle-line": settleLineJob,
  "expire-orders": expireOrders,
  "poll-payments": pollPayments,
  "issue-invoices": issueInvoices,
  "recheck-vat": recheckVat,
  "back-up": backUpJob,
  purge,
};
