import { type Html, html } from "./html.ts";

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
  "review-decided": ["good", "Done."],
  "version-back": ["good", "The old version is back. To undo it, put back the version before."],
  "version-same": ["good", "The listing says this already, so nothing changed."],
  "listing-changed": ["bad", "Somebody edited the listing meanwhile. Look at it again before you put a version back."],
  "claim-proven": ["good", "Thank you. The proof is in."],
  "claim-decided": ["good", "Done. Both sides get a mail."],
  invited: ["good", "You accepted the invitation. You can edit the listing with its other founders."],
  "order-canceled": ["good", "The order is canceled."],
  "order-changed": ["good", "Done. The order below is as it stands now."],
  "product-saved": ["good", "Saved. New orders have it; orders that are made keep their price."],
  gone: ["bad", "That is no longer there, so there was nothing to do."],
} as const satisfies Record<string, readonly ["good" | "bad", string]>;

export type Notice = keyof typeof NOTICES;

export const noticeText = (code: Notice): string => NOTICES[code][1];

export function noticeOf(code: unknown): Html | undefined {
  if (typeof code !== "string" || !Object.hasOwn(NOTICES, code)) return undefined;
  const [tone, text] = NOTICES[code as Notice];
  return html`<div class="notice ${tone}" role="status">${text}</div>`;
}

/** A local path with a message for the page behind it. */
export function withNotice(path: string, notice: Notice): string {
  const [before = "", fragment] = path.split("#");
  return `${before}${before.includes("?") ? "&" : "?"}notice=${notice}${fragment ? `#${fragment}` : ""}`;
}
