import { SCOPES, type Scope } from "../actions/context.ts";

/** What a scope allows, for the consent page. */
export const SCOPE_WORDS: Record<Scope, { title: string; detail: string }> = {
  "account:read": {
    title: "See your account",
    detail: "Your name and email address, and your drafts, listings, claims and orders.",
  },
  "listings:write": {
    title: "Create and change your listings",
    detail: "Submit websites, edit drafts and listings, claim listings and invite co-founders for you.",
  },
  "orders:write": {
    title: "Prepare orders",
    detail: "Create orders for you. Only you can pay, on our own page.",
  },
};

/** The known scopes in a space-separated list, in the order of the catalogue. */
export function readScopes(text: string | undefined | null): Scope[] {
  const given = new Set((text ?? "").split(" "));
  return SCOPES.filter((scope) => given.has(scope));
}
