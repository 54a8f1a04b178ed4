import sniffHtmlEncoding from "html-encoding-sniffer";

/** ISO-2022-JP is ASCII, and thus valid UTF-8, except for its escape sequences. */
const ESCAPE = 0x1b;

/**
 * Decodes a page by byte order mark, header, mostly valid UTF-8, meta element, or windows-1252.
 * Never throws; invalid bytes become U+FFFD.
 */
export function decode(bytes: Uint8Array, contentType?: string): string {
  const bom = bomEncoding(bytes);
  if (bom) return new TextDecoder(bom).decode(bytes);

  const declared = decoderOf(/charset\s*=\s*["']?([^"';,\s]+)/i.exec(contentType ?? "")?.[1]);
  if (declared) return declared.decode(bytes);

  // Before the sniffer, which would take undeclared UTF-8 for windows-1252.
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

/** Undefined for unknown labels and "replacement". */
function decoderOf(label: string | undefined): TextDecoder | undefined {
  try {
    return label ? new TextDecoder(label) : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8 with a few invalid bytes: text in other charsets seldom forms valid sequences. */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  // As a stream, because a body cut at the size limit may end within a character.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = broken > 0 ? (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0) : 0;
  return broken <= whole ? text : undefined;
}
