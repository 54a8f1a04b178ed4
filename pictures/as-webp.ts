import encodeWebp, { init as initWebp } from "@jsquash/webp/encode.js";
import { readShipped } from "../core/shipped.ts";
import { once, type Pixels } from "./pixels.ts";

const ready = once(() => initWebp({ wasmBinary: readShipped("@jsquash/webp/codec/enc/webp_enc_simd.wasm") } as never));

/** How pictures are sent to browsers. */
export async function asWebp(image: Pixels): Promise<Uint8Array> {
  await ready();
  return new Uint8Array(await encodeWebp(image as never, { quality: 82 }));
}
