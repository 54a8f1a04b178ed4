import { momentWords } from "../domain/time/date-words.ts";
import { compose, type Message } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

/** What can happen to the second factor of an account. */
export const FACTOR_NEWS = ["on", "off", "codes", "code-used", "guessed", "reset"] as const;
export type FactorNews = (typeof FACTOR_NEWS)[number];
/** `left` counts the recovery codes that still work. */
type Facts = { name: string | null; at: Date; left: number };

const NOT_YOU = "If this was not you, choose a new password and check your account page.";

const TEXTS: Record<
  FactorNews,
  (facts: { on: string; left: number; site: MailSite }) => readonly [subject: string, ...string[]]
> = {
  on: ({ on }) => [
    "Two-factor codes are on",
    `Since ${on}, signing in requires a code from your app. All other browsers were signed out. ` +
      "Keep your recovery codes somewhere you can reach without your phone.",
    NOT_YOU,
  ],
  off: ({ on }) => [
    "Two-factor codes are off",
    `Since ${on}, signing in no longer requires a code from your app. Your recovery codes no longer work.`,
    NOT_YOU,
  ],
  codes: ({ on }) => [
    "New recovery codes",
    `New recovery codes were created on ${on}. The old ones no longer work.`,
    NOT_YOU,
  ],
  "code-used": ({ on, left }) => [
    "A recovery code was used",
    `Someone signed in with one of your recovery codes on ${on}. ${
      left === 0 ? "None are left: create new ones." : `You have ${left} left.`
    }`,
    NOT_YOU,
  ],
  guessed: ({ on }) => [
    "Someone is trying to sign in as you",
    `Someone entered many wrong app codes, most recently on ${on}. They know your password or can read your email. ` +
      "For an hour, we accept no more app codes; recovery codes and passkeys still work.",
    "If this was not you, choose a new password now.",
  ],
  reset: ({ on, site }) => [
    "Your second factor was removed",
    `The site team removed your passkeys, authenticator app and recovery codes on ${on} and signed you out everywhere. ` +
      "Sign in with your password or by email, and set up a new second factor.",
    orAnswer(site, "If you did not ask for this,"),
  ],
};

/** News about a second factor, for its owner. */
export function factorMessage(site: MailSite, what: FactorNews, { name, at, left }: Facts): Message {
  const [subject, ...lines] = TEXTS[what]({ on: momentWords(at), left, site });
  return compose({
    subject: `${subject} on ${site.SITE_NAME}`,
    before: [greeting(name), ...lines],
    action: { label: "Review sign-in settings", url: `${site.BASE_URL}/account/two-factor` },
    why: hasAccount(site),
    site: siteOf(site),
  });
}
