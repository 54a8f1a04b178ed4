import { SCOPES, type Scope } from "#actions/context.ts";

/** Set on an authorization whose client asked for none of our scopes and is offered all. */
export const OFFERED = "_offered";

/** Preselected on the consent page if the client asked for nothing. Orders require an explicit choice. */
export const TICKED: readonly Scope[] = ["account:read", "listings:write"];

export function readScopes(text: unknown): Scope[] {
  const given = new Set(typeof text === "string" ? text.split(" ") : []);
  return SCOPES.filter((scope) => given.has(scope));
}
