import type { IncomingMessage } from "node:http";
import { AppError } from "../errors.ts";

const MOST_BYTES = 1024 * 1024;
/** Deeper than any input; keeps recursive readers of the body from running out of stack. */
const MOST_LEVELS = 32;

const tooLarge = () => new AppError("payload_too_large", "The body must be 1 MiB or less.");
const unsupported = (what: string) =>
  new AppError(
    "unsupported_media_type",
    `${what} Send JSON as Content-Type: application/json, in UTF-8 and uncompressed.`,
  );

/** The JSON object in a request's body; an absent or empty body counts as {}. */
export async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBytes(req);
  if (bytes.length === 0) return {};
  checkType(req);
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("validation_failed", "The body must be a JSON object.", {
      faults: [{ pointer: "", code: "type", detail: "Must be an object." }],
    });
  }
  return value as Record<string, unknown>;
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers["content-length"]) > MOST_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  // Stopping early must leave the stream open, or the answer could not be sent.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
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

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isDeeper(value, MOST_LEVELS)) throw new SyntaxError("nested too deeply");
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
