import { SCOPES, type Scope } from "../actions/context.ts";

/** Set on an authorization whose client asked for none of our scopes and is offered all. */
export const OFFERED = "_offered";

/**
 * Preselected on the consent page if the client asked for nothing. Orders require an explicit
 * choice.
 */
export const TICKED: readonly Scope[] = ["account:read", "listings:write"];

/** The known scopes in a space-separated list, in catalogue order. */
export function readScopes(text: string | undefined | null): Scope[] {
  const given = new Set((text ?? "").split(" "));
  return SCOPES.filter((scope) => given.has(scope));
}
