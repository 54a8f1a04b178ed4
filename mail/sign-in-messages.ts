import { momentText } from "#domain/time/date-words.ts";
import { plural, t, type Words } from "#languages/words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, ifNotAsked, type MailSite } from "./messages.ts";

type PasskeyNews = { name: string | null; passkey: string; at: Date };

export const passkeyAddedMessage = (site: MailSite, { name, passkey, at }: PasskeyNews): Message =>
  compose(site, {
    subject: t`New passkey on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`A passkey was added to your account on ${momentText(at)}: ${oneLine(passkey)}. It signs you in without a password.`,
      t`If this was not you, remove it on your account page and choose a new password.`,
    ],
    action: { label: t`View passkeys`, url: `${site.BASE_URL}/account/passkeys` },
    why: hasAccount(site),
  });

export const passkeyRemovedMessage = (site: MailSite, { name, passkey, at }: PasskeyNews): Message =>
  compose(site, {
    subject: t`Passkey removed on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`A passkey was removed from your account on ${momentText(at)}: ${oneLine(passkey)}. It no longer signs you in.`,
    ],
    action: { label: t`View passkeys`, url: `${site.BASE_URL}/account/passkeys` },
    why: hasAccount(site),
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
  compose(site, {
    subject: t`${code} is your sign-in code for ${site.SITE_NAME}`,
    before: [
      greeting(name),
      ...(isNew ? [t`This address has no account on ${site.SITE_NAME} yet. The code creates one.`] : []),
      t`Enter this code in the browser where you asked for it:\n${code}`,
      t`Or follow this link, on any device:`,
    ],
    action: {
      label: isNew ? t`Create my account` : t`Sign in`,
      url: `${site.BASE_URL}/sign-in/link?${new URLSearchParams({ token, return_to: returnTo })}`,
      expiresAt,
    },
    after: [
      t`Both work once, within 15 minutes. If this was not you, ignore this email. Do not share the code with anyone.`,
    ],
  });

type ProviderNews = { name: string | null; provider: string; identity: string; at: Date };

export const providerConnectedMessage = (site: MailSite, { name, provider, identity, at }: ProviderNews): Message =>
  compose(site, {
    subject: t`${oneLine(provider)} connected to your account on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`${oneLine(provider)} was connected to your account on ${momentText(at)}, as ${oneLine(identity)}. Anyone who can sign in to that account can sign in here as you.`,
      t`If this was not you, disconnect it on your account page and sign out everywhere.`,
    ],
    action: { label: t`View connected accounts`, url: `${site.BASE_URL}/account/providers` },
    why: hasAccount(site),
  });

export const providerDisconnectedMessage = (site: MailSite, { name, provider, identity, at }: ProviderNews): Message =>
  compose(site, {
    subject: t`${oneLine(provider)} disconnected from your account on ${site.SITE_NAME}`,
    before: [
      greeting(name),
      t`${oneLine(provider)} was disconnected from your account on ${momentText(at)}. It was connected as ${oneLine(identity)}.`,
      t`You can still sign in by email.`,
    ],
    action: { label: t`View connected accounts`, url: `${site.BASE_URL}/account/providers` },
    why: hasAccount(site),
  });

export const FACTOR_NEWS = ["on", "off", "codes", "code-used", "guessed", "reset"] as const;
export type FactorNews = (typeof FACTOR_NEWS)[number];
/** `left` counts the recovery codes that still work. */
type Facts = { name: string | null; at: Date; left: number };

const NOT_YOU = t`If this was not you, choose a new password and check your account page.`;

const TEXTS: Record<
  FactorNews,
  (facts: { on: Words; left: number; site: MailSite }) => readonly [subject: (site: string) => Words, ...Words[]]
> = {
  on: ({ on }) => [
    (site) => t`Two-factor codes are on for ${site}`,
    t`Since ${on}, signing in requires a code from your app. All other browsers were signed out. Keep your recovery codes somewhere you can reach without your phone.`,
    NOT_YOU,
  ],
  off: ({ on }) => [
    (site) => t`Two-factor codes are off for ${site}`,
    t`Since ${on}, signing in no longer requires a code from your app. Your recovery codes no longer work.`,
    NOT_YOU,
  ],
  codes: ({ on }) => [
    (site) => t`New recovery codes for ${site}`,
    t`New recovery codes were created on ${on}. The old ones no longer work.`,
    NOT_YOU,
  ],
  "code-used": ({ on, left }) => [
    (site) => t`A recovery code was used on ${site}`,
    left === 0
      ? t`Someone signed in with one of your recovery codes on ${on}. None are left: create new ones.`
      : t`Someone signed in with one of your recovery codes on ${on}. You have ${plural(left, "recovery code")} left.`,
    NOT_YOU,
  ],
  guessed: ({ on }) => [
    (site) => t`Someone is trying to sign in as you on ${site}`,
    t`Someone entered many wrong app codes, most recently on ${on}. They know your password or can read your email. For an hour, we accept no more app codes; recovery codes and passkeys still work.`,
    t`If this was not you, choose a new password now.`,
  ],
  reset: ({ on, site }) => [
    (site) => t`Your second factor was removed on ${site}`,
    t`The site team removed your passkeys, authenticator app and recovery codes on ${on} and signed you out everywhere. Sign in with your password or by email, and set up a new second factor.`,
    ifNotAsked(site),
  ],
};

export function factorMessage(site: MailSite, what: FactorNews, { name, at, left }: Facts): Message {
  const [subject, ...lines] = TEXTS[what]({ on: momentText(at), left, site });
  return compose(site, {
    subject: subject(site.SITE_NAME),
    before: [greeting(name), ...lines],
    action: { label: t`Review sign-in settings`, url: `${site.BASE_URL}/account/two-factor` },
    why: hasAccount(site),
  });
}
