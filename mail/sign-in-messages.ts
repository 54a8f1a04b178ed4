import { momentWords } from "../domain/time/date-words.ts";
import { compose, type Message, oneLine } from "./compose.ts";
import { greeting, hasAccount, type MailSite, siteOf } from "./messages.ts";

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
