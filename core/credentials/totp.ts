import { createHmac } from "node:crypto";

const PERIOD_SECONDS = 30;
const DRIFT_STEPS = 1;

type Derived = { key: string; accountId: string; nonce: string };

/** An RFC 6238 generator. Its secret is derived per account, not stored. */
async function generatorOf({ key, accountId, nonce }: Derived, names: { issuer?: string; label?: string } = {}) {
  const { Secret, TOTP } = await import("otpauth");
  const bytes = createHmac("sha256", key).update(`${accountId} ${nonce}`).digest().subarray(0, 20);
  return new TOTP({ ...names, period: PERIOD_SECONDS, secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) });
}

export async function enrolment(derived: Derived, names: { issuer: string; label: string }) {
  const generator = await generatorOf(derived, names);
  return { uri: generator.toString(), secret: generator.secret.base32.replace(/.{4}(?=.)/g, "$& ") };
}

/** The time step of a correct code, at most one step off; undefined if it is wrong. */
export async function stepOf(code: string, derived: Derived, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = (await generatorOf(derived)).validate({ token: code, window: DRIFT_STEPS, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
