import { momentWords } from "../domain/time/date-words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, orAnswer, siteOf } from "./messages.ts";

type PasskeyNews = { name: string | null; passkey: string; at: Date };

export const passkeyAddedMessage = (site: MailSite, { name, passkey, at }: PasskeyNews): Message =>
  compose({
    subject: `A new passkey for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `A passkey was added to your account on ${momentWords(at)}: ${oneLine(passkey)}. It signs you in without a password.`,
      "If this was not you, remove it on your account page and choose a new password.",
    ],
    action: { label: "See your passkeys", url: `${site.BASE_URL}/account/passkeys` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const passkeyRemovedMessage = (site: MailSite, { name, passkey, at }: PasskeyNews): Message =>
  compose({
    subject: `A passkey for ${site.SITE_NAME} was removed`,
    before: [
      greeting(name),
      `A passkey was removed from your account on ${momentWords(at)}: ${oneLine(passkey)}. It no longer signs you in.`,
    ],
    action: { label: "See your passkeys", url: `${site.BASE_URL}/account/passkeys` },
    why: hasAccount(site),
    site: siteOf(site),
  });

/** `isNew` if the address has no account yet: the code creates one. */
type SignInNews = {
  name: string | null;
  isNew: boolean;
  code: string;
  token: string;
  returnTo: string;
  expiresAt: Date;
};

/** A link that works anywhere, and a code for the browser that asked. */
export const signInMessage = (site: MailSite, { name, isNew, code, token, returnTo, expiresAt }: SignInNews): Message =>
  compose({
    subject: `${code} signs you in to ${site.SITE_NAME}`,
    before: [
      greeting(name),
      ...(isNew ? [`This address has no account on ${site.SITE_NAME} yet. The code creates one.`] : []),
      `Enter this code where you asked for it:\n${code}`,
      "Or follow this link, on any device:",
    ],
    action: {
      label: isNew ? "Create my account" : "Sign in",
      url: `${site.BASE_URL}/sign-in/link?${new URLSearchParams({ token, return_to: returnTo })}`,
      expiresAt,
    },
    after: [
      "Both work once, for 15 minutes. If you did not ask for them, ignore this email and share the code with no one.",
    ],
    site: siteOf(site),
  });

type ProviderNews = { name: string | null; provider: string; identity: string; at: Date };

export const providerConnectedMessage = (site: MailSite, { name, provider, identity, at }: ProviderNews): Message =>
  compose({
    subject: `${oneLine(provider)} now signs you in to ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `${oneLine(provider)} was connected to your account on ${momentWords(at)}, as ${oneLine(identity)}. ` +
        "Anyone who can sign in there as that person can sign in here as you.",
      "If this was not you, disconnect it on your account page, and sign out everywhere.",
    ],
    action: { label: "View connected accounts", url: `${site.BASE_URL}/account/providers` },
    why: hasAccount(site),
    site: siteOf(site),
  });

export const providerDisconnectedMessage = (site: MailSite, { name, provider, identity, at }: ProviderNews): Message =>
  compose({
    subject: `${oneLine(provider)} no longer signs you in to ${site.SITE_NAME}`,
    before: [
      greeting(name),
      `${oneLine(provider)} was disconnected from your account on ${momentWords(at)}. It was connected as ${oneLine(identity)}.`,
      "You can still sign in by email.",
    ],
    action: { label: "View connected accounts", url: `${site.BASE_URL}/account/providers` },
    why: hasAccount(site),
    site: siteOf(site),
  });

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
