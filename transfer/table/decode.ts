import { isUtf8 } from "node:buffer";
import { AppError } from "#core/errors/errors.ts";
import { type Text, t } from "#languages/words.ts";

const BEGINNINGS: readonly [bytes: readonly number[], sentence: Text][] = [
  [[0x50, 0x4b, 3, 4], t`This is a spreadsheet or a ZIP archive. Open it and save the table as CSV.`],
  [[0xd0, 0xcf, 0x11, 0xe0], t`This is an Excel file. Open it and save the table as CSV.`],
  [[0x1f, 0x8b], t`This file is compressed. Unpack it first.`],
];

/** A file that cannot be read. Its message says what to do. */
export const unreadable = (sentence: Text): AppError => new AppError("validation_failed", sentence);

/** Notepad writes UTF-16 with a mark, some exports without: then every other byte is zero. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 400);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  const most = start.length / 4;
  return zeros(1) > most ? "utf-16le" : zeros(0) > most ? "utf-16be" : undefined;
}

/** The text of a file in whatever encoding spreadsheets save. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const known = BEGINNINGS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (known) throw unreadable(known[1]);
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  if (bytes.includes(0)) throw unreadable(t`This is not a text file. Choose a CSV, JSON or YAML file.`);
  return isUtf8(bytes)
    ? { text: new TextDecoder("utf-8").decode(bytes), encoding: "UTF-8" }
    : { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}
