import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import express, { type Request, type Response } from "express";
import { AppError } from "#core/errors/errors.ts";
import { BODY_BYTES, LARGE_FILE_BYTES, MIB } from "#core/limits/body-limits.ts";
import { cleanLine } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import { UnfitPicture } from "#pictures/key.ts";

const read = promisify(express.raw({ type: "multipart/form-data", limit: BODY_BYTES.upload }));

export const isMultipart = (req: Request): boolean =>
  /^multipart\/form-data *;/i.test(req.headers["content-type"] ?? "");

/** A sent file. Its name is only ever shown: what it holds says what it is. */
export type SentFile = { name: string; bytes: Uint8Array };

/** Reads a form with files into `req.body`, like one without: a file is a SentFile. */
export async function readMultipart(req: Request, res: Response): Promise<void> {
  await read(req, res);
  const given: unknown = req.body;
  if (Buffer.isBuffer(given)) await takeParts(req, new Blob([new Uint8Array(given)]));
}

/** Streams the form to a file before it is read, so that slow uploads take no memory. */
export async function readLargeMultipart(req: Request): Promise<void> {
  const tooLarge = new AppError("payload_too_large", t`A file has at most ${LARGE_FILE_BYTES / MIB} MB. Split it.`);
  if (Number(req.headers["content-length"]) > BODY_BYTES.largeFile) throw tooLarge;
  const folder = await mkdtemp(join(tmpdir(), "debut-upload-"));
  const file = join(folder, "form");
  try {
    await pipeline(req, limited(BODY_BYTES.largeFile, tooLarge), createWriteStream(file));
    await takeParts(req, await openAsBlob(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const limited = (most: number, tooLarge: Error) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > most) throw tooLarge;
      yield chunk;
    }
  };

async function takeParts(req: Request, given: Blob): Promise<void> {
  const body: Record<string, string | SentFile | (string | SentFile)[]> = {};
  const type = req.headers["content-type"] ?? "";
  const form = await new globalThis.Response(given, { headers: { "content-type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError("validation_failed", t`The form could not be read. Go back and send it again.`, { cause });
    });
  for (const [name, value] of form) {
    const sent = typeof value === "string" ? value : { name: cleanLine(value.name), bytes: await value.bytes() };
    const known = Object.hasOwn(body, name) ? body[name] : undefined;
    body[name] = known === undefined ? sent : [known, sent].flat();
  }
  req.body = body;
}

function fileOf(value: unknown): SentFile | undefined {
  if (typeof value !== "object" || value === null || !("bytes" in value) || !("name" in value)) return undefined;
  const { bytes, name } = value;
  if (!(bytes instanceof Uint8Array) || typeof name !== "string" || bytes.length === 0) return undefined;
  return { name, bytes };
}

export const formFiles = (req: Request, name: string): SentFile[] =>
  [req.body?.[name]].flat().flatMap((value: unknown) => fileOf(value) ?? []);

/** The file of a form field; undefined if none was chosen. */
export const formFile = (req: Request, name: string): SentFile | undefined => fileOf(req.body?.[name]);

/** What is wrong with a picture, for its field; other errors go on. */
export function unfit(error: unknown): { fault: Text } {
  if (error instanceof UnfitPicture) return { fault: error.detail };
  throw error;
}
