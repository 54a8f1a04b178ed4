import { expect, it } from "vitest";
import { decode } from "../../crawler/charset.ts";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part)))),
  );
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));

it.each([
  [
    "a byte order mark before the header",
    bytes([0xef, 0xbb, 0xbf], "caf\u00c3\u00a9"),
    "text/html; charset=iso-8859-1",
    "café",
  ],
  ["a UTF-16 byte order mark", bytes([0xff, 0xfe, 0x41, 0, 0xac, 0x20]), undefined, "A€"],
  ["a big-endian one", bytes([0xfe, 0xff, 0, 0x41, 0x20, 0xac]), undefined, "A€"],
  [
    "the header before the meta element",
    bytes('<meta charset="utf-8">caf\u00e9'),
    'text/html; charset="ISO-8859-1"',
    '<meta charset="utf-8">café',
  ],
  ["undeclared UTF-8", utf8("<p>Füße „“ 料金"), "text/html", "<p>Füße „“ 料金"],
  ["UTF-8 cut inside a character", utf8("料金").slice(0, 5), undefined, "料"],
  [
    "UTF-8 whatever the meta element says",
    utf8('<meta charset="windows-1251">é'),
    undefined,
    '<meta charset="windows-1251">é',
  ],
  [
    "the meta element",
    bytes('<meta charset="windows-1251">', [0xd6, 0xe5, 0xed, 0xfb]),
    undefined,
    '<meta charset="windows-1251">Цены',
  ],
  ["UTF-8 with one broken byte", bytes("F\u00c3\u00bc\u00c3\u009fe \u00e9!"), undefined, "Füße \ufffd!"],
  ["windows-1252 in the end", bytes([0x80, 0x93, 0x99, 0xe9]), undefined, "€“™é"],
  [
    "a legacy charset whose letters happen to form one valid sequence",
    bytes("<p>d\u00e9j\u00e0 \u00c3\u00a9t\u00e9"),
    undefined,
    "<p>déjà Ã©té",
  ],
  [
    "ISO-2022-JP, which looks like ASCII",
    bytes('<meta charset="iso-2022-jp">', [0x1b, 0x24, 0x42, 0x4e, 0x41, 0x1b, 0x28, 0x42]),
    undefined,
    '<meta charset="iso-2022-jp">料',
  ],
  ["a label nobody knows as none", utf8("é"), "text/html; charset=klingon", "é"],
  ["nothing", utf8(""), undefined, ""],
])("reads %s", (_, input, contentType, text) => expect(decode(input, contentType)).toBe(text));
