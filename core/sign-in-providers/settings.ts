import { z } from "zod";
import { flag, httpUrl, secret, words } from "../settings/kinds.ts";

/** A provider's URL. It receives tokens and secrets, so http is allowed only on this machine. */
const Issuer = httpUrl.refine(
  (url) => url.startsWith("https:") || ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url)?.hostname ?? ""),
  "Must be an https address.",
);

export const signInSettings = {
  GOOGLE_CLIENT_ID: words(),
  GOOGLE_CLIENT_SECRET: secret(),
  GOOGLE_ISSUER: Issuer.default("https://accounts.google.com"),
  GITHUB_CLIENT_ID: words(),
  GITHUB_CLIENT_SECRET: secret(),
  GITHUB_URL: Issuer.default("https://github.com"),
  OIDC_ISSUER: Issuer.optional(),
  OIDC_CLIENT_ID: words(),
  OIDC_CLIENT_SECRET: secret(),
  OIDC_CLIENT_AUTH: z.enum(["client_secret_basic", "client_secret_post"]).default("client_secret_basic"),
  OIDC_NAME: z.string().min(1).max(40).optional(),
  OIDC_EMAIL_VERIFIED: flag(false),
  OIDC_ID_JAG: flag(false),
};
