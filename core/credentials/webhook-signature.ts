import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** A new secret as Standard Webhooks writes it. */
export const createWebhookSecret = (random: (bytes: number) => Buffer): string =>
  `${PREFIX}${random(SECRET_BYTES).toString("base64")}`;

/** One message: the same id for every attempt, and the time of this one. */
export type SignedMessage = { id: string; at: Date; body: string };

/** Headers of a message by Standard Webhooks, with one signature for each secret. */
export function signedHeaders({ id, at, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string): string =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
