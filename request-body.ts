import type { IncomingMessage } from "node:http";
import { AppError } from "./errors.ts";

const MOST_BYTES = 1024 * 1024;
/** Deeper than any input; keeps recursive readers of the body from running out of stack. */
const MOST_LEVELS = 32;
/** More than any input has. Each member costs time wherever it is looked at, and each wrong one a line of the answer. */
const MOST_MEMBERS = 10_000;

const tooLarge = () => new AppError("payload_too_large", "The body must be 1 MiB or less.");
const unsupported = (what: string) =>
  new AppError(
    "unsupported_media_type",
    `${what} Send JSON as Content-Type: application/json, in UTF-8 and uncompressed.`,
  );

/** The JSON value in a request's body; undefined when the body is absent or empty. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(req);
  if (bytes.length === 0) return undefined;
  checkType(req);
  return parseJson(bytes);
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers["content-length"]) > MOST_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Stopping early must leave the stream open, or the answer could not be sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MOST_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    // Nobody reads this answer, and it is no fault of ours.
    if (req.destroyed && !req.complete) throw new AppError("malformed_json", "The body ended early.", { cause });
    throw cause;
  }
  return Buffer.concat(chunks);
}

function checkType({ headers }: IncomingMessage): void {
  const [type = "", ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (type !== "application/json")
    throw unsupported(type === "" ? "The body has no Content-Type." : "This Content-Type is not supported.");
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw unsupported("This charset is not supported.");
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw unsupported("This Content-Encoding is not supported.");
}

function parseJson(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isDeeper(value, MOST_LEVELS)) throw new SyntaxError(`it has more than ${MOST_LEVELS} levels`);
    if (countMembers(value) > MOST_MEMBERS) throw new SyntaxError(`it has more than ${MOST_MEMBERS} members`);
    return value;
  } catch (cause) {
    const why = cause instanceof SyntaxError ? cause.message.replace(/,? ?".*$/s, "").trim() : "it is not UTF-8";
    throw new AppError("malformed_json", `The body cannot be read as JSON: ${why}. Send one JSON object.`, { cause });
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Of all lists and objects together. Not called for what is nested too deeply. */
const countMembers = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  return members.reduce((sum: number, member) => sum + countMembers(member), members.length);
};
