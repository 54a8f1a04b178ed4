declare module "subset-font" {
  /** The part of a font that `text` needs, with the axes of a variable font fixed. */
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
