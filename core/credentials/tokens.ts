import { hash } from "node:crypto";

const MINUTE_MS = 60_000;

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

/** A single-use token: `token` goes only into the email, `hash` into the database. */
export function mintToken(kind: TokenKind, now: Date, random: (bytes: number) => Buffer): MintedToken {
  const token = random(32).toString("base64url");
  return { token, hash: hashToken(token), kind, expiresAt: new Date(now.getTime() + LIFETIME_MS[kind]) };
}
