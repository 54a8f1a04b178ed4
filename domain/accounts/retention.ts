/** Retention of personal data in days. Keep in step with the privacy policy. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 90;
/** A draft that a visitor without an account has not saved. */
export const GUEST_DRAFT_DAYS = 2;
/** A saved listing that was never published, since its last change. */
export const UNPUBLISHED_KEPT_DAYS = 180;
/** A listing that the site team deleted. */
export const DELETED_LISTINGS_KEPT_DAYS = 30;
export const MAILS_KEPT_DAYS = 90;
/** Payer names of bank statement lines that match no order. */
export const PAYERS_KEPT_DAYS = 90;
/**
 * Names, addresses and texts of decided reports: a year, because appeals are possible for half of
 * it.
 */
export const DECIDED_REPORTS_KEPT_DAYS = 365;
/** Fingerprints of texts, for detecting floods and repeats. */
export const WRITTEN_TEXTS_KEPT_DAYS = 30;
export const UNUSED_UPLOADS_KEPT_DAYS = 7;
/** An email subscribed to a launch: hours until confirmed, days if no launch comes. */
export const UNCONFIRMED_KEPT_HOURS = 48;
export const WAITS_KEPT_DAYS = 365;
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Daily visit sources and hourly visitors of a listing. */
export const VISIT_SOURCES_KEPT_DAYS = 400;
export const WEEK_WAITS_KEPT_DAYS = 90;
