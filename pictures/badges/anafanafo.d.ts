declare module "anafanafo" {
  /** Width of text in CSS pixels; with `guess: false` it throws on an unknown character. */
  export default function measure(text: string, options: { font: "bold 11px Helvetica"; guess?: boolean }): number;
}
