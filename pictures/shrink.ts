import { Pixels } from "./pixels.ts";

/** Products of sides and scales within this of a whole number count as that number. */
const ROUNDING = 1e-9;

/** For each pixel of a side: its new pixel, and the share of it; the next one gets the rest. */
function placesOf(length: number, newLength: number) {
  const scale = newLength / length;
  const first = Uint32Array.from({ length }, (_, at) => Math.min(newLength - 1, Math.floor(at * scale + ROUNDING)));
  const share = Float32Array.from({ length }, (_, at) => Math.min(1, (first[at]! + 1 - at * scale) / scale));
  return { scale, first, share };
}

/**
 * Fits a picture into a white square, to hide the letter behind it. Averages here, because
 * WebAssembly would copy it.
 */
export function shrink({ data, width, height }: Pixels, size: number): Pixels {
  const scale = Math.min(1, size / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const made = new Pixels(new Uint8ClampedArray(side(width) * side(height) * 4).fill(255), side(width), side(height));
  const [across, down] = [placesOf(width, made.width), placesOf(height, made.height)];
  const area = across.scale * down.scale;
  const line = new Float32Array(made.width * 3);
  let sums = new Float32Array(line.length);
  let below = new Float32Array(line.length);

  const addLine = (y: number): void => {
    line.fill(0);
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const to = across.first[x]! * 3;
      const share = across.share[x]!;
      const alpha = data[at + 3]! / 255;
      for (let channel = 0; channel < 3; channel++) {
        const value = (data[at + channel]! * alpha + 255 * (1 - alpha)) * area;
        line[to + channel]! += value * share;
        if (share < 1) line[to + 3 + channel]! += value * (1 - share);
      }
    }
    const share = down.share[y]!;
    for (let at = 0; at < line.length; at++) {
      sums[at]! += line[at]! * share;
      below[at]! += line[at]! * (1 - share);
    }
  };
  const finishRow = (row: number): void => {
    for (let from = 0, at = row * made.width * 4; from < sums.length; from += 3, at += 4)
      made.data.set(sums.subarray(from, from + 3), at);
    [sums, below] = [below, sums.fill(0)];
  };

  let row = 0;
  for (let y = 0; y < height; y++) {
    if (down.first[y]! > row) finishRow(row++);
    addLine(y);
  }
  finishRow(row);
  return made;
}
