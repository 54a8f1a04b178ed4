import { crc32, deflateSync } from "node:zlib";

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
};
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const headOf = (width: number, height: number, bits: number, kind: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, kind, 0, 0, 0], 8);
  return head;
};

/** A black PNG with one bit a pixel: small as a file, and 32 times as large as its rows when it is drawn. */
export function bitPng(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const chunks = [chunk("IHDR", headOf(width, height, 1, 0)), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** An SVG that shows these PNGs. */
export const svgOf = (...pngs: Buffer[]): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${pngs
      .map((one) => `<image width="100" height="100" href="data:image/png;base64,${one.toString("base64")}"/>`)
      .join("")}</svg>`,
  );

/** A PNG of one colour with an alpha channel; `claimed` is what its header says. */
export function png(
  width: number,
  height: number,
  claimed: [number, number] = [width, height],
  { bits = 8, profile }: { bits?: 8 | 16; profile?: string } = {},
): Buffer {
  const pixel = Buffer.from([200, 60, 10, 128].flatMap((value) => (bits === 8 ? [value] : [value, value])));
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * pixel.length, pixel)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const colours = profile ? [chunk("iCCP", Buffer.concat([Buffer.from(`${profile}\0\0`), deflateSync("ICC")]))] : [];
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", headOf(...claimed, bits, 6)),
    ...colours,
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
