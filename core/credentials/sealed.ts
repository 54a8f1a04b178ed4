import { createCipheriv, createDecipheriv } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

type Seal = {
  key: string;
  binding: string;
};

export function seal(text: string, { key, binding }: Seal, random: (bytes: number) => Buffer): string {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), iv).setAAD(Buffer.from(binding));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, hidden, cipher.getAuthTag()]).toString("base64url");
}

/** The text, unless it was sealed for another context or changed. */
export function unseal(sealed: string, { key, binding }: Seal): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64url"), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
