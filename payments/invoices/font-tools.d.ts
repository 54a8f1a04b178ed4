declare module "subset-font" {
  /** Subsets a font to `text`, with variable axes fixed. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: "truetype"; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}

declare module "fontverter" {
  const fontverter: { convert(font: Uint8Array, to: "truetype"): Promise<Buffer> };
  export default fontverter;
}
