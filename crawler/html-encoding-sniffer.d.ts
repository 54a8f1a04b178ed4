declare module "html-encoding-sniffer" {
  /** The WHATWG name of the encoding that a browser would choose for these bytes. */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
