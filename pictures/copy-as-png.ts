import encodePng, { init as initPng } from "@jsquash/png/encode.js";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import { readWasm } from "#core/runtime/wasm.ts";
import { once } from "./pixels.ts";

/** Our copies have at most 1280 by 1280 pixels. */
const MEMORY_MIB = 64;
const ready = once(async () => {
  await initPng(readWasm("@jsquash/png/codec/pkg/squoosh_png_bg.wasm", MEMORY_MIB));
  await initWebp({ wasmBinary: readWasm("@jsquash/webp/codec/dec/webp_dec.wasm", MEMORY_MIB) });
});

/** One of our own copies for drawings, which cannot contain WebP. */
export async function copyAsPng(webp: Uint8Array): Promise<Uint8Array> {
  await ready();
  return new Uint8Array(await encodePng(await decodeWebp(new Uint8Array(webp).buffer)));
}
