import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ENDS, LONGEST_ENDING } from "../../http/encoded-start.ts";
import { freshRandom } from "../helpers/random.ts";

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each(["br", "gzip"] as const)("a response in %s whose start is kept", (encoding) => {
  const { start, end } = ENDS[encoding];
  it.each([0, 1, 100, 9000, 300_000])("decodes to its start of %i bytes and any ending", (length) => {
    const random = freshRandom(`ends of ${length}`);
    const bytes = Buffer.from(Array.from({ length }, () => random.between(0, 255)));
    const kept = start(bytes).toString("latin1");
    for (const size of [1, 2, 30, 255, 256, 257, 32_768, LONGEST_ENDING]) {
      const ending = Buffer.from(Array.from({ length: size }, () => random.between(0, 255)));
      const whole = Buffer.from(end(kept, ending.toString("latin1")), "latin1");
      expect(decoders[encoding](whole).equals(Buffer.concat([bytes, ending]))).toBe(true);
    }
  });
});
