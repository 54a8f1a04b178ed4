import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { answerWith } from "#core/runtime/thread.ts";
import { readWasm } from "#core/runtime/wasm.ts";
import type { Brand } from "#domain/site/brand.ts";
import { asWebp } from "#pictures/as-webp.ts";
import { copyAsPng } from "#pictures/copy-as-png.ts";
import { Pixels } from "#pictures/pixels.ts";
import type { ShareFormat } from "../kit/preview.ts";
import { badgePicture } from "./cards/badge-picture.ts";
import { type IconPurpose, iconPicture, logoOf } from "./cards/brand.ts";
import type { Card } from "./cards/card.ts";
import { cardPicture } from "./cards/card-picture.ts";
import { groundOf } from "./cards/grounds.ts";
import { asData } from "./cards/shapes.ts";
import { sharePicture } from "./cards/share-picture.ts";
import { penOf } from "./cards/text.ts";

const MEMORY_MIB = 128;
/** Draws cards and our own SVG to PNG. A card takes 0.1 to 0.4 s of CPU, so it has its own thread. */
const ready = initWasm(readWasm("@resvg/resvg-wasm/index_bg.wasm", MEMORY_MIB));

/** Logos are kept as WebP, and only PNG can be drawn. */
const withPng = async ({ logo, ...brand }: Brand): Promise<Brand> => ({
  ...brand,
  logo: logo && (await copyAsPng(logo)),
});

export type IconJob = { brand: Brand; size: number; purpose: IconPurpose; type: "png" | "svg" };

/** PNG as large as it is, or WebP of a width in pixels. */
async function draw({ svg, width }: { svg: string; width?: number | undefined }): Promise<Uint8Array> {
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
}

const JOBS = {
  badge: async (svg: string): Promise<Uint8Array> => draw({ svg: await badgePicture(svg) }),
  /** SVG, whose text is drawn as paths, or PNG. */
  async icon({ brand, size, purpose, type }: IconJob): Promise<Uint8Array> {
    const svg = await iconPicture(await withPng(brand), size, purpose);
    return type === "svg" ? Buffer.from(svg) : draw({ svg });
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
    const { siteName, design } = brand;
    const kit = { copies: known, pen: penOf(design.fonts), ground: groundOf(design) };
    const svg = format
      ? await sharePicture(card, siteName, kit, format)
      : await cardPicture(card, siteName, await logoOf(await withPng(brand)), kit);
    return draw({ svg, width });
  },
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
