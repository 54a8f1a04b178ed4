import type { Identity, SignInProviders } from "#core/sign-in-providers/provider.ts";
import { needsSecondFactor } from "#domain/accounts/second-factor.ts";
import { given } from "#domain/text/given.ts";
import { cleanLine, excerpt } from "#domain/text/text.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { providerConnectedMessage, providerDisconnectedMessage } from "#mail/sign-in-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { LinkedIdentity } from "#store/repos/accounts/identities.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { checkEmail, NAME_MAX } from "./new-account.ts";
import { takeOver } from "./sign-in-link.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "wakeJobs" | "signInProviders" | "languages">;
/** Limit in OpenID Connect. */
const MAX_SUBJECT = 255;

/** The issuer's provider name, or its host if the provider was removed from the settings. */
export function providerLabel(issuer: string, providers: SignInProviders): string {
  const isIt = (known: string) => URL.parse(known)?.href === URL.parse(issuer)?.href;
  return [...providers.values()].find((provider) => isIt(provider.issuer))?.label ?? new URL(issuer).hostname;
}

export const identityName = ({ email, subject }: Pick<LinkedIdentity, "email" | "subject">): string => email ?? subject;

const isUsable = ({ subject }: Identity): boolean => subject.trim() !== "" && subject.length <= MAX_SUBJECT;

const provenEmail = ({ email, isEmailVerified }: Identity): string | undefined =>
  email !== null && isEmailVerified && checkEmail(email) === undefined ? email : undefined;

const shownEmail = ({ email }: Identity): string | null =>
  email !== null && checkEmail(email) === undefined ? email : null;

export type IdentityRefusal = "refused" | "unverified" | "suspended" | "connect-first";
export type IdentitySignIn = { account: Account; refusal?: undefined } | { refusal: IdentityRefusal };

/**
 * The account of an identity. At first, a verified email finds or creates it; later only issuer and
 * subject count. The caller starts the session.
 */
export async function signInWithIdentity(
  identity: Identity,
  { isKnown, language }: { isKnown: (account: Account) => Promise<boolean>; language: string | null },
  deps: Needs,
): Promise<IdentitySignIn> {
  const { store, now } = deps;
  if (!isUsable(identity)) return { refusal: "refused" };
  const email = provenEmail(identity);
  const found = email === undefined ? undefined : await store.accounts.findByEmail(email);
  const isOwn = found !== undefined && (await isKnown(found));
  const outcome = await store.change(async (tx): Promise<IdentitySignIn> => {
    const linked = await tx.identities.find(identity);
    if (linked) {
      await tx.identities.used(identity, shownEmail(identity), now());
      return mayEnter(given(await tx.accounts.find(linked.accountId)));
    }
    if (email === undefined) return { refusal: "unverified" };
    const owner = await tx.accounts.findByEmail(email);
    return owner ? linkByEmail(tx, owner, identity, isOwn, deps) : makeAccount(tx, { email, language }, identity, deps);
  });
  deps.wakeJobs();
  return outcome;
}

const mayEnter = (account: Account): IdentitySignIn =>
  account.status === "active" ? { account } : { refusal: "suspended" };

