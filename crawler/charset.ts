import sniffHtmlEncoding from "html-encoding-sniffer";

/** ISO-2022-JP looks like ASCII, and so like UTF-8, but for its escape sequences. */
const ESCAPE = 0x1b;

/**
 * The text of a page: by its byte order mark, its header, as UTF-8 if most of it is, by its meta
 * element, or else as windows-1252. Never throws; bytes that cannot be read become U+FFFD.
 */
export function decode(bytes: Uint8Array, contentType?: string): string {
  const bom = bomEncoding(bytes);
  if (bom) return new TextDecoder(bom).decode(bytes);

  const declared = decoderOf(/charset\s*=\s*["']?([^"';,\s]+)/i.exec(contentType ?? "")?.[1]);
  if (declared) return declared.decode(bytes);

  // Before the sniffer, which takes undeclared UTF-8 for windows-1252.
  const utf8 = bytes.includes(ESCAPE) ? undefined : mostlyUtf8(bytes);
  if (utf8 !== undefined) return utf8;
  return (decoderOf(sniffHtmlEncoding(bytes)) ?? new TextDecoder("windows-1252")).decode(bytes);
}

function bomEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

/** Undefined for an unknown label and for "replacement", which is not meant to decode text. */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  try {
    return label ? new TextDecoder(label) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of bytes that are UTF-8 but for some broken ones: letters of other charsets seldom form valid sequences. */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  // As a stream, because a body cut at the size limit may end inside a character.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = broken > 0 ? (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0) : 0;
  return broken <= whole ? text : undefined;
}
