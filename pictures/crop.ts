import { Pixels } from "./pixels.ts";

/** The part of a picture to keep, in shares of its sides; "square" is the middle of it. */
export type Crop = { x: number; y: number; width: number; height: number } | "square";

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

function areaOf({ width, height }: Pick<Pixels, "width" | "height">, crop: Crop) {
  if (crop === "square") {
    const side = Math.min(width, height);
    return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side };
  }
  const left = within(Math.round(crop.x * width), width - 1);
  const top = within(Math.round(crop.y * height), height - 1);
  return {
    ...{ left, top },
    width: Math.max(1, within(Math.round(crop.width * width), width - left)),
    height: Math.max(1, within(Math.round(crop.height * height), height - top)),
  };
}

/** In the memory of the picture, which is no longer usable then. */
export function cropped({ data, ...image }: Pixels, crop: Crop): Pixels {
  const { left, top, width, height } = areaOf(image, crop);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * image.width + left) * 4;
    data.copyWithin(row * width * 4, start, start + width * 4);
  }
  return new Pixels(data.subarray(0, width * height * 4), width, height);
}

/** Turns the picture upright by its EXIF orientation (1 to 8), which is then dropped. */
export function upright(image: Pixels, orientation = 1): Pixels {
  if (orientation < 2 || orientation > 8) return image;
  const { width, height } = image;
  const isSideways = orientation >= 5;
  const [across, down] = isSideways ? [height, width] : [width, height];
  const isMirrored = [2, 3, 7, 8].includes(orientation);
  const isUpsideDown = [3, 4, 6, 7].includes(orientation);
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [column, row] = isSideways ? [y, x] : [x, y];
      const at = (isUpsideDown ? height - 1 - row : row) * width + (isMirrored ? width - 1 - column : column);
      to[y * across + x] = from[at] ?? 0;
    }
  return new Pixels(new Uint8ClampedArray(to.buffer), across, down);
}
