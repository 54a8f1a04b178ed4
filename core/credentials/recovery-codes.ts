import { hashToken } from "./tokens.ts";

export const RECOVERY_CODES = 10;
const LETTERS = 16;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten codes of 80 random bits, like K3M9-0QWX-7T2A-HB4C. */
export const mintRecoveryCodes = (random: (bytes: number) => Buffer): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...random(LETTERS)]
      .map((byte) => ALPHABET[byte % ALPHABET.length])
      .join("")
      .replace(/.{4}(?=.)/g, "$&-"),
  );

export const hashRecoveryCode = (accountId: string, typed: string): string =>
  hashToken(
    `recovery ${accountId} ${typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, "")
      .replaceAll("O", "0")
      .replace(/[IL]/g, "1")}`,
  );
