import { SCOPES, type Scope } from "../actions/context.ts";

/** The known scopes in a space-separated list, in the order of the catalogue. */
export function readScopes(text: string | undefined | null): Scope[] {
  const given = new Set((text ?? "").split(" "));
  return SCOPES.filter((scope) => given.has(scope));
}
