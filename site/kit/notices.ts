import { type Html, html } from "../../core/html.ts";

/** Messages for the page after a form. The URL contains only the code, so nobody can put text on our pages. */
const NOTICES = {
  welcome: ["good", "Welcome. Your account is ready."],
  "signed-out": ["good", "You are signed out."],
  "signed-out-everywhere": ["good", "You are signed out in every browser."],
  verified: ["good", "Thank you. Your email address is confirmed."],
  disowned: ["good", "Thank you. That account is deleted, and your address is free again."],
  "verification-sent": ["good", "We sent you a new link. It works for 24 hours."],
  "verification-limit": ["bad", "We already sent you several links. Check your inbox, or try again in an hour."],
  "name-saved": ["good", "Your name was saved."],
  "password-changed": ["good", "Your new password is set. All other browsers were signed out."],
  "password-reset": ["good", "Your new password is set. Sign in with it."],
  "key-revoked": ["good", "The API key was revoked. It no longer works."],
  "passkey-added": ["good", "The passkey is added. Next time, sign in with it."],
  "passkey-refused": ["bad", "Your device did not prove that it has the passkey. Try again."],
  "passkey-too-many": ["bad", "You have as many passkeys as fit. Remove one that you no longer use."],
  "passkey-removed": ["good", "The passkey is removed. It no longer signs you in."],
  "two-factor-known": ["good", "Codes are on already."],
  "two-factor-off": ["good", "Codes are off. A password or an email is enough to sign in."],
  "provider-connected": ["good", "Connected. Next time, it signs you in."],
  "provider-taken": ["bad", "Another account here is connected to that person, so nothing was changed."],
  "provider-another": ["bad", "You are connected to somebody else there. Disconnect that first."],
  "provider-refused": ["bad", "What came back could not be used, so nothing was changed."],
  "provider-disconnected": ["good", "Disconnected. It no longer signs you in."],
  "session-ended": ["good", "That browser is signed out."],
  "app-disconnected": ["good", "The app is disconnected. It can no longer act for you."],
  "verify-first": ["bad", "Confirm your email address first. The account page can send you a new link."],
  "own-review": ["bad", "This is your own listing. Reviews come from other people."],
  "review-sent": ["good", "Thank you. We will publish your review once we have read it."],
  "review-removed": ["good", "Your review was removed."],
  "answer-sent": ["good", "Thank you. We will publish your answer once we have read it."],
  "answer-removed": ["good", "Your answer was removed."],
  "answer-published": ["good", "The answer is published. The reviewer gets an email, unless they got one before."],
  "answer-rejected": ["good", "The answer is rejected. It is hidden."],
  "review-published": ["good", "The review is published."],
  "review-rejected": ["good", "The review is rejected. It is hidden and does not count."],
  "version-back": ["good", "The old version was restored. To undo this, restore the version before it."],
  "version-same": ["good", "The listing already has this content, so nothing changed."],
  "listing-changed": ["bad", "Somebody else changed the listing meanwhile. Check it again, then decide."],
  "claim-proven": ["good", "Thank you. We have your proof."],
  "claim-decided": ["good", "The claim is decided. Both sides get an email."],
  invited: ["good", "You accepted the invitation. You can edit the listing with its other founders."],
  "sample-sent": ["good", "The email is on its way to you."],
  "order-canceled": ["good", "The order is canceled."],
  "starts-monday": ["good", "Your launch starts on Monday now. The price is the same."],
  "week-chosen": ["good", "Your order is for that week now. Its place is held once you begin to pay."],
  "coupon-applied": ["good", "The coupon is applied. The price below is after its discount."],
  "coupon-removed": ["good", "The coupon is removed. The full price applies."],
  "coupon-added": ["good", "The coupon is made. It works from its start on, or at once."],
  "coupon-paused": ["good", "The coupon is paused. Orders that are being paid keep it."],
  "coupon-resumed": ["good", "The coupon works again."],
  "statement-read": ["good", "The statement is read. Below is what it says that is new."],
  "statement-known": ["good", "Every payment of this statement was known, so nothing changed."],
  "transfers-paid": ["good", "Marked as paid. The buyers get an email, and what they bought follows within minutes."],
  "lines-aside": ["good", "Set aside. These payments are not shown again."],
  "order-given": ["good", "Given. Its owner got an email."],
  "money-back": ["good", "Your money is on its way back. We email you when it is sent."],
  "held-week": ["good", "Thank you. Your order is for that week now."],
  "order-changed": ["good", "The order was updated."],
  "details-saved": ["good", "Saved. The invoice will have these details."],
  "correction-asked": ["good", "We got your request. We will email you the corrected invoice, or why it stays."],
  "rate-saved": ["good", "Saved. Prices that are made from that day on have the rate."],
  "product-saved": ["good", "Saved. It applies to new orders; existing orders keep their price."],
  "page-saved": ["good", "The page is saved. Visitors see it now."],
  "page-standard": ["good", "The page shows the standard text again."],
  "draft-saved": ["good", "Your changes are saved."],
  undone: ["good", "Undone."],
  "undo-over": ["bad", "That can no longer be undone. The history of a listing keeps its old versions."],
  "undo-failed": ["bad", "This could not be undone, because other things changed meanwhile."],
  "draft-kept": ["good", "Your page is saved. Change anything, then choose a week."],
  "draft-known": ["good", "You already have a draft of this website. Here it is."],
  "invite-sent": ["good", "The invitation was sent. It works for 14 days."],
  "listing-known": ["good", "You already have a listing of this website. Here it is."],
  "listing-saved": ["good", "Saved as a listing. It is not public yet: choose how it launches."],
  "free-chosen": ["good", "Your launch week is reserved. Put the badge on your homepage now."],
  "badge-found": ["good", "The badge is on your homepage."],
  "badge-missing": ["bad", "We checked your homepage and did not find the badge. Below is what we saw."],
  "suggestion-accepted": ["good", "Your listing says what your website says now."],
  "suggestion-kept": ["good", "Your listing stays as it is. We won't suggest the same again."],
  "suggestion-gone": ["bad", "This was decided already, or the website changed again."],
  "check-every-saved": ["good", "Saved. We read your website as often as you chose."],
  "listing-edited": ["good", "Your changes are saved."],
  "update-posted": ["good", "Your update was posted."],
  "milestone-saved": ["good", "The milestone was saved."],
  "milestone-deleted": ["good", "The milestone was deleted."],
  "pictures-saved": ["good", "Your pictures are saved."],
  "story-saved": ["good", "Your story is saved."],
  "interview-saved": ["good", "Your answers are saved."],
  "mails-stopped": ["good", "You are unsubscribed. You can follow a listing again on its page."],
  "search-saved": ["good", "Saved. We email you when something new fits, at most once a day."],
  "search-too-many": ["bad", "You have saved as many searches as fit. Delete one that you no longer need."],
  "search-empty": ["bad", "Type words or choose a filter first. Everything new is in the feed of all launches."],
  "search-pause": ["good", "Paused. You get no emails about it until you resume it."],
  "search-resume": ["good", "Resumed. We email you about what is new from now on."],
  "search-delete": ["good", "The saved search is deleted."],
  "account-deleted": ["good", "Your account is deleted."],
  "wait-asked": ["good", "Check your email. The link in it works for 48 hours."],
  "wait-on": ["good", "You are on the list. We email you once, when it launches."],
  "wait-off": ["good", "You are off the list."],
  "listing-in-review": ["good", "The listing is hidden while under review. Its team got an email."],
  "listing-approved": ["good", "The listing is approved and has its previous status again. Its team got an email."],
  "listing-rejected": ["good", "The listing is rejected. Its team got an email with the reason."],
  "listing-suspended": ["good", "The listing is suspended. Its team got an email with the reason."],
  "listing-restored": ["good", "The listing has its previous status again. Its team got an email."],
  "listing-merged": [
    "good",
    "The listings were merged with their votes, followers and reviews. This address redirects to the other.",
  ],
  "listing-picked": ["good", "The listing is a pick. The home page shows it in that week."],
  "listing-unpicked": ["good", "The listing is no longer a pick of that week."],
  "revenue-saved": ["good", "The figure is saved. It counts on the revenue board for 35 days."],
  "revenue-dropped": ["good", "The figure is removed from the revenue board."],
  "attributes-saved": ["good", "Saved. Comparisons show these words."],
  "alternatives-saved": ["good", "Saved. These alternatives come first, in this order."],
  "alternative-approved": ["good", "Approved. It is now one of the alternatives of the listing."],
  "alternative-declined": ["good", "Declined. It will not be suggested again."],
  "vote-restored": ["good", "The vote counts, whatever the checks say."],
  "vote-dropped": ["good", "The vote no longer counts."],
  "vote-rechecked": ["good", "The checks decide about this vote again."],
  "week-saved": ["good", "The places of the week are saved."],
  "category-saved": ["good", "The category is saved."],
  "question-saved": ["good", "The question is saved."],
  "post-published": ["good", "The post is published."],
  "post-scheduled": ["good", "The post is scheduled. It will be published at that time."],
  "post-drafted": ["good", "Saved as a draft. It is not public."],
  "site-saved": ["good", "Saved. It applies everywhere from now on."],
  "site-reset": ["good", "Everything is as the program and its environment have it again."],
  "step-aside": ["good", "The step is set aside. It stays in your first steps."],
  "step-back": ["good", "The step is back on your list."],
  "demo-going": ["good", "The demo is being removed. That takes a moment."],
  "picture-used": ["bad", "A post or the site shows this picture. Take it out there first."],
  "upload-used": ["bad", "A draft or a listing shows this picture. Take it out there first."],
  "logo-saved": ["good", "Your logo is saved."],
  "face-saved": ["good", "The portrait is saved."],
  "picture-removed": ["good", "The picture is deleted."],
  "job-retried": ["good", "The job runs as soon as there is room."],
  "job-deleted": ["good", "The job is deleted."],
  "account-verified": ["good", "The email address is confirmed."],
  "account-suspended": ["good", "The account is suspended and signed out everywhere. Its votes do not count."],
  "account-restored": ["good", "The suspension is lifted."],
  "account-made-admin": ["good", "This person is now an admin."],
  "account-no-admin": ["good", "This person is no longer an admin."],
  "account-factors-reset": ["good", "Every second factor is removed. This person got an email, and signs in again."],
  "account-signed-out": ["good", "This person is signed out in every browser."],
  "account-disconnected": ["good", "No app acts for this person now, and no provider signs them in."],
  "last-admin": ["bad", "This is the only admin. Make somebody else an admin first."],
  "admin-unfit": ["bad", "Only an active account with a confirmed address can become an admin."],
  "backup-made": ["good", "The backup was made and checked."],
  "endpoint-saved": ["good", "Saved. It applies to events from now on."],
  "endpoint-on": ["good", "The endpoint is on. It gets events from now on."],
  "endpoint-off": ["good", "The endpoint is off. What was waiting for it failed, and can be replayed."],
  "endpoint-removed": ["good", "The endpoint and its deliveries are deleted."],
  "webhook-sent": ["good", "On its way. What the endpoint answers appears below by itself."],
  "webhook-nothing": ["bad", "There was nothing to send again."],
  "webhook-off": ["bad", "The endpoint is off. Switch it on first."],
  "calendar-removed": ["good", "The address of your calendar no longer works."],
  "launch-moved": ["good", "Your launch is in that week now. Whoever waits for it is told within minutes."],
  "list-joined": ["good", "You are in line. When a place comes free for you, you get an email."],
  "list-left": ["good", "You are no longer in that line."],
  "reminders-saved": ["good", "Your reminders are saved."],
  "badge-shown": ["good", "Your page says how many people saw your badge, once there are five of them in a week."],
  "badge-not-shown": ["good", "Your page no longer says how many people saw your badge."],
  gone: ["bad", "That no longer exists, so nothing changed."],
} as const satisfies Record<string, readonly ["good" | "bad", string]>;

