import { pipeline, Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Zlib,
} from "node:zlib";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { OutboundError } from "./outbound-error.ts";

/** 8 MiB, required by RFC 9659 for web content. Larger windows could exhaust memory. */
const ZSTD_WINDOW_LOG = 23;

/** Pages compress up to 40 times; bombs a thousand times and more. */
const MOST_EXPANSION = 100;
/** Up to this size any ratio is allowed. */
const SMALL_BYTES = 1_000_000;

const nothing = () => undefined;

/**
 * Streams up to `maxBytes` of decompressed body; `truncated` if there was more. Throws
 * OutboundError `http_error` or `too_large`, or a zlib error. Always destroys the body.
 */
export async function readDecompressed(
  body: Readable,
  encoding: string,
  maxBytes: number,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  body.on("error", nothing); // errors reach the loop below; one more after it has ended is of no interest
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const source = await decoded(body, encoding, maxBytes);
    for await (const chunk of source) {
      const read = "bytesWritten" in source ? source.bytesWritten : Number.POSITIVE_INFINITY;
      if (size + chunk.length > Math.max(SMALL_BYTES, read * MOST_EXPANSION))
        throw new OutboundError("too_large", CRAWL_WORDS.bomb());
      const room = maxBytes - size;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      size += Math.min(chunk.length, room);
      if (chunk.length > room) return { body: Buffer.concat(chunks), truncated: true };
    }
    return { body: Buffer.concat(chunks), truncated: false };
  } finally {
    body.destroy();
  }
}

type Decoder = Transform & Zlib;

async function decoded(body: Readable, encoding: string, maxBytes: number): Promise<Readable | Decoder> {
  const names = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const [name, ...more] = names.filter((name) => name && name !== "identity");
  if (name === undefined) return body;
  // Real sites compress once, and each layer multiplies a bomb.
  if (more.length > 0) throw new OutboundError("http_error", CRAWL_WORDS.encodings());

  const source = limited(body, maxBytes);
  const first = await source.next();
  if (first.done) return Readable.from([]);
  const decoder = decoderOf(name, first.value);
  if (!decoder) throw new OutboundError("http_error", CRAWL_WORDS.encoding());
  return pipeline(withFirst(first.value, source), decoder, nothing); // the pipeline hands its error on to the decoder
}

/** Also counts compressed bytes: skippable frames and empty members decompress to nothing. */
async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundError("too_large", CRAWL_WORDS.bomb());
    yield chunk;
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first;
  yield* rest;
}

/** Flush options return what a truncated body contains, as browsers do. */
function decoderOf(name: string, start: Uint8Array): Decoder | undefined {
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (name) {
    case "gzip":
    case "x-gzip":
      return createGunzip(lenient);
    case "deflate": // "deflate" means zlib, but some servers send it bare
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient);
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case "zstd":
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
      });
    default:
      return undefined;
  }
}
