import { SCOPES, type Scope } from "../actions/context.ts";

/** The parameter of an authorization whose client asked for none of our scopes and is offered all. */
export const OFFERED = "_offered";

/** What is ticked on the consent page if the client asked for nothing. Orders are the person's own wish. */
export const TICKED: readonly Scope[] = ["account:read", "listings:write"];

/** The known scopes in a space-separated list, in the order of the catalogue. */
export function readScopes(text: string | undefined | null): Scope[] {
  const given = new Set((text ?? "").split(" "));
  return SCOPES.filter((scope) => given.has(scope));
}
