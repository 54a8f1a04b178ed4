import { isOurChallenge, mintChallenge } from "#core/credentials/challenges.ts";
import { ALGORITHMS, readAssertion, verifyAssertion, verifyRegistration } from "#core/credentials/webauthn.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { TRANSPORTS } from "#domain/accounts/passkey.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { passkeyAddedMessage, passkeyRemovedMessage } from "#mail/sign-in-messages.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { useOnce } from "./use-once.ts";

export const MAX_PASSKEYS = 20;
const TIMEOUT_MS = 5 * 60_000;

type Needs = Pick<Deps, "store" | "settings" | "now" | "random">;
type Mailing = Needs & Pick<Deps, "uuid" | "wakeJobs" | "languages">;

const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const bindingOf = async (deps: Needs, sessionId: string) => ({
  key: await keptSecret(deps, "passkey-challenges", () => deps.random(32).toString("base64url")),
  sessionId,
  now: deps.now(),
});

/** What a device must prove to this session; undefined where passkeys do not work. */
async function expectedIn(sessionId: string, deps: Needs) {
  const party = relyingPartyOf(deps.settings);
  const binding = await bindingOf(deps, sessionId);
  return party && { ...party, isOurChallenge: (challenge: string) => isOurChallenge(challenge, binding) };
}

/** Options for creating a passkey; undefined where passkeys do not work. */
export async function creationOptions(account: Account, sessionId: string, deps: Needs): Promise<object | undefined> {
  const party = relyingPartyOf(deps.settings);
  if (!party) return undefined;
  const known = await deps.store.passkeys.ofAccount(account.id);
  return {
    rp: { id: party.id, name: party.name },
    user: { id: base64url(account.id), name: account.email, displayName: account.name ?? account.email },
    challenge: mintChallenge(await bindingOf(deps, sessionId), deps.random),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: known.map(({ id, transports }) => ({ id, type: "public-key", transports })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: TIMEOUT_MS,
  };
}

/** Options for signing in with any passkey of this site; undefined where passkeys do not work. */
export async function requestOptions(sessionId: string, deps: Needs): Promise<object | undefined> {
  const party = relyingPartyOf(deps.settings);
  return (
    party && {
      rpId: party.id,
      challenge: mintChallenge(await bindingOf(deps, sessionId), deps.random),
      userVerification: "required",
      timeout: TIMEOUT_MS,
    }
  );
}

type Added = { account: Account; sessionId: string; credential: string; name: string };

export async function addPasskey(
  { account, sessionId, credential, name }: Added,
  deps: Mailing,
): Promise<"added" | "refused" | "too-many"> {
  const { store, settings, now } = deps;
  const expected = await expectedIn(sessionId, deps);
  const key = expected && (await verifyRegistration(credential, expected));
  if (!key) return "refused";
  const result = await store.change(async (tx) => {
    if ((await tx.passkeys.ofAccount(account.id)).length >= MAX_PASSKEYS) return "too-many";
    const isNew = await tx.passkeys.add({
      ...key,
      transports: TRANSPORTS.filter((transport) => key.transports.includes(transport)),
      accountId: account.id,
      name,
      createdAt: now(),
      lastUsedAt: null,
    });
    if (!isNew) return "refused";
    // Creating a passkey verified the user.
    await tx.accounts.strengthenSession(sessionId);
    const news = { name: account.name, passkey: name, at: now() };
    await queueMail(tx, deps, passkeyAddedMessage(settings, news), account.email);
    return "added";
  });
  deps.wakeJobs();
  return result;
}

export async function removePasskey(account: Account, id: string, deps: Mailing): Promise<boolean> {
  const removed = await deps.store.change(async (tx) => {
    const passkey = await tx.passkeys.remove(account.id, id);
    const news = passkey && { name: account.name, passkey: passkey.name, at: deps.now() };
    if (news) await queueMail(tx, deps, passkeyRemovedMessage(deps.settings, news), account.email);
    return passkey;
  });
  deps.wakeJobs();
  return removed !== undefined;
}

export type PasskeySignIn = { account: Account; refusal?: undefined } | { refusal: "refused" | "suspended" | "limit" };

/**
 * The account whose passkey signed this session's challenge, which works once. The caller starts
 * the session.
 */
export async function signInWithPasskey(
  { credential, sessionId, address }: { credential: string; sessionId: string; address: string },
  deps: Needs & Pick<Deps, "limiter">,
): Promise<PasskeySignIn> {
  const { store, now, limiter } = deps;
  if (!(await limiter.take("sign-in-address", addressKey(address))).allowed) return { refusal: "limit" };
  const expected = await expectedIn(sessionId, deps);
  const given = readAssertion(credential);
  const passkey = given && (await store.passkeys.find(given.id));
  if (!expected || !passkey) return { refusal: "refused" };
  const { userHandle, clientDataJSON } = given.response;
  if (userHandle !== undefined && userHandle !== base64url(passkey.accountId)) return { refusal: "refused" };
  const counter = await verifyAssertion(given, passkey, expected);
  const account = await store.accounts.find(passkey.accountId);
  if (counter === undefined || !account || account.status === "deleted") return { refusal: "refused" };
  if (account.status === "suspended") return { refusal: "suspended" };
  const isFirst = await store.change(async (tx) => {
    const expiresAt = new Date(now().getTime() + TIMEOUT_MS * 3);
    if (!(await useOnce(tx, "passkey", clientDataJSON, { accountId: account.id, expiresAt }))) return false;
    await tx.passkeys.used(passkey.id, counter, now());
    return true;
  });
  return isFirst ? { account } : { refusal: "refused" };
}

type PasskeyOfferNeeds = Pick<Deps, "store" | "settings" | "now">;

/** A passkey is suggested once, after signing in, to people without one. */
export const mayOfferPasskey = async (
  { id, passkeyOfferedAt }: Account,
  { store, settings }: Omit<PasskeyOfferNeeds, "now">,
): Promise<boolean> =>
  passkeyOfferedAt === null &&
  relyingPartyOf(settings) !== undefined &&
  !(await store.accounts.factorsOf(id)).hasPasskey;

export const notePasskeyOffer = ({ id }: Account, { store, now }: PasskeyOfferNeeds): Promise<void> =>
  store.change((tx) => tx.accounts.setPasskeyOffered(id, now()));
