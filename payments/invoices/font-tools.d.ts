declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font of fontkit is taken as it is. */
    font(font: import("fontkit").Font): this;
  }
}

declare module "subset-font" {
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
