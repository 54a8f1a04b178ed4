import { type Html, html } from "../../core/html.ts";

/** Messages for the page after a form was sent. The address carries the code, so nobody can put words on our pages. */
const NOTICES = {
  welcome: ["good", "Welcome. Your account is ready."],
  "signed-out": ["good", "You are signed out."],
  "signed-out-everywhere": ["good", "You are signed out in every browser."],
  verified: ["good", "Thank you. Your mail address is confirmed."],
  "verification-sent": ["good", "We sent you a new link. It works for 24 hours."],
  "verification-limit": ["bad", "We sent you several links already. Look for them, or try again in an hour."],
  "name-saved": ["good", "Your name is saved."],
  "password-changed": ["good", "Your new password is set. All other browsers were signed out."],
  "password-reset": ["good", "Your new password is set. Sign in with it."],
  "key-revoked": ["good", "The API key is revoked. Nothing can use it any more."],
  "app-disconnected": ["good", "The app is disconnected. It can no longer act for you."],
  "verify-first": ["bad", "Confirm your mail address first. The account page can send you a new link."],
  "own-review": ["bad", "This is your own listing. Reviews come from other people."],
  "review-sent": ["good", "Thank you. Your review shows once somebody has looked at it."],
  "review-removed": ["good", "Your review is removed."],
  "review-published": ["good", "The review is published."],
  "review-rejected": ["good", "The review is rejected. It does not show and does not count."],
  "version-back": ["good", "The old version is back. To undo it, put back the version before."],
  "version-same": ["good", "The listing says this already, so nothing changed."],
  "listing-changed": ["bad", "Somebody changed the listing meanwhile. Look at it again, then decide."],
  "claim-proven": ["good", "Thank you. The proof is in."],
  "claim-decided": ["good", "Done. Both sides get a mail."],
  invited: ["good", "You accepted the invitation. You can edit the listing with its other founders."],
  "order-canceled": ["good", "The order is canceled."],
  "order-changed": ["good", "Done. The order below is as it stands now."],
  "product-saved": ["good", "Saved. New orders have it; orders that are made keep their price."],
  "draft-saved": ["good", "Your changes are saved."],
  undone: ["good", "Undone. It is as it was before."],
  "undo-over": ["bad", "That can no longer be undone. The history of a listing keeps its old versions."],
  "undo-failed": ["bad", "It could not be put back, because other things changed meanwhile."],
  "draft-known": ["good", "You have a draft of this website already. Here it is."],
  "draft-written": ["good", "We wrote it again from your site."],
  "draft-written-same": ["good", "We wrote it again, and the words are the same."],
  "draft-written-none": ["bad", "We looked again and found nothing about it on your site. Write it yourself."],
  "invite-sent": ["good", "The invitation is on its way. It works for 14 days."],
  "listing-known": ["good", "This website is a listing of yours already. Here it is."],
  "listing-saved": ["good", "Saved as a listing. Nobody sees it yet: choose how it launches."],
  "free-chosen": ["good", "Your launch week is reserved. Put the badge on your homepage now."],
  "badge-check": ["good", "Checking your homepage. Reload this page in a few seconds."],
  "badge-found": ["good", "The badge is on your homepage."],
  "badge-missing": ["bad", "We checked your homepage and did not find the badge. Below is what we saw."],
  "listing-edited": ["good", "Your changes are saved."],
  "update-posted": ["good", "Your update is posted."],
  "milestone-saved": ["good", "The milestone is saved."],
  "milestone-deleted": ["good", "The milestone is deleted."],
  "pictures-saved": ["good", "Your pictures are saved."],
  "story-saved": ["good", "Your story is saved."],
  "interview-saved": ["good", "Your answers are saved."],
  "mails-stopped": ["good", "Done. Follow a listing again on its page whenever you like."],
  "account-deleted": ["good", "Your account is deleted."],
  "listing-in-review": ["good", "The listing is out of sight and waits for a decision. Its team got a mail."],
  "listing-approved": ["good", "The listing is approved and goes on where it stood. Its team got a mail."],
  "listing-rejected": ["good", "The listing is rejected. Its team got a mail with the reason."],
  "listing-suspended": ["good", "The listing is suspended. Its team got a mail with the reason."],
  "listing-restored": ["good", "The listing is back where it stood. Its team got a mail."],
  "listing-merged": ["good", "Merged. Votes, followers and reviews are united, and this address leads to the other."],
  "listing-picked": ["good", "Picked. The listing shows on the start page in that week."],
  "listing-unpicked": ["good", "Taken back. The listing is no pick of that week any more."],
  "revenue-saved": ["good", "The figure is saved. It counts on the revenue board for 35 days."],
  "revenue-dropped": ["good", "The figure is removed from the revenue board."],
  "attributes-saved": ["good", "Saved. Comparisons show these words."],
  "alternatives-saved": ["good", "Saved. These alternatives stand first, in this order."],
  "alternative-approved": ["good", "Approved. It stands among the alternatives of the listing now."],
  "alternative-declined": ["good", "Declined. It will not be asked again."],
  "vote-restored": ["good", "The vote counts now, whatever the checks say."],
  "vote-dropped": ["good", "The vote is kept and does not count any more."],
  "vote-rechecked": ["good", "The checks decide about this vote again."],
  "week-saved": ["good", "The places of the week are saved."],
  "category-saved": ["good", "The category is saved."],
  "question-saved": ["good", "The question is saved."],
  "post-published": ["good", "The post is published."],
  "post-scheduled": ["good", "The post is scheduled. It shows when its time comes."],
  "post-drafted": ["good", "Saved as a draft. Nobody else sees it."],
  "job-retried": ["good", "The job runs as soon as there is room."],
  "job-deleted": ["good", "The job is deleted."],
  "account-verified": ["good", "The address counts as confirmed now."],
  "account-suspended": ["good", "The account is suspended and signed out everywhere. Its votes do not count."],
  "account-restored": ["good", "The suspension is lifted."],
  "account-made-admin": ["good", "This person is an admin now."],
  "account-no-admin": ["good", "This person is no longer an admin."],
  "account-signed-out": ["good", "This person is signed out in every browser."],
  "last-admin": ["bad", "This is the only admin. Make somebody else an admin first."],
  "admin-unfit": ["bad", "Only an active account with a confirmed address can become an admin."],
  "backup-made": ["good", "The backup is made and checked."],
  gone: ["bad", "That is no longer there, so there was nothing to do."],
} as const satisfies Record<string, readonly ["good" | "bad", string]>;

