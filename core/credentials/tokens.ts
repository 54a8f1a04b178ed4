import { hash } from "node:crypto";

const MINUTE_MS = 60_000;

/** How long a link in a mail works, by what it is for. */
const LIFETIME_MS = {
  setup: 24 * 60 * MINUTE_MS,
  verify: 24 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  "sign-in": 15 * MINUTE_MS,
} as const;

export type TokenKind = keyof typeof LIFETIME_MS;
export type MintedToken = { token: string; hash: string; kind: TokenKind; expiresAt: Date };

/** What the database keeps of a token: SHA-256 in base64url. 256 random bits need no salt. */
export const hashToken = (token: string): string => hash("sha256", token, "base64url");

/** A token for a single-use link: `token` goes into the mail and nowhere else, `hash` into the store. */
export function mintToken(kind: TokenKind, now: Date, random: (bytes: number) => Buffer): MintedToken {
  const token = random(32).toString("base64url");
  return { token, hash: hashToken(token), kind, expiresAt: new Date(now.getTime() + LIFETIME_MS[kind]) };
}
