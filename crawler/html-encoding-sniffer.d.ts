declare module "html-encoding-sniffer" {
  /** The WHATWG encoding that a browser would choose. */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
