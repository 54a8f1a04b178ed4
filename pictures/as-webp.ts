import encodeWebp, { init as initWebp } from "@jsquash/webp/encode.js";
import { readWasm } from "#core/runtime/wasm.ts";
import { once, type Pixels } from "./pixels.ts";

/** Pictures to encode are at most as large as our largest copy or card. */
const MEMORY_MIB = 64;
const ready = once(() => initWebp({ wasmBinary: readWasm("@jsquash/webp/codec/enc/webp_enc_simd.wasm", MEMORY_MIB) }));

/** How pictures are sent to browsers. */
export async function asWebp(image: Pixels): Promise<Uint8Array> {
  await ready();
  return new Uint8Array(await encodeWebp(image, { quality: 82 }));
}
