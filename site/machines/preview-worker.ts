import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { answerWith } from "#core/runtime/thread.ts";
import { readWasm } from "#core/runtime/wasm.ts";
import { asWebp } from "#pictures/as-webp.ts";
import { copyAsPng } from "#pictures/copy-as-png.ts";
import { Pixels } from "#pictures/pixels.ts";
import type { ShareFormat } from "../kit/preview.ts";
import type { Card } from "./cards/card.ts";
import { type Brand, cardPicture } from "./cards/card-picture.ts";
import { sharePicture } from "./cards/share-picture.ts";

const MEMORY_MIB = 128;
/** Draws cards and our own SVG to PNG. A card takes 0.1 to 0.4 s of CPU, so it has its own thread. */
const ready = initWasm(readWasm("@resvg/resvg-wasm/index_bg.wasm", MEMORY_MIB));

const asData = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

const JOBS = {
  /** PNG as large as it is, or WebP of a width in pixels. */
  async draw({ svg, width }: { svg: string; width?: number | undefined }): Promise<Uint8Array> {
    await ready;
    const drawing = new Resvg(svg, {
      font: { loadSystemFonts: false },
      ...(width !== undefined && { fitTo: { mode: "width", value: width } }),
    });
    const image = drawing.render();
    try {
      if (width === undefined) return image.asPng();
      return await asWebp(new Pixels(new Uint8ClampedArray(image.pixels), image.width, image.height));
    } finally {
      image.free();
      drawing.free();
    }
  },
  /** `copies` are our own copies of pictures, by their original address. */
  async card({
    card,
    brand,
    copies,
    format,
    width,
  }: {
    card: Card<string>;
    brand: Brand;
    copies: [string, Uint8Array][];
    format?: ShareFormat | undefined;
    width?: number | undefined;
  }): Promise<Uint8Array> {
    const known = new Map<string, string>();
    for (const [url, webp] of copies) known.set(url, asData(await copyAsPng(webp)));
    const svg = await (format ? sharePicture(card, brand, known, format) : cardPicture(card, brand, known));
    return JOBS.draw({ svg, width });
  },
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
