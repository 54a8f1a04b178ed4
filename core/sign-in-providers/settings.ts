import { z } from "zod";
import { flag, httpUrl, secret, words } from "../settings/kinds.ts";

/** A provider's URL. It receives tokens and secrets, so http is allowed only on this machine. */
const Issuer = httpUrl.refine(
  (url) => url.startsWith("https:") || ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url)?.hostname ?? ""),
  "Must be an https address.",
);

export const signInSettings = {
  GOOGLE_CLIENT_ID: words("Client id of an OAuth client at Google. Turns on sign-in with Google. See docs/sign-in.md."),
  GOOGLE_CLIENT_SECRET: secret("Secret of the client at Google."),
  GOOGLE_ISSUER: Issuer.default("https://accounts.google.com").describe(
    "Address of Google's OpenID provider. For development and tests.",
  ),
  GITHUB_CLIENT_ID: words("Client id of an OAuth app at GitHub. Turns on sign-in with GitHub. See docs/sign-in.md."),
  GITHUB_CLIENT_SECRET: secret("Secret of the app at GitHub."),
  GITHUB_URL: Issuer.default("https://github.com").describe(
    "Address of GitHub, or of your own GitHub Enterprise, like https://github.example.com.",
  ),
  OIDC_ISSUER: Issuer.optional().describe(
    "Issuer of any OpenID Connect provider, like https://login.example.com/realms/team. Turns on sign-in with it. See docs/sign-in.md.",
  ),
  OIDC_CLIENT_ID: words("Client id of this site at that provider."),
  OIDC_CLIENT_SECRET: secret("Secret of this site at that provider."),
  OIDC_CLIENT_AUTH: z
    .enum(["client_secret_basic", "client_secret_post"])
    .default("client_secret_basic")
    .describe("How the secret is sent to that provider."),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe("Name of that provider on buttons, like Example Login. Default: the host of its issuer."),
  OIDC_EMAIL_VERIFIED: flag(
    false,
    "Whether addresses from that provider count as verified if it does not say whether they are, like " +
      "Microsoft Entra ID. Only for providers where people cannot choose their address.",
  ),
  OIDC_ID_JAG: flag(
    false,
    "Whether that provider may connect apps for its users, by ID-JAG (enterprise-managed authorization).",
  ),
};
