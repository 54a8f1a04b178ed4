import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js";
import decodePng, { init as initPng } from "@jsquash/png/decode.js";
import decodeWebp, { init as initWebpDecoder } from "@jsquash/webp/decode.js";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { imageSize } from "image-size";
import { readShipped } from "#core/runtime/shipped.ts";
import { answerWith, endThread } from "#core/runtime/thread.ts";
import { readWasm } from "#core/runtime/wasm.ts";
import { type Hue, hueOfPixels } from "#domain/pictures/hues.ts";
import { t } from "#languages/words.ts";
import { asWebp } from "./as-webp.ts";
import { type Crop, cropped, upright } from "./crop.ts";
import { readIco } from "./ico.ts";
import { PICTURE_LIMITS, UnfitPicture } from "./key.ts";
import { once, Pixels } from "./pixels.ts";
import { shrink } from "./shrink.ts";

/** What a codec may take, in MiB: the pixels, four bytes each, and what it needs while it decodes. */
const MEMORY_MIB = { png: 96, jpg: 128, webp: 128, svg: 64 } as const;
const wasm = (name: string, kind: keyof typeof MEMORY_MIB) => readWasm(name, MEMORY_MIB[kind]);
/** After a larger picture the thread ends, because the memory of its codec does not shrink. */
const LARGE_PIXELS = 2_000_000;

// Each codec is loaded when the first picture needs it.
const ready = {
  png: once(() => initPng(wasm("@jsquash/png/codec/pkg/squoosh_png_bg.wasm", "png"))),
  jpg: once(() => initJpeg({ wasmBinary: wasm("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm", "jpg") })),
  webp: once(() => initWebpDecoder({ wasmBinary: wasm("@jsquash/webp/codec/dec/webp_dec.wasm", "webp") })),
  svg: once(() => initWasm(wasm("@resvg/resvg-wasm/index_bg.wasm", "svg"))),
};

/** The pixels of a picture or its first frame; throws if too large, broken or of another kind. */
async function decode(body: Uint8Array, largest: number): Promise<Pixels> {
  const { type, width, height, orientation } = measure(body);
  if (type !== "svg" && (width * height > PICTURE_LIMITS.pixels || Math.max(width, height) > PICTURE_LIMITS.side))
    throw new UnfitPicture(t`This picture has too many pixels. Make it smaller.`);
  const bytes = new Uint8Array(body).buffer;
  switch (type) {
    case "png":
      await ready.png();
      return decodePng(bytes);
    case "jpg":
      await ready.jpg();
      if (hasPrintColours(body)) throw new UnfitPicture(t`This JPEG uses CMYK colors. Save it in RGB.`);
      return upright(await decodeJpeg(bytes), orientation);
    case "webp":
      await ready.webp();
      return decodeWebp(bytes);
    case "svg": {
      const svg = Buffer.from(body).toString("utf8");
      checkEmbedded(svg);
      await ready.svg();
      const drawn = drawSvg(svg, largest);
      if (isEmpty(drawn)) throw new UnfitPicture(t`This SVG is empty. Save it as a PNG.`);
      return drawn;
    }
    case "gif":
      await ready.svg();
      return drawGif(body, { width, height }, largest);
    case "ico": {
      const icon = readIco(body);
      return "png" in icon ? decode(icon.png, largest) : new Pixels(icon.data, icon.width, icon.height);
    }
    default:
      throw new UnfitPicture(t`This kind of picture is not supported. Choose a PNG, JPEG, WebP, GIF or SVG.`);
  }
}

function sizeIn(body: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(body);
  } catch {
    return undefined;
  }
}

function measure(body: Uint8Array) {
  const size = sizeIn(body);
  if (!size) throw new UnfitPicture(t`This file is not a picture. Choose a PNG, JPEG, WebP, GIF or SVG.`);
  return size;
}

const EMBEDDED = /data:image\/[\w.+-]+;base64,\s*([\w+/\s]{1,100000})/g;
/** An embedded picture takes four bytes a pixel several times over. */
const EMBEDDED_PIXELS = 4_000_000;

/** Stops most bombs without ending the thread. Hidden pictures hit the limit of the codec. */
function checkEmbedded(svg: string): void {
  for (const [, start = ""] of svg.matchAll(EMBEDDED)) {
    const { width, height } = sizeIn(Buffer.from(start, "base64")) ?? { width: 0, height: 0 };
    if (width * height > EMBEDDED_PIXELS)
      throw new UnfitPicture(t`A picture inside this SVG is too large. Make it smaller, or save the SVG as a PNG.`);
  }
}

let loaded: Buffer[] | undefined;
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
  const image = drawing.render();
  const { pixels, width, height } = image;
  image.free();
  drawing.free();
  return new Pixels(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), width, height);
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

const isEmpty = ({ data }: Pixels): boolean => data.every((value, at) => at % 4 !== 3 || value === 0);

/** The first frame, in a drawing that contains nothing else. An unreadable one leaves it empty. */
function drawGif(body: Uint8Array, { width, height }: { width: number; height: number }, largest: number): Pixels {
  const size = `width="${width}" height="${height}"`;
  const frame = `data:image/gif;base64,${Buffer.from(body).toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${frame}"/></svg>`;
  const drawn = drawSvg(svg, Math.min(largest, Math.max(width, height)));
  if (isEmpty(drawn)) throw new UnfitPicture(t`This GIF is empty or broken. Save it as a PNG or JPEG.`);
  return drawn;
}

/** The copies in the order of the sizes, the size of what they show, and the hue that most of it has. */
export type Resized = { made: Uint8Array[]; hue: Hue | undefined; width: number; height: number };
export type Sizes = readonly [number, ...number[]];

type Asked = { body: Uint8Array; sizes: Sizes; crop?: Crop | undefined; owner: string };

const JOBS = {
  async resize({ body, sizes, crop }: Asked): Promise<Resized> {
    const largest = Math.max(...sizes);
    const whole = await decode(body, largest);
    if (whole.width * whole.height > LARGE_PIXELS) endThread();
    const image = crop ? cropped(whole, crop) : whole;
    const { width, height } = crop ? image : measure(body);
    let copy = image;
    const made: Uint8Array[] = [];
    // Each from the next larger one.
    for (const size of sizes.toReversed()) {
      copy = shrink(copy, size);
      made.unshift(await asWebp(copy));
    }
    return { made, hue: hueOfPixels(copy.data), width, height };
  },
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
