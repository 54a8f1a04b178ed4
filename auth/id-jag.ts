import { errors, type default as Provider, type TokenEndpointGrantContext } from "oidc-provider";
import { accountConnectedTo, type IdentityRefusal } from "#actions/accounts/identities.ts";
import { useOnce } from "#actions/accounts/use-once.ts";
import { DEFAULT_RESOURCE, type Deps, RESOURCES, type ResourcePath, type Scope } from "#actions/context.ts";
import { type Assertion, ProviderFault, type SignInProvider } from "#core/sign-in-providers/provider.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { ClientDocuments } from "./client-documents.ts";
import { appOf } from "./consent.ts";
import { JWT_BEARER } from "./normalise-client.ts";
import { resourceOf } from "./resources.ts";
import { saveApp } from "./save-app.ts";
import { readScopes } from "./scopes.ts";
import { TryLater } from "./try-later.ts";

const PROFILE = "urn:ietf:params:oauth:grant-profile:id-jag";
const TYPE = "oauth-id-jag+jwt";

type Params = { assertion?: string; scope?: string; resource?: string };
type Context = TokenEndpointGrantContext<Params>;

type Parts = { deps: Deps; documents: ClientDocuments; tokenSeconds: number };

/** The provider that the operator allows to connect apps, if any. */
const trustedIn = ({ settings, signInProviders }: Deps): SignInProvider | undefined =>
  settings.OIDC_ID_JAG ? signInProviders().get("oidc") : undefined;

const refuse = (description: string): errors.OIDCProviderError =>
  new errors.CustomOIDCProviderError("invalid_grant", description);

export function addIdJag(provider: Provider, { deps, documents, tokenSeconds }: Parts): void {
  async function grant(ctx: Context): Promise<void> {
    const trusted = trustedIn(deps);
    if (!trusted) throw new errors.UnsupportedGrantType();
    const { client, params } = ctx.oidc;
    const { identity, expiresAt, claims } = await read(params.assertion, trusted, deps);
    if (claims.client_id !== client.clientId) throw refuse("the assertion is for another client");
    const { audience, path } = readResource(claims.resource, params.resource, deps);
    const scopes = readGranted(claims.scope, params.scope, path);
    const isFirst = await deps.store.change((tx) =>
      useOnce(tx, "id-jag", `${identity.issuer} ${String(claims.jti)}`, { expiresAt }),
    );
    if (!isFirst) throw refuse("the assertion was already used");
    const account = await accountOf(identity, deps);

    const owner = { accountId: account.id, clientId: client.clientId };
    const allowed = new provider.Grant(owner);
    allowed.addResourceScope(audience, scopes.join(" "));
    const grantId = await allowed.save();
    await saveApp({ ...owner, grantId, app: appOf(client, undefined) }, deps, documents);
    const token = new provider.AccessToken({
      accountId: account.id,
      client,
      grantId,
      gty: "id-jag",
      scope: scopes.join(" "),
      expiresWithSession: false,
    } as ConstructorParameters<Provider["AccessToken"]>[0]);
    token.resourceServer = new provider.ResourceServer(audience, {
      audience,
      scope: RESOURCES[path].join(" "),
      accessTokenTTL: tokenSeconds,
      accessTokenFormat: "opaque",
    });
    const value = await token.save();
    // No refresh token: the provider decides again when this one expires.
    ctx.body = { access_token: value, token_type: "Bearer", expires_in: token.expiration, scope: token.scope };
  }

  provider.registerGrantType<Params>(JWT_BEARER, grant, ["assertion", "scope", "resource"]);
}

type Metadata = { grant_types_supported: string[]; authorization_grant_profiles_supported?: string[] };

export function announceIdJag(metadata: Metadata, deps: Deps): void {
  if (trustedIn(deps)) metadata.authorization_grant_profiles_supported = [PROFILE];
  else metadata.grant_types_supported = metadata.grant_types_supported.filter((name) => name !== JWT_BEARER);
}

async function read(assertion: string | undefined, trusted: SignInProvider, deps: Deps): Promise<Assertion> {
  if (!assertion || !trusted.readAssertion) throw new errors.InvalidRequest("missing required parameter 'assertion'");
  const expected = { type: TYPE, audience: deps.settings.BASE_URL, now: deps.now() };
  try {
    return await trusted.readAssertion(assertion, expected);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    if (error.reason === "down") throw new TryLater(503, "The identity provider cannot be reached now.", 30);
    throw refuse("the assertion is not valid, was not made for this site, or has expired");
  }
}

function readResource(claimed: unknown, asked: string | undefined, { settings }: Deps) {
  const { BASE_URL } = settings;
  const named = claimed === undefined ? BASE_URL + DEFAULT_RESOURCE : claimed;
  const resource = typeof named === "string" ? resourceOf(named, BASE_URL) : undefined;
  if (!resource) throw refuse("the assertion is for another resource");
  if (asked !== undefined && resourceOf(asked, BASE_URL)?.path !== resource.path)
    throw new errors.InvalidTarget("the assertion is for another resource");
  return resource;
}

function readGranted(claimed: unknown, asked: string | undefined, path: ResourcePath): Scope[] {
  const offered: readonly string[] = [...RESOURCES[path], "offline_access", "openid"];
  const given = claimed === undefined ? "account:read" : claimed;
  if (typeof given !== "string" || given.split(" ").some((scope) => !offered.includes(scope)))
    throw refuse("the assertion names scopes that the resource does not have");
  const wanted = asked === undefined ? given : asked;
  const scopes = readScopes(given).filter((scope) => wanted.split(" ").includes(scope));
  if (scopes.length === 0) throw new errors.InvalidScope("the assertion allows none of these scopes", wanted);
  return scopes;
}

const REFUSALS: Partial<Record<IdentityRefusal, string>> = {
  "connect-first":
    "the person has not connected this provider: sign in with it on the site once, or connect it at " +
    "/account/providers with every factor of the account",
  suspended: "the account is suspended",
};

/** The account that connected this identity on the site. Assertions neither create nor link accounts. */
async function accountOf(identity: Assertion["identity"], deps: Deps): Promise<Account> {
  const outcome = await accountConnectedTo(identity, deps);
  if (outcome.refusal) throw refuse(REFUSALS[outcome.refusal] ?? outcome.refusal);
  return outcome.account;
}