export type Notice = keyof typeof NOTICES;

/** The result of restoring an old version of a listing. */
export const VERSION_OUTCOMES = {
  done: "version-back",
  same: "version-same",
  changed: "listing-changed",
} as const satisfies Record<string, Notice>;

export const noticeText = (code: Notice): string => NOTICES[code][1];

/** With `undo` and `csrf`, the message has an undo button. */
export function noticeOf(code: unknown, undo: unknown, csrf: string | undefined): Html | undefined {
  if (typeof code !== "string" || !Object.hasOwn(NOTICES, code)) return undefined;
  const [tone, text] = NOTICES[code as Notice];
  if (typeof undo !== "string" || csrf === undefined)
    return html`<div class="notice ${tone}" role="status">${text}</div>`;
  return html`<div class="notice ${tone} row between"><span role="status">${text}</span>
<form method="post" action="/account/undo"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="undo" value="${undo}"><button class="quiet slim">Undo</button></form></div>`;
}

/** The passkey that a page offers once, after a sign-in. A script shows it where the browser can make one. */
export const offerOf = (code: unknown, isSignedIn: boolean): Html | false =>
  code === "passkey" &&
  isSignedIn &&
  html`<div class="notice row between" role="region" aria-label="Offer" data-passkey-offer hidden><span>Next time, sign in with your fingerprint, your face or your PIN.</span>
<span class="row"><a class="button slim" href="/account/passkeys">Add a passkey</a> <button type="button" class="quiet slim">Not now</button></span></div>`;

/** A local path whose page offers a passkey. */
export function withOffer(path: string): string {
  const [before = "", fragment] = path.split("#");
  return `${before}${before.includes("?") ? "&" : "?"}offer=passkey${fragment ? `#${fragment}` : ""}`;
}

/** A local path with a message for its page, and what the page can undo. */
export function withNotice(path: string, notice: Notice, undo?: string): string {
  const [before = "", fragment] = path.split("#");
  const query = `notice=${notice}${undo ? `&undo=${undo}` : ""}`;
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment ? `#${fragment}` : ""}`;
}
