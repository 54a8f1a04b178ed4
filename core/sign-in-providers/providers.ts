import { allOf } from "../settings/all-of.ts";
import type { Settings } from "../settings/config.ts";
import { createGitHubProvider } from "./github.ts";
import { createOpenIdProvider } from "./openid.ts";
import type { SignInProvider, SignInProviders } from "./provider.ts";

export function createSignInProviders(settings: Settings): SignInProviders {
  const providers: SignInProvider[] = [];

  const oidc = allOf(settings, "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET");
  if (oidc) {
    const [issuer, clientId, clientSecret] = oidc;
    providers.push(
      createOpenIdProvider({
        name: "oidc",
        label: settings.OIDC_NAME ?? new URL(issuer).hostname,
        issuer,
        clientId,
        clientSecret,
        auth: settings.OIDC_CLIENT_AUTH,
        trustsAddresses: settings.OIDC_EMAIL_VERIFIED,
        promptAgain: "login",
      }),
    );
  }
  const google = allOf(settings, "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
  if (google) {
    const [clientId, clientSecret] = google;
    providers.push(
      createOpenIdProvider({
        name: "google",
        label: "Google",
        issuer: settings.GOOGLE_ISSUER,
        clientId,
        clientSecret,
        auth: "client_secret_post",
        trustsAddresses: false,
        promptAgain: "select_account",
      }),
    );
  }
  const github = allOf(settings, "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET");
  if (github) {
    const [clientId, clientSecret] = github;
    providers.push(createGitHubProvider({ url: settings.GITHUB_URL, clientId, clientSecret }));
  }
  return new Map(providers.map((provider) => [provider.name, provider]));
}

export const callbackUrl = ({ BASE_URL }: Pick<Settings, "BASE_URL">, { name }: Pick<SignInProvider, "name">): string =>
  `${BASE_URL}/sign-in/with/${name}/callback`;
