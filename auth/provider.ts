import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { DEFAULT_RESOURCE, type Deps, RESOURCES, SCOPES } from "#actions/context.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { teamPages } from "#core/settings/policies.ts";
import { given } from "#domain/text/given.ts";
import { membersOf } from "#domain/text/record.ts";
import { factsOf } from "#http/facts.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { adapterFor } from "./adapter.ts";
import { createAdmission } from "./admission.ts";
import { type ClientDocuments, MAX_DOCUMENT_BYTES, MAX_KEY_SET_BYTES, type Needed } from "./client-documents.ts";
import { addIdJag, announceIdJag } from "./id-jag.ts";
import type { ProviderKeys } from "./keys.ts";
import type { AuthLimits } from "./limits.ts";
import { clientIdFor, isLoopback, normaliseClient } from "./normalise-client.ts";
import { amendRefusals, renderError } from "./refusals.ts";
import { resourceOf } from "./resources.ts";
import { OFFERED, readScopes } from "./scopes.ts";
import { acceptRepeats } from "./token-params.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ACCESS_TOKEN_SECONDS = HOUR;
/** A refresh token lives this long after its last use, and its family never longer than the cap. */
const REFRESH_SLIDING_SECONDS = 60 * DAY;
const REFRESH_CAP_SECONDS = 365 * DAY;

/** All endpoints are below /oauth/, even those of disabled features. */
const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  jwks: "/oauth/jwks",
  end_session: "/oauth/logout",
  introspection: "/oauth/introspect",
  userinfo: "/oauth/userinfo",
  pushed_authorization_request: "/oauth/par",
  code_verification: "/oauth/device",
  device_authorization: "/oauth/device/auth",
  backchannel_authentication: "/oauth/bc",
};

export const PROVIDER_ROUTES: readonly string[] = [
  ...Object.values(ROUTES),
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
];

export type ProviderParts = {
  deps: Deps;
  keys: ProviderKeys;
  documents: ClientDocuments;
  limits: AuthLimits;
  accountOf: (req: IncomingMessage) => Account | undefined;
};

/** Uses the address from Express, which honours TRUSTED_PROXIES; the provider would trust every proxy. */
const addressOf = (ctx: KoaContextWithOIDC | undefined): string => addressKey(String(membersOf(ctx?.req).ip ?? ""));

/** What a request needs in the client's documents: the key that signed it, or its redirect URI. */
function neededBy(ctx: KoaContextWithOIDC | undefined): Needed {
  const { redirect_uri: redirectUri, client_assertion: assertion } = ctx?.oidc.params ?? {};
  const redirect = typeof redirectUri === "string" ? URL.parse(redirectUri) : null;
  return {
    // Loopback ports vary.
    redirectUri: redirect && !isLoopback(redirect) ? String(redirectUri) : undefined,
    keyId: typeof assertion === "string" ? keyIdOf(assertion) : undefined,
  };
}

