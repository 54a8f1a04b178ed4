import { readShipped } from "./shipped.ts";

const PAGE_BYTES = 65_536;
const PAGES_PER_MIB = 16;
const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;

/** LEB128, WebAssembly's encoding of numbers: seven bits per byte, lowest first. */
function numberAt(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, factor = 1; ; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}
const numberOf = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...numberOf(Math.floor(value / 128))];

/**
 * A shipped WebAssembly module whose memory is capped at `mostMib`; beyond it traps. Otherwise it
 * could take 4 GiB, which thread limits do not count.
 */
export function readWasm(name: string, mostMib: number): Uint8Array {
  const module = readShipped(name);
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = numberAt(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === MEMORY_SECTION) {
      // One memory, its flag for a maximum, and its initial size.
      const first = numberAt(module, size.end + 2);
      const most = mostMib * PAGES_PER_MIB;
      if (first.value > most) throw new Error(`${name} starts with ${first.value * PAGE_BYTES} bytes.`);
      const section = [1, 1, ...numberOf(first.value), ...numberOf(most)];
      const head = [MEMORY_SECTION, ...numberOf(section.length)];
      return Buffer.concat([module.subarray(0, at), Buffer.from([...head, ...section]), module.subarray(end)]);
    }
    at = end;
  }
  throw new Error(`${name} has no memory to limit.`);
}
