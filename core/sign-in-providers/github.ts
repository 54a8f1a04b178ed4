import type { Configuration } from "openid-client";
import { z } from "zod";
import { authorizationUrl, loadClient, TIMEOUT_SECONDS, withFaults } from "./openid-client.ts";
import { ProviderFault, type SignInProvider } from "./provider.ts";

const User = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub has OAuth but no OpenID Connect for users, so identity takes an API call. */
export function createGitHubProvider(setup: { url: string; clientId: string; clientSecret: string }): SignInProvider {
  const base = new URL(setup.url).origin;
  const issuer = `${base}/login/oauth`;

  async function configuration(): Promise<Configuration> {
    const client = await loadClient();
    const server = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/access_token`,
    };
    const config = new client.Configuration(
      server,
      setup.clientId,
      undefined,
      client.ClientSecretPost(setup.clientSecret),
    );
    config.timeout = TIMEOUT_SECONDS;
    if (base.startsWith("http:")) client.allowInsecureRequests(config);
    return config;
  }

  return {
    name: "github",
    label: "GitHub",
    issuer,
    begin: (redirectUri, proof, again) =>
      withFaults(async () =>
        authorizationUrl(await configuration(), redirectUri, proof, {
          scope: "user:email",
          ...(again && { prompt: "select_account" }),
        }),
      ),
    finish: (callback, { state, verifier }) =>
      withFaults(async () => {
        const client = await loadClient();
        const config = await configuration();
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await client.authorizationCodeGrant(config, callback, checks);
        async function ask<T>(path: string, schema: z.ZodType<T>): Promise<T> {
          const url = new URL(`${apiOf(base)}${path}`);
          const response = await client.fetchProtectedResource(config, token, url, "GET", null, new Headers(ACCEPT));
          if (!response.ok) throw new ProviderFault(response.status >= 500 ? "down" : "refused");
          return schema.parse(await response.json());
        }
        const [user, emails] = await Promise.all([ask("/user", User), ask("/user/emails", Emails)]);
        const address = emails.find(({ primary }) => primary);
        return {
          issuer,
          subject: String(user.id),
          email: address?.email ?? null,
          isEmailVerified: address?.verified === true,
          name: user.name || user.login,
        };
      }),
  };
}

/** A plain object: the first use of `Headers` loads all of `fetch`, which takes 22 ms at startup. */
const ACCEPT = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

/** The API's URL is a separate host except in GitHub Enterprise Server. */
function apiOf(base: string): string {
  const { host, protocol } = new URL(base);
  return host === "github.com" || host.endsWith(".ghe.com") ? `${protocol}//api.${host}` : `${base}/api/v3`;
}
