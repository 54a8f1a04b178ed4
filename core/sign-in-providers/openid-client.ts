import type { Configuration } from "openid-client";
import { type Proof, ProviderFault } from "./provider.ts";

/** Loaded with the first sign-in: most starts and most sites need none of it. */
export const loadClient = () => import("openid-client");

export const TIMEOUT_SECONDS = 10;

/** What every request to a provider has: a code for one callback, and proof of who asked for it. */
export async function authorizationUrl(
  config: Configuration,
  redirectUri: string,
  { state, verifier }: Pick<Proof, "state" | "verifier">,
  parameters: Record<string, string>,
): Promise<URL> {
  const client = await loadClient();
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters,
  });
}

/** Runs what talks to a provider; whatever goes wrong becomes a ProviderFault. */
export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault(reasonOf(error), { cause: error });
  }
}

/** Declined by the person or by their provider, as OAuth and OpenID Connect name it. */
const DECLINED = /^(access_denied|login_required|interaction_required|consent_required|account_selection_required)$/;

function reasonOf(error: unknown): ProviderFault["reason"] {
  const { name, code, cause, error: oauthError } = error as Error & { code?: string; error?: unknown };
  if (name === "AuthorizationResponseError") return DECLINED.test(String(oauthError)) ? "declined" : "refused";
  const isUnreachable = name === "TypeError" && (error as Error).message === "fetch failed";
  const isFailing = cause instanceof Response && (cause.status >= 500 || cause.status === 429);
  const isLate = code === "OAUTH_TIMEOUT" || code === "ERR_JWKS_TIMEOUT";
  return isUnreachable || isFailing || isLate ? "down" : "refused";
}
