declare module "anafanafo" {
  /** Width of text in CSS pixels; with `guess: false` it throws on a character that is not in its table. */
  export default function measure(text: string, options: { font: "bold 11px Helvetica"; guess?: boolean }): number;
}