export type Notice = keyof typeof NOTICES;

/** What became of putting an old version of a listing back. */
export const VERSION_OUTCOMES = {
  done: "version-back",
  same: "version-same",
  changed: "listing-changed",
} as const satisfies Record<string, Notice>;

export const noticeText = (code: Notice): string => NOTICES[code][1];

/** `undo` and `csrf` make a button of it that takes back what was done. */
export function noticeOf(code: unknown, undo: unknown, csrf: string | undefined): Html | undefined {
  if (typeof code !== "string" || !Object.hasOwn(NOTICES, code)) return undefined;
  const [tone, text] = NOTICES[code as Notice];
  if (typeof undo !== "string" || csrf === undefined)
    return html`<div class="notice ${tone}" role="status">${text}</div>`;
  return html`<div class="notice ${tone} row between"><span role="status">${text}</span>
<form method="post" action="/account/undo"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="undo" value="${undo}"><button class="quiet slim">Undo</button></form></div>`;
}

/** A local path with a message for the page behind it, and what the page can undo. */
export function withNotice(path: string, notice: Notice, undo?: string): string {
  const [before = "", fragment] = path.split("#");
  const query = `notice=${notice}${undo ? `&undo=${undo}` : ""}`;
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment ? `#${fragment}` : ""}`;
}
