export const SCOPE_WORDS = {
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
} as const satisfies Record<string, { title: string; detail: string }>;

export const scopeTitles = (scopes: readonly string[]): string =>
  Object.entries(SCOPE_WORDS)
    .filter(([scope]) => scopes.includes(scope))
    .map(([, { title }]) => title)
    .join(" · ");
