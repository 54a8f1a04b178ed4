import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "dbt_";
const SECRET_LENGTH = 36;
const CHECK_LENGTH = 6;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);

export type NewKey = {
  key: string;
  hash: string;
  prefix: string;
  last4: string;
};

/** Six base62 digits of the CRC-32 of what precedes them, so mistyped keys are refused without a query. */
export function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECK_LENGTH; place++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

export const hashKey = (key: string): string => hash("sha256", key, "hex");

/** Whether a text has the shape of an API key; the checksum is not verified. OAuth tokens never match. */
export const looksLikeApiKey = (text: string): boolean => FORMAT.test(text);

export const hasRightChecksum = (key: string): boolean =>
  key.slice(-CHECK_LENGTH) === checksum(key.slice(0, -CHECK_LENGTH));

export function createApiKey(random: (bytes: number) => Buffer): NewKey {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    // Rejects bytes from 248 up, so that all digits are equally likely.
    for (const byte of random(SECRET_LENGTH)) if (byte < 248) secret += DIGITS[byte % DIGITS.length];
  }
  const start = PREFIX + secret.slice(0, SECRET_LENGTH);
  const key = start + checksum(start);
  return { key, hash: hashKey(key), prefix: key.slice(0, 8), last4: key.slice(-4) };
}
