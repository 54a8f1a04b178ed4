import encodePng, { init as initPng } from "@jsquash/png/encode.js";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import { readShipped } from "../core/shipped.ts";
import { once } from "./pixels.ts";

const ready = once(async () => {
  await initPng(readShipped("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
  await initWebp({ wasmBinary: readShipped("@jsquash/webp/codec/dec/webp_dec.wasm") } as never);
});

/** One of our own copies for drawings, which cannot contain WebP. */
export async function copyAsPng(webp: Uint8Array): Promise<Uint8Array> {
  await ready();
  return new Uint8Array(await encodePng(await decodeWebp(new Uint8Array(webp).buffer)));
}
