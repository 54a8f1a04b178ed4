import { createECDH, hash } from "node:crypto";

/** Database name of the key pair that identifies this site to push services (RFC 8292). */
export const PUSH_KEY = "push";
const CURVE = "prime256v1";
const TTL_SECONDS = 24 * 3600;
const ENCODING = "aes128gcm";

type BrowserKeys = { p256dh: string; auth: string };

export function createPushKey(random: (bytes: number) => Buffer): string {
  for (;;) {
    const key = random(32);
    try {
      publicPushKey(key.toString("base64url"));
      return key.toString("base64url");
    } catch {
      // One in four billion is not on the curve.
    }
  }
}

export function publicPushKey(key: string): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(key, "base64url"));
  return pair.getPublicKey("base64url", "uncompressed");
}

export function isPushKeys({ p256dh, auth }: BrowserKeys): boolean {
  const bytesOf = (text: string) => Buffer.from(/^[\w-]{20,100}$/.test(text) ? text : "", "base64url");
  const [point, secret] = [bytesOf(p256dh), bytesOf(auth)];
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return false;
  try {
    const pair = createECDH(CURVE);
    pair.generateKeys();
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

export type PushRequest = { headers: Record<string, string>; body: Uint8Array };

/**
 * Encrypts a message for one browser (RFC 8291) and signs it (RFC 8292). Push services keep only
 * the newest waiting message of a topic.
 */
export async function sealPush(
  { endpoint, p256dh, auth }: BrowserKeys & { endpoint: string },
  { text, topic, subject, key }: { text: string; topic: string; subject: string; key: string },
): Promise<PushRequest> {
  const { default: webPush } = await import("web-push");
  const { origin } = new URL(endpoint);
  const { cipherText } = webPush.encrypt(p256dh, auth, text, ENCODING);
  const { Authorization } = webPush.getVapidHeaders(origin, subject, publicPushKey(key), key, ENCODING);
  return {
    headers: {
      authorization: Authorization,
      "content-encoding": ENCODING,
      "content-type": "application/octet-stream",
      ttl: String(TTL_SECONDS),
      urgency: "normal",
      topic: hash("sha256", topic, "base64url").slice(0, 32),
    },
    body: cipherText,
  };
}
