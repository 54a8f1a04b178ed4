import { momentWords } from "../domain/time/date-words.ts";
import { compose, type Message } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

/** What can happen to the second factor of an account. */
export const FACTOR_NEWS = ["on", "off", "codes", "code-used", "guessed", "reset"] as const;
export type FactorNews = (typeof FACTOR_NEWS)[number];
/** `left` counts the recovery codes that still work. */
type Facts = { name: string | null; at: Date; left: number };

const NOT_YOU = "If this was not you, choose a new password, and look at your account page.";

const TEXTS: Record<
  FactorNews,
  (facts: { on: string; left: number; site: MailSite }) => readonly [subject: string, ...string[]]
> = {
  on: ({ on }) => [
    "Two-factor codes are on",
    `Codes from your app are needed to sign in since ${on}. Every other browser was signed out. Keep your recovery codes where you find them without your phone.`,
    NOT_YOU,
  ],
  off: ({ on }) => [
    "Two-factor codes are off",
    `Since ${on}, no code from your app is needed to sign in. Your recovery codes no longer work.`,
    NOT_YOU,
  ],
  codes: ({ on }) => [
    "New recovery codes",
    `You got new recovery codes on ${on}. The old ones no longer work.`,
    NOT_YOU,
  ],
  "code-used": ({ on, left }) => [
    "A recovery code was used",
    `Somebody signed in with one of your recovery codes on ${on}. ${left === 0 ? "None is left: get new ones." : `You have ${left} left.`}`,
    NOT_YOU,
  ],
  guessed: ({ on }) => [
    "Somebody tries to sign in as you",
    `Until ${on}, somebody entered many wrong codes of your app. They knew your password, or could read your email. For an hour, no more codes are taken; recovery codes and passkeys still work.`,
    "If this was not you, choose a new password now.",
  ],
  reset: ({ on, site }) => [
    "Your second factor was removed",
    `The people who run this site removed your passkeys, your app and your recovery codes on ${on}, and signed you out everywhere. Sign in with your password or by email, and set up a new second factor.`,
    orAnswer(site, "If you did not ask for this,"),
  ],
};

/** News about a second factor, for its owner. */
export function factorMessage(site: MailSite, what: FactorNews, { name, at, left }: Facts): Message {
  const [subject, ...lines] = TEXTS[what]({ on: momentWords(at), left, site });
  return compose({
    subject: `${subject} at ${site.SITE_NAME}`,
    before: [greeting(name), ...lines],
    action: { label: "See how you sign in", url: `${site.BASE_URL}/account/two-factor` },
    why: hasAccount(site),
    site: siteOf(site),
  });
}
