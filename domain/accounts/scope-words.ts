import { joined, t, type Words } from "#languages/words.ts";

export const SCOPE_WORDS = {
  "account:read": {
    title: t`See your account`,
    detail: t`Your name and email address, and your drafts, listings, claims and orders.`,
  },
  "listings:write": {
    title: t`Create and change your listings`,
    detail: t`Submit websites, edit drafts and listings, claim listings and invite co-founders for you.`,
  },
  "orders:write": {
    title: t`Prepare orders`,
    detail: t`Create orders for you. Only you can pay, on this site.`,
  },
} as const satisfies Record<string, { title: Words; detail: Words }>;

export const scopeTitles = (scopes: readonly string[]): Words =>
  joined(Object.entries(SCOPE_WORDS).map(([scope, { title }]) => scopes.includes(scope) && title));
