import { deflateSync } from "node:zlib";

const crc32 = (bytes: Buffer): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
};
const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
};
/** A PNG of one colour with an alpha channel; `claimed` is what its header says. */
export function png(
  width: number,
  height: number,
  claimed: [number, number] = [width, height],
  { bits = 8, profile }: { bits?: 8 | 16; profile?: string } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claimed[0], 0);
  head.writeUInt32BE(claimed[1], 4);
  head.set([bits, 6, 0, 0, 0], 8);
  const pixel = Buffer.from([200, 60, 10, 128].flatMap((value) => (bits === 8 ? [value] : [value, value])));
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * pixel.length, pixel)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const colours = profile ? [chunk("iCCP", Buffer.concat([Buffer.from(`${profile}\0\0`), deflateSync("ICC")]))] : [];
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    ...colours,
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