function keyIdOf(assertion: string): string | undefined {
  try {
    const { kid } = JSON.parse(Buffer.from(assertion.split(".")[0] ?? "", "base64url").toString());
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Only the site's session decides who is signed in, and consent is asked every time. */
function createPolicy(accountOf: ProviderParts["accountOf"]) {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  given(policy.get("login")).checks.add(
    new Check("site_session", "somebody else is signed in", "login_required", (ctx) => {
      const { accountId } = ctx.oidc.session ?? {};
      return accountId !== undefined && accountOf(ctx.req)?.id !== accountId;
    }),
  );
  given(policy.get("consent")).checks.add(
    new Check("always", "consent is always asked", "consent_required", (ctx) => !ctx.oidc.result?.consent),
  );
  return policy;
}

/** Client authentication methods. Without "none", assistants do not use metadata documents. */
const clientRules = {
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
  clientDefaults: {
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    id_token_signed_response_alg: "ES256",
  },
  enabledJWA: {
    clientAuthSigningAlgValues: ["ES256", "EdDSA", "Ed25519", "RS256", "PS256"],
    idTokenSigningAlgValues: ["ES256"],
  },
  allowOmittingSingleRegisteredRedirectUri: false,
  extraClientMetadata: {
    // The validator runs only if there is a custom property.
    properties: ["software_id"],
    validator: (_ctx, _key, _value, metadata) => normaliseClient(metadata),
  },
  clientBasedCORS: (_ctx, _origin, client) => client.clientAuthMethod === "none",
} satisfies Configuration;

function features({ deps }: ProviderParts): NonNullable<Configuration["features"]> {
  const { BASE_URL } = deps.settings;
  const off = { enabled: false };
  return {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    userinfo: off,
    rpInitiatedLogout: off,
    introspection: off,
    registrationManagement: off,
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => client.clientId === token.clientId },
    rpMetadataChoices: { enabled: true },
    registration: {
      enabled: true,
      initialAccessToken: false,
      issueRegistrationAccessToken: false,
      idFactory: (ctx) => clientIdFor({ ...ctx.oidc.body }, deps.random),
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      cacheDuration: { min: MINUTE, max: DAY },
      // Limits apply in the fetch itself, after the stored copy.
      allowFetch: () => true,
    },
    resourceIndicators: {
      enabled: true,
      // With several resources, a token request must name one.
      defaultResource: async (_ctx, _client, oneOf) => oneOf ?? BASE_URL + DEFAULT_RESOURCE,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, indicator) => {
        const resource = resourceOf(indicator, BASE_URL);
        if (!resource) throw new errors.InvalidTarget("unknown resource");
        return {
          scope: RESOURCES[resource.path].join(" "),
          audience: resource.audience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}

/** The site's OAuth 2.1 authorization server: opaque tokens, mandatory PKCE, rotated refresh tokens. */
export function createProvider(parts: ProviderParts): Provider {
  const { deps, keys, documents, limits, accountOf } = parts;
  const { settings, store } = deps;
  const isSecure = settings.BASE_URL.startsWith("https:");
  const cookie = { signed: true, httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  const epoch = () => Math.floor(deps.now().getTime() / 1000);
  const admit = createAdmission(deps, limits);

  const provider = new Provider(settings.BASE_URL, {
    ...clientRules,
    adapter: adapterFor({
      store,
      now: deps.now,
      refreshLeewaySeconds: settings.REFRESH_LEEWAY_SECONDS,
      admitClient: () => admit(addressOf(Provider.ctx)),
    }),
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookieKeys,
      names: { session: isSecure ? "__Host-oidc" : "oidc_s", interaction: "oidc_i", resume: "oidc_r" },
      long: { ...cookie, path: "/" },
      short: cookie,
    },
    routes: ROUTES,
    responseTypes: ["code"],
    scopes: ["offline_access"],
    claims: {},
    subjectTypes: ["public"],
    pkce: { required: () => true },
    acceptQueryParamAccessTokens: false,
    features: features(parts),
    extraParams: {
      // Clients that request none of our scopes are offered all of them: many never ask again. The
      // provider has already checked scopes.
      async [OFFERED](ctx) {
        const { params } = ctx.oidc;
        if (!params || readScopes(params.scope).length > 0) return;
        params.scope = `${params.scope ?? ""} ${SCOPES.join(" ")}`.trim();
        params[OFFERED] = "yes";
      },
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? ACCESS_TOKEN_SECONDS,
      AuthorizationCode: MINUTE,
      Interaction: HOUR,
      Session: HOUR,
      IdToken: HOUR,
      // Tokens end a connection, not the grant, which must outlive them all.
      Grant: 10 * 365 * DAY,
      RefreshToken: (_ctx, token) => {
        const left = (token.iiat ?? epoch()) + REFRESH_CAP_SECONDS - epoch();
        return Math.max(MINUTE, Math.min(REFRESH_SLIDING_SECONDS, left));
      },
    },
    interactions: { policy: createPolicy(accountOf), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId ? ctx.oidc.provider.Grant.find(grantId) : undefined;
    },
    findAccount: async (_ctx, id) => {
      const account = await store.accounts.find(id);
      return account?.status === "active" ? { accountId: id, claims: async () => ({ sub: id }) } : undefined;
    },
    fetch: (url) => {
      const { ctx } = Provider;
      const asker = ctx && { address: addressOf(ctx), accountId: accountOf(ctx.req)?.id };
      return documents.answer(String(url), neededBy(ctx), asker);
    },
    fetchResponseBodyLimits: { "client_id metadata document": MAX_DOCUMENT_BYTES, jwks_uri: MAX_KEY_SET_BYTES },
    renderError,
  });

  // Host and protocol are pinned from the settings before a request gets here.
  provider.proxy = true;
  // Secrets of confidential clients are stored as hashes.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string) {
      const kept = Buffer.from(this.clientSecret ?? "");
      const hashed = Buffer.from(hashToken(given));
      return kept.length === hashed.length && timingSafeEqual(kept, hashed);
    },
  });
  // The provider's metadata lists only its own scopes, without those of resources.
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== "discovery") return;
    ctx.body.scopes_supported.push(...SCOPES);
    announceIdJag(ctx.body, deps);
    const { privacy, terms } = teamPages(settings);
    Object.assign(ctx.body, {
      service_documentation: `${settings.BASE_URL}/docs`,
      op_policy_uri: privacy,
      op_tos_uri: terms,
    });
  });
  // Clients that register ask later for the scopes of this answer, and for none if it has none.
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== "registration" || ctx.status !== 201) return;
    const asked = String(ctx.oidc.body?.scope ?? "");
    const ours = readScopes(asked);
    const kept = asked.split(" ").filter((scope) => scope === "offline_access");
    ctx.body.scope = [...(ours.length > 0 ? ours : SCOPES), ...kept].join(" ");
  });
  acceptRepeats(provider, settings.BASE_URL);
  addIdJag(provider, { deps, documents, tokenSeconds: ACCESS_TOKEN_SECONDS });
  amendRefusals(provider, (error, { req }) =>
    deps.log.error({ err: error, request_id: factsOf(req).id }, "authorization server failed"),
  );
  return provider;
}
