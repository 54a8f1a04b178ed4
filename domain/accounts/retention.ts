/** How long things about people are kept, in days. The privacy policy says so in the same words. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 90;
/** A draft that a visitor without an account does not save. */
export const GUEST_DRAFT_DAYS = 2;
/** An email stays in the outbox, unless it waits to be sent. */
export const MAILS_KEPT_DAYS = 90;
/** Who paid, of payments in a bank statement that belong to no order. */
export const PAYERS_KEPT_DAYS = 90;
/** Names, addresses and words in a decided report: a year, because appeals are possible for half of it. */
export const DECIDED_REPORTS_KEPT_DAYS = 365;
/** That somebody wrote something, to know floods and texts that come again. */
export const WRITTEN_TEXTS_KEPT_DAYS = 30;
/** An uploaded picture that no draft and no listing names any more. */
export const UNUSED_UPLOADS_KEPT_DAYS = 7;
/** An address that is to be told of a launch: in hours until somebody confirms it, and in days if no launch comes. */
export const UNCONFIRMED_KEPT_HOURS = 48;
export const WAITS_KEPT_DAYS = 365;
/** What a person was notified of. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Where the visitors of a listing came from, as counts, and its visitors by the hour. */
export const VISIT_SOURCES_KEPT_DAYS = 400;
/** A wait for a place in a full week, after it has ended. */
export const WEEK_WAITS_KEPT_DAYS = 90;
