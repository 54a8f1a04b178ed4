import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { AppError } from "#core/errors/errors.ts";
import { BODY_BYTES } from "#core/limits/body-limits.ts";
import { readInTurn } from "./turns.ts";

/** Deeper than any input. Protects recursive code from stack overflow. */
const MOST_LEVELS = 32;
/** More than any input has. Each member costs time, and each wrong one a line of the response. */
const MOST_MEMBERS = 10_000;

const tooLarge = () => new AppError("payload_too_large", "The body must be 1 MiB or less.");
const unsupported = (what: string) =>
  new AppError(
    "unsupported_media_type",
    `${what} Send JSON as Content-Type: application/json, in UTF-8 and uncompressed.`,
  );

/** The JSON value in a request's body; undefined when the body is absent or empty. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const bytes = await readInTurn(req, () => readBytes(req));
  if (bytes.length === 0) return undefined;
  checkType(req);
  return parseJson(bytes);
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const announced = Number(req.headers["content-length"]);
  if (announced > BODY_BYTES.json) throw tooLarge();
  // Most bodies are here with their head, and iterating takes longer than all else with them.
  if (req.complete && announced > 0 && req.readableLength === announced) return req.read(announced);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Stopping early must leave the stream open, or no response could be sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > BODY_BYTES.json) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    // Nobody reads this response, and it is not our fault.
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

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body within the limits. Throws `malformed_json`. */
export function parseJson(bytes: Buffer): unknown {
  try {
    const excess = excessOf(bytes);
    if (excess) throw new SyntaxError(excess);
    return JSON.parse(isAscii(bytes) ? bytes.toString("latin1") : utf8.decode(bytes));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? cause.message.replace(/,? ?".*$/s, "").trim() : "it is not UTF-8";
    throw new AppError("malformed_json", `The body cannot be read as JSON: ${why}. Send one JSON object.`, { cause });
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/**
 * What exceeds a limit. Counts in the bytes, because parsing first would take many times as long.
 */
function excessOf(bytes: Buffer): string | undefined {
  let levels = 0;
  let members = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === COMMA) members++;
    else if (isOpening(byte)) levels++;
    else if (isClosing(byte)) levels--;
    if (levels > MOST_LEVELS) return `it has more than ${MOST_LEVELS} levels`;
    if (members > MOST_MEMBERS) return `it has more than ${MOST_MEMBERS} members`;
  }
  return undefined;
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
