import { z } from "zod";
import { seal, unseal } from "#core/credentials/sealed.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { type Identity, ProviderFault, type SignInProvider } from "#core/sign-in-providers/provider.ts";
import { callbackUrl } from "#core/sign-in-providers/providers.ts";
import { codeOf, messageOf } from "#domain/text/failure.ts";
import type { Deps } from "../context.ts";
import { keptSecret } from "../kept-secret.ts";
import { useOnce } from "./use-once.ts";

const LIFETIME_MS = 10 * 60_000;

const Errand = z.object({
  returnTo: z.string(),
  accountId: z.string().nullable(),
  /** Of the page that it began on: the way back has no prefix. */
  language: z.string().nullable().default(null),
  nonce: z.string(),
  verifier: z.string(),
  at: z.number(),
});
type Errand = z.infer<typeof Errand>;

type Needs = Pick<Deps, "store" | "settings" | "now" | "random" | "limiter" | "log">;
type Place = { provider: SignInProvider; sessionId: string; address: string };
export type ErrandRefusal = ProviderFault["reason"] | "limit" | "stale";

/** `state` is sealed for one browser and one provider, so nothing is stored. */
const sealOf = async ({ provider, sessionId }: Place, deps: Needs) => ({
  key: await keptSecret(deps, "provider-errands", () => deps.random(32).toString("base64url")),
  binding: `${provider.name} ${sessionId}`,
});

type Begun = { url: URL; refusal?: undefined } | { refusal: ErrandRefusal };

export async function beginErrand(
  place: Place,
  { returnTo, accountId, language, again }: Pick<Errand, "returnTo" | "accountId" | "language"> & { again: boolean },
  deps: Needs,
): Promise<Begun> {
  const { provider, address } = place;
  if (!(await deps.limiter.take("sign-in-address", addressKey(address))).allowed) return { refusal: "limit" };
  const [nonce, verifier] = [deps.random(16).toString("base64url"), deps.random(32).toString("base64url")];
  const errand: Errand = { returnTo, accountId, language, nonce, verifier, at: deps.now().getTime() };
  const state = seal(JSON.stringify(errand), await sealOf(place, deps), deps.random);
  try {
    return { url: await provider.begin(callbackUrl(deps.settings, provider), { state, nonce, verifier }, again) };
  } catch (error) {
    return { refusal: refusalOf(error, provider, deps) };
  }
}

type Finished =
  | { errand: Errand; identity: Identity; refusal?: undefined }
  | { refusal: ErrandRefusal; errand?: Errand; identity?: undefined };

/**
 * The identity that came back, and the purpose of the visit. A callback works once, within ten
 * minutes.
 */
export async function finishErrand(place: Place, query: string, deps: Needs): Promise<Finished> {
  const { provider } = place;
  const callback = new URL(`${callbackUrl(deps.settings, provider)}?${query}`);
  const [state = "", ...others] = callback.searchParams.getAll("state");
  const text = others.length === 0 ? unseal(state, await sealOf(place, deps)) : undefined;
  if (text === undefined) return { refusal: "stale" };
  const errand = Errand.parse(JSON.parse(text));
  const expiresAt = new Date(errand.at + LIFETIME_MS);
  if (expiresAt <= deps.now()) return { refusal: "stale", errand };
  if (!(await deps.store.change((tx) => useOnce(tx, "provider", state, { expiresAt })))) return { refusal: "stale" };
  try {
    return { errand, identity: await provider.finish(callback, { ...errand, state }) };
  } catch (error) {
    return { refusal: refusalOf(error, provider, deps), errand };
  }
}

/** Omits what the provider sent, which may contain a token. */
function refusalOf(error: unknown, { name }: SignInProvider, { log }: Pick<Deps, "log">): ProviderFault["reason"] {
  if (!(error instanceof ProviderFault)) throw error;
  const cause = error.cause ?? error;
  if (error.reason !== "declined")
    log.warn({ provider: name, reason: error.reason, code: codeOf(cause) }, `sign-in: ${messageOf(cause)}`);
  return error.reason;
}
