/** How long things about people are kept, in days. The privacy policy says so in the same words. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_MAX_DAYS = 90;
/** A sent email stays in the outbox. */
export const SENT_MAILS_KEPT_DAYS = 90;
