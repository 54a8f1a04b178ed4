import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js";
import decodePng, { init as initPng } from "@jsquash/png/decode.js";
import resize, { initResize } from "@jsquash/resize";
import decodeWebp, { init as initWebpDecoder } from "@jsquash/webp/decode.js";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { imageSize } from "image-size";
import { readShipped } from "../core/shipped.ts";
import { answerWith } from "../core/thread.ts";
import { type Hue, hueOfPixels } from "../domain/hues.ts";
import { asWebp } from "./as-webp.ts";
import { type Crop, cropped, upright } from "./crop.ts";
import { readIco } from "./ico.ts";
import { PICTURE_LIMITS, UnfitPicture } from "./key.ts";
import { once, Pixels } from "./pixels.ts";

// Each codec is loaded when the first picture needs it.
const ready = {
  png: once(() => initPng(readShipped("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"))),
  jpg: once(() => initJpeg({ wasmBinary: readShipped("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm") } as never)),
  webp: once(() => initWebpDecoder({ wasmBinary: readShipped("@jsquash/webp/codec/dec/webp_dec.wasm") } as never)),
  svg: once(() => initWasm(readShipped("@resvg/resvg-wasm/index_bg.wasm"))),
  resize: once(() => initResize(readShipped("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm"))),
};

/** The pixels of a picture, or of its first frame; throws if it is too large, broken or of another kind. */
async function decode(body: Uint8Array, largest: number): Promise<Pixels> {
  const { type, width, height, orientation } = measure(body);
  if (type !== "svg" && (width * height > PICTURE_LIMITS.pixels || Math.max(width, height) > PICTURE_LIMITS.side))
    throw new UnfitPicture(`${width} by ${height} pixels are too many.`);
  const bytes = new Uint8Array(body).buffer;
  switch (type) {
    case "png":
      await ready.png();
      return decodePng(bytes);
    case "jpg":
      await ready.jpg();
      if (hasPrintColours(body))
        throw new UnfitPicture("This JPEG has the colours of print (CMYK). Save it with those of screens (RGB) first.");
      return upright(await decodeJpeg(bytes), orientation);
    case "webp":
      await ready.webp();
      return decodeWebp(bytes);
    case "svg":
      await ready.svg();
      return drawSvg(Buffer.from(body).toString("utf8"), largest);
    case "gif":
      await ready.svg();
      return drawGif(body, { width, height }, largest);
    case "ico": {
      const icon = readIco(body);
      return "png" in icon ? decode(icon.png, largest) : new Pixels(icon.data, icon.width, icon.height);
    }
    default:
      throw new UnfitPicture(`Pictures of the type ${type} are not supported.`);
  }
}

function measure(body: Uint8Array) {
  try {
    return imageSize(body);
  } catch {
    throw new UnfitPicture("The file at this address is not a picture.");
  }
}

let loaded: Buffer[] | undefined;
/** The typeface of all text in drawings. */
function fonts(): Buffer[] {
  loaded ??= ["400Regular", "600SemiBold", "700Bold"].map((weight) =>
    readShipped(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`),
  );
  return loaded;
}

/** As pixels, drawn without network, files or scripts. */
function drawSvg(svg: string, largest: number): Pixels {
  const font = { fontBuffers: fonts(), defaultFontFamily: "Inter", sansSerifFamily: "Inter", loadSystemFonts: false };
  const plain = new Resvg(svg, { font });
  const isTall = plain.height > plain.width;
  plain.free();
  const drawing = new Resvg(svg, {
    font,
    fitTo: { mode: isTall ? "height" : "width", value: largest },
  });
  const { pixels, width, height } = drawing.render();
  drawing.free();
  return new Pixels(new Uint8ClampedArray(pixels), width, height);
}

/** Whether a JPEG has the four inks of print (CMYK), which its own decoder does not know. */
function hasPrintColours(body: Uint8Array): boolean {
  const file = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let at = 2; at + 9 < file.byteLength && file.getUint8(at) === 0xff; at += 2 + file.getUint16(at + 2)) {
    const marker = file.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return file.getUint8(at + 9) === 4;
  }
  return false;
}

/** The first frame, in a drawing that contains nothing else. An unreadable one leaves it empty. */
function drawGif(body: Uint8Array, { width, height }: { width: number; height: number }, largest: number): Pixels {
  const size = `width="${width}" height="${height}"`;
  const frame = `data:image/gif;base64,${Buffer.from(body).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${frame}"/></svg>`;
  const drawn = drawSvg(svg, Math.min(largest, Math.max(width, height)));
  if (drawn.data.every((value, at) => at % 4 !== 3 || value === 0)) throw new UnfitPicture("The picture is empty.");
  return drawn;
}

/** On white, because a transparent logo would show the letter behind it. */
function onWhite({ data, width, height }: Pixels): Pixels {
  const flat = new Uint8ClampedArray(data);
  for (let at = 0; at < flat.length; at += 4) {
    const alpha = flat[at + 3]! / 255;
    for (let channel = at; channel < at + 3; channel++) flat[channel] = flat[channel]! * alpha + 255 * (1 - alpha);
    flat[at + 3] = 255;
  }
  return new Pixels(flat, width, height);
}

/** Within a square of that size, never enlarged. */
async function fitted(image: Pixels, size: number): Promise<Pixels> {
  const scale = Math.min(1, size / Math.max(image.width, image.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return scale === 1 ? image : resize(image as never, { width: side(image.width), height: side(image.height) });
}

/** The copies in the order of the sizes, the size before, and the hue that most of the picture has. */
export type Resized = { made: Uint8Array[]; hue: Hue | undefined; width: number; height: number };
/** Ascending. */
export type Sizes = readonly [number, ...number[]];

const JOBS = {
  async resize({ body, sizes, crop }: { body: Uint8Array; sizes: Sizes; crop?: Crop | undefined }): Promise<Resized> {
    await ready.resize();
    const whole = await decode(body, Math.max(...sizes));
    const image = onWhite(crop ? cropped(whole, crop) : whole);
    const [smallest, ...larger] = sizes;
    const small = await fitted(image, smallest);
    const made = [await asWebp(small)];
    for (const size of larger) made.push(await asWebp(await fitted(image, size)));
    return { made, hue: hueOfPixels(small.data), width: image.width, height: image.height };
  },
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