/** For apps, which cannot ask for a second factor. */
export const accountConnectedTo = (
  identity: Identity,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<IdentitySignIn> =>
  store.change(async (tx): Promise<IdentitySignIn> => {
    const linked = isUsable(identity) ? await tx.identities.find(identity) : undefined;
    const account = linked && (await tx.accounts.find(linked.accountId));
    if (!account) return { refusal: "connect-first" };
    if (!linked.hasSecondFactor && needsSecondFactor(account, await tx.accounts.factorsOf(account.id), settings))
      return { refusal: "connect-first" };
    await tx.identities.used(identity, shownEmail(identity), now());
    return mayEnter(account);
  });

/**
 * Links an account by email. Admins, accounts with a second factor, and those with another identity
 * at this provider must link it while signed in: email is one factor and may have changed hands.
 */
async function linkByEmail(
  tx: Tx,
  owner: Account,
  identity: Identity,
  isOwn: boolean,
  deps: Needs,
): Promise<IdentitySignIn> {
  if (owner.status !== "active") return { refusal: "suspended" };
  const others = await tx.identities.ofAccount(owner.id);
  const needsMore = needsSecondFactor(owner, await tx.accounts.factorsOf(owner.id), deps.settings);
  if (owner.isAdmin || needsMore || others.some(({ issuer }) => issuer === identity.issuer))
    return { refusal: "connect-first" };
  if (!owner.emailVerifiedAt) await takeOver(tx, owner, isOwn, deps);
  await link(tx, owner, identity, deps);
  await tellConnected(tx, owner, identity, deps);
  return { account: owner };
}

async function makeAccount(
  tx: Tx,
  { email, language }: { email: string; language: string | null },
  identity: Identity,
  deps: Needs,
): Promise<IdentitySignIn> {
  const at = deps.now();
  const name = excerpt(cleanLine(identity.name ?? ""), NAME_MAX) || null;
  const made = { id: deps.uuid(), email, name, emailVerifiedAt: at, createdAt: at, language };
  const account = given(await tx.accounts.add(made));
  await link(tx, account, identity, deps);
  return { account };
}

const link = (
  tx: Tx,
  account: Account,
  identity: Identity,
  { now }: Pick<Deps, "now">,
  hasSecondFactor = false,
): Promise<boolean> =>
  tx.identities.add({
    issuer: identity.issuer,
    subject: identity.subject,
    accountId: account.id,
    email: shownEmail(identity),
    createdAt: now(),
    lastUsedAt: now(),
    hasSecondFactor,
  });

async function tellConnected(tx: Tx, account: Account, identity: Identity, deps: Needs): Promise<void> {
  const provider = providerLabel(identity.issuer, deps.signInProviders());
  const shown = identityName({ ...identity, email: shownEmail(identity) });
  const news = { name: account.name, provider, identity: shown, at: deps.now() };
  await queueMail(tx, deps, providerConnectedMessage(deps.settings, news), account.email);
}

export type Connection = "connected" | "unconfirmed" | "taken" | "another" | "refused";

/**
 * Links an identity to a signed-in account, whatever its email, and notifies the owner. Linking it
 * again with a second factor allows it to connect apps.
 */
export async function connectIdentity(
  { accountId, hasSecondFactor }: { accountId: string; hasSecondFactor: boolean },
  identity: Identity,
  deps: Needs,
): Promise<Connection> {
  if (!isUsable(identity)) return "refused";
  const outcome = await deps.store.change(async (tx): Promise<Connection> => {
    const account = await tx.accounts.find(accountId);
    if (!account?.emailVerifiedAt) return "unconfirmed";
    const linked = await tx.identities.find(identity);
    if (linked && linked.accountId !== accountId) return "taken";
    if (linked && hasSecondFactor) await tx.identities.strengthen(identity);
    if (linked) return "connected";
    if (!(await link(tx, account, identity, deps, hasSecondFactor))) return "another";
    await tellConnected(tx, account, identity, deps);
    return "connected";
  });
  deps.wakeJobs();
  return outcome;
}

export async function disconnectIdentity(account: Account, issuer: string, deps: Needs): Promise<boolean> {
  const isDone = await deps.store.change((tx) => removeIdentity(tx, account, issuer, deps));
  deps.wakeJobs();
  return isDone;
}

export async function removeIdentity(
  tx: Tx,
  account: Account,
  issuer: string,
  deps: Omit<Needs, "store" | "wakeJobs">,
) {
  const removed = await tx.identities.remove(account.id, issuer);
  if (!removed) return false;
  const provider = providerLabel(issuer, deps.signInProviders());
  const news = { name: account.name, provider, identity: identityName(removed), at: deps.now() };
  await queueMail(tx, deps, providerDisconnectedMessage(deps.settings, news), account.email);
  return true;
}
