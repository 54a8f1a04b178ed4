import { t } from "#languages/words.ts";
import { UnfitPicture } from "./key.ts";

/** Icons are at most this wide and high. */
const MOST_SIDE = 256;
const PNG_MARK = 0x89504e47;

type Bitmap = { data: Uint8ClampedArray; width: number; height: number };

/**
 * The largest image of an ICO file: a PNG unchanged, or an uncompressed bitmap as pixels. Throws if
 * broken.
 */
export function readIco(body: Uint8Array): { png: Uint8Array } | Bitmap {
  const file = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const entries = Array.from({ length: file.getUint16(4, true) }, (_, index) => {
    const at = 6 + 16 * index;
    const side = file.getUint8(at) || MOST_SIDE;
    const [size, start] = [file.getUint32(at + 8, true), file.getUint32(at + 12, true)];
    return { rank: side * 100 + file.getUint16(at + 6, true), start, end: start + size };
  });
  const best = entries.sort((one, other) => other.rank - one.rank)[0];
  if (!best) throw new UnfitPicture(t`This icon is empty.`);
  const part = body.subarray(best.start, best.end);
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  return view.getUint32(0) === PNG_MARK ? { png: part } : readBitmap(view);
}

function readBitmap(view: DataView): Bitmap {
  const headerSize = view.getUint32(0, true);
  const width = view.getInt32(4, true);
  const height = view.getInt32(8, true) / 2;
  const bits = view.getUint16(14, true);
  const isFit = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MOST_SIDE);
  if (!isFit || ![1, 4, 8, 24, 32].includes(bits) || view.getUint32(16, true) !== 0)
    throw new UnfitPicture(t`This kind of icon is not supported. Save it as a PNG.`);
  const palette = headerSize;
  const colours = bits <= 8 ? view.getUint32(32, true) || 2 ** bits : 0;
  const rows = palette + colours * 4;
  const rowSize = (bitsInRow: number): number => Math.ceil(bitsInRow / 32) * 4;
  const masks = rows + rowSize(width * bits) * height;

  const bitsAt = (start: number, x: number, y: number, size: number): number => {
    const at = x * size;
    const byte = view.getUint8(start + rowSize(width * size) * (height - 1 - y) + (at >> 3));
    return (byte >> (8 - size - (at & 7))) & (2 ** size - 1);
  };
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from =
        bits > 8
          ? rows + rowSize(width * bits) * (height - 1 - y) + x * (bits / 8)
          : palette + bitsAt(rows, x, y, bits) * 4;
      const alpha = bits === 32 ? view.getUint8(from + 3) : bitsAt(masks, x, y, 1) ? 0 : 255;
      data.set([view.getUint8(from + 2), view.getUint8(from + 1), view.getUint8(from), alpha], (y * width + x) * 4);
    }
  return { data, width, height };
}
