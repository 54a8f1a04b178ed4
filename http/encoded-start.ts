import { brotliCompressSync, constants, crc32, deflateRawSync } from "node:zlib";
import { BROTLI, type Encoding } from "./encode.ts";

/** More does not fit into the one block that holds an ending, in either encoding. */
export const LONGEST_ENDING = 0xffff;

type Ends = {
  start: (bytes: Buffer) => Buffer;
  end: (start: string, ending: string) => string;
};

const text = (...bytes: number[]): string => String.fromCharCode(...bytes);
const uint16 = (value: number): string => text(value & 0xff, value >>> 8);
const uint32 = (value: number): string => uint16(value & 0xffff) + uint16(value >>> 16);
const uint32At = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0;

const GZIP_HEAD = Buffer.from("1f8b0800000000000003", "hex");
const GZIP_TAIL_BYTES = 8;
/** An empty last block. */
const BROTLI_END = text(0b11);

/** Responses that differ in their last few bytes only, each a valid stream (RFC 1952, RFC 7932). */
export const ENDS: Record<Encoding, Ends> = {
  gzip: {
    start: (bytes) =>
      Buffer.concat([
        GZIP_HEAD,
        deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
        Buffer.from(uint32(crc32(bytes)) + uint32(bytes.length), "latin1"),
      ]),
    end(start, ending) {
      const tail = start.length - GZIP_TAIL_BYTES;
      const checksum = crc32(Buffer.from(ending, "latin1"), uint32At(start, tail));
      const length = uint32At(start, tail + 4) + ending.length;
      const stored = text(1) + uint16(ending.length) + uint16(ending.length ^ 0xffff) + ending;
      return start.slice(0, tail) + stored + uint32(checksum) + uint32(length);
    },
  },
  br: {
    start: (bytes) => brotliCompressSync(bytes, { ...BROTLI, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    end(start, ending) {
      // Not the last block, a length in 16 bits, and not compressed.
      const head = ((ending.length - 1) << 3) | (1 << 19);
      return start + uint16(head & 0xffff) + text(head >>> 16) + ending + BROTLI_END;
    },
  },
};
