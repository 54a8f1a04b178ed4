import type { JWTVerifyGetKey } from "jose";
import type { Configuration } from "openid-client";
import { lazily } from "../runtime/lazily.ts";
import { authorizationUrl, loadClient, TIMEOUT_SECONDS, withFaults } from "./openid-client.ts";
import { type Assertion, type Identity, ProviderFault, type SignInProvider } from "./provider.ts";

type Setup = Pick<SignInProvider, "name" | "label"> & {
  issuer: string;
  clientId: string;
  clientSecret: string;
  auth: "client_secret_basic" | "client_secret_post";
  trustsAddresses: boolean;
  promptAgain: "login" | "select_account";
};

const MAX_AGE_SECONDS = 3600;
const SKEW_SECONDS = 30;
const SIGNATURES = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

export function createOpenIdProvider(setup: Setup): SignInProvider {
  const { name, label, issuer, clientId, clientSecret, promptAgain } = setup;

  const configuration = lazily<[], Configuration>(async () => {
    const client = await loadClient();
    const auth = setup.auth === "client_secret_post" ? client.ClientSecretPost : client.ClientSecretBasic;
    const config = await client.discovery(new URL(issuer), clientId, undefined, auth(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Verifies signatures even on direct responses.
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
      ],
    });
    return () => config;
  });

  const keys = lazily<[], JWTVerifyGetKey>(async () => {
    const { createRemoteJWKSet } = await import("jose");
    const { jwks_uri: url } = (await configuration()).serverMetadata();
    if (url === undefined) throw new ProviderFault("refused");
    const set = createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
    return () => set;
  });

  return {
    name,
    label,
    issuer,
    readAssertion: (token, { type, audience, now }) =>
      withFaults(async (): Promise<Assertion> => {
        const { jwtVerify } = await import("jose");
        const { payload } = await jwtVerify(token, await keys(), {
          issuer: (await configuration()).serverMetadata().issuer,
          audience,
          typ: type,
          algorithms: SIGNATURES,
          currentDate: now,
          clockTolerance: SKEW_SECONDS,
          maxTokenAge: MAX_AGE_SECONDS,
          requiredClaims: ["sub", "exp", "iat", "jti"],
        });
        const { iss = "", sub = "", iat = 0, exp = 0, aud } = payload;
        if (aud !== audience || exp - iat > MAX_AGE_SECONDS) throw new ProviderFault("refused");
        const identity = identityOf({ iss, sub }, payload, setup);
        return { identity, expiresAt: new Date(exp * 1000 + SKEW_SECONDS * 1000), claims: payload };
      }),
    begin: (redirectUri, proof, again) =>
      withFaults(async () =>
        authorizationUrl(await configuration(), redirectUri, proof, {
          scope: "openid email profile",
          nonce: proof.nonce,
          ...(again && { prompt: promptAgain }),
        }),
      ),
    finish: (callback, { state, nonce, verifier }) =>
      withFaults(async () => {
        const client = await loadClient();
        const config = await configuration();
        const tokens = await client.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new ProviderFault("refused");
        // Many providers return the email only from userinfo.
        const isAsked = token.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = isAsked ? await client.fetchUserInfo(config, tokens.access_token, token.sub) : undefined;
        return identityOf(token, more ?? token, setup);
      }),
  };
}

const identityOf = (
  { iss, sub }: { iss: string; sub: string },
  { email, email_verified: verified, name }: Record<string, unknown>,
  { trustsAddresses }: Setup,
): Identity => ({
  issuer: iss,
  subject: sub,
  email: typeof email === "string" ? email : null,
  isEmailVerified: verified === true || (trustsAddresses && verified === undefined),
  name: typeof name === "string" ? name : null,
});
