import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Deps } from "#actions/context.ts";
import { codeOf } from "#domain/text/failure.ts";

type File = { name: string; type: string; chunks: AsyncIterable<string | Uint8Array> };

/** Streams a download. If it cannot be completed, the connection breaks, so it is not taken for whole. */
export async function sendFile({ name, type, chunks }: File, res: Response, { log }: Pick<Deps, "log">): Promise<void> {
  res.set({
    // Compressing would hold back what is ready, and PDFs are compressed already.
    "Cache-Control": "private, no-store, no-transform",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
  });
  try {
    await pipeline(chunks, res);
  } catch (error) {
    // Whoever leaves early needs no more of it.
    if (codeOf(error) !== "ERR_STREAM_PREMATURE_CLOSE")
      log.error({ err: error, file: name }, "a download was not completed");
  }
}
