import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

export const createWebhookSecret = (random: (bytes: number) => Buffer): string =>
  `${PREFIX}${random(SECRET_BYTES).toString("base64")}`;

/** A message keeps its id across attempts; `at` is the time of this attempt. */
export type SignedMessage = { id: string; at: Date; body: string };

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
