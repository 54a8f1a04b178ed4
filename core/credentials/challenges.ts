import { createHmac, timingSafeEqual } from "node:crypto";

const LIFETIME_MS = 10 * 60_000;
const TIME_BYTES = 8;
const RANDOM_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;

type Binding = { key: string; sessionId: string; now: Date };

const signed = (head: Buffer, { key, sessionId }: Binding): Buffer =>
  createHmac("sha256", key).update(head).update(sessionId).digest();

/** The challenge for a passkey: time and random bytes, signed for one session, so nothing is stored. */
export function mintChallenge(binding: Binding, random: (bytes: number) => Buffer): string {
  const head = Buffer.concat([Buffer.alloc(TIME_BYTES), random(RANDOM_BYTES)]);
  head.writeBigUInt64BE(BigInt(binding.now.getTime()));
  return Buffer.concat([head, signed(head, binding)]).toString("base64url");
}

export function isOurChallenge(challenge: string, binding: Binding): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, HEAD_BYTES);
  const mac = signed(head, binding);
  if (bytes.length !== HEAD_BYTES + mac.length || !timingSafeEqual(bytes.subarray(HEAD_BYTES), mac)) return false;
  const age = binding.now.getTime() - Number(head.readBigUInt64BE());
  return age >= 0 && age < LIFETIME_MS;
}
