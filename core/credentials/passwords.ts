import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import PQueue from "p-queue";
import { t } from "#languages/words.ts";
import { AppError } from "../errors/errors.ts";
import { PASSWORD_MAX } from "./check-password.ts";

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;

/** Each hash takes 19 MiB, a core and one of Node's four threads; one core and one thread stay free. */
export const HASHES_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const turns = new PQueue({ concurrency: HASHES_AT_ONCE });
/** Further ones are refused, to bound the wait. Identified people go first and have more room. */
const MAX_WAITING = { stranger: 64, known: 128 };

/** Who causes hashing: `known` after a link from an email, a known browser or a session. */
export type Hasher = keyof typeof MAX_WAITING;

type Parts = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer };

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

async function tagOf(
  password: string,
  { memory, passes, parallelism, salt, tag }: Omit<Parts, "tag"> & { tag: { length: number } },
  hasher: Hasher,
): Promise<Buffer> {
  if (turns.size >= MAX_WAITING[hasher]) {
    throw new AppError("service_unavailable", t`Too many people are signing in. Try again in a few seconds.`, {
      retryAfter: 5,
    });
  }
  const parameters = { nonce: salt, memory, passes, parallelism, tagLength: tag.length };
  return turns.add(() => derive("argon2id", { message: password.normalize("NFKC"), ...parameters }), {
    priority: hasher === "known" ? 1 : 0,
  });
}

export async function hashPassword(password: string, hasher: Hasher = "known"): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, { ...COST, salt, tag: { length: TAG_LENGTH } }, hasher);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function parse(phc: string): Parts | undefined {
  const [, memory, passes, parallelism, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc) ?? [];
  if (!salt || !tag) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

/** Never matches, but takes as long as a real hash, so timing reveals nothing about an email address. */
const nobody: Parts = { ...COST, salt: Buffer.alloc(16), tag: Buffer.alloc(TAG_LENGTH) };

export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  hasher: Hasher = "known",
): Promise<boolean> {
  const parts = stored ? parse(stored) : undefined;
  const tag = await tagOf(password.slice(0, 2 * PASSWORD_MAX), parts ?? nobody, hasher);
  return parts !== undefined && timingSafeEqual(tag, parts.tag);
}
