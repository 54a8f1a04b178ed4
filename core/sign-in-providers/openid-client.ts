import type { Configuration } from "openid-client";
import { membersOf } from "#domain/text/record.ts";
import { type Proof, ProviderFault } from "./provider.ts";

export const loadClient = () => import("openid-client");

export const TIMEOUT_SECONDS = 10;

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

export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault(reasonOf(error), { cause: error });
  }
}

const DECLINED = /^(access_denied|login_required|interaction_required|consent_required|account_selection_required)$/;

function reasonOf(error: unknown): ProviderFault["reason"] {
  const { name, message, code, cause, error: oauthError } = membersOf(error);
  if (name === "AuthorizationResponseError") return DECLINED.test(String(oauthError)) ? "declined" : "refused";
  const isUnreachable = name === "TypeError" && message === "fetch failed";
  const isFailing = cause instanceof Response && (cause.status >= 500 || cause.status === 429);
  const isLate = code === "OAUTH_TIMEOUT" || code === "ERR_JWKS_TIMEOUT";
  return isUnreachable || isFailing || isLate ? "down" : "refused";
}
