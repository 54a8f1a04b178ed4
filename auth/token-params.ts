import Provider, { type AuthorizationCode, type RefreshToken } from "oidc-provider";
import { resourceOf } from "./resources.ts";
import { readScopes } from "./scopes.ts";

type Params = { scope?: string; resource?: unknown };
type Found = AuthorizationCode | RefreshToken;

/**
 * Lets a token request repeat what the client originally asked for: its whole scope string, of
 * which some may have been refused, and the resource with or without its slash.
 */
export function acceptRepeats(provider: Provider, baseUrl: string): void {
  for (const Model of [provider.AuthorizationCode, provider.RefreshToken]) {
    const find = Model.find as (...args: unknown[]) => Promise<Found | undefined>;
    Object.assign(Model, {
      async find(...args: unknown[]) {
        const found = await find.apply(this, args);
        const params = Provider.ctx?.oidc.params as Params | undefined;
        if (found && params?.scope) await repeatScope(found, params, provider);
        if (found && params?.resource) repeatResource(found, params, baseUrl);
        return found;
      },
    });
  }
}

/** Unknown scopes are ignored. Scopes never asked for stay, and are refused. */
async function repeatScope({ grantId, resource }: Found, params: Params, provider: Provider): Promise<void> {
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const refused = new Set([resource ?? []].flat().flatMap((each) => grant?.getRejectedResourceScope(each).split(" ")));
  const meant = readScopes(params.scope).filter((scope) => !refused.has(scope));
  if (meant.length > 0) params.scope = meant.join(" ");
}

function repeatResource({ resource }: Found, params: Params, baseUrl: string): void {
  const pathOf = (indicator: unknown) => resourceOf(String(indicator), baseUrl)?.path;
  const asked = pathOf(params.resource);
  const same = asked && [resource ?? []].flat().find((known) => pathOf(known) === asked);
  if (same) params.resource = same;
}
