import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { CommandError } from "./command.ts";

const BEGINNINGS: readonly [bytes: readonly number[], sentence: string][] = [
  [[0x50, 0x4b, 3, 4], "is a spreadsheet or a zip archive. Open it and save the table as CSV (UTF-8)."],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an Excel file. Open it and save the table as CSV (UTF-8)."],
  [[0x1f, 0x8b], "is compressed. Unpack it first, with gunzip for example."],
  [[0xff, 0xfe], "is UTF-16. Save it as UTF-8 first: iconv -f UTF-16 -t UTF-8."],
  [[0xfe, 0xff], "is UTF-16. Save it as UTF-8 first: iconv -f UTF-16 -t UTF-8."],
];

/**
 * Reads a file, or standard input for "-". Files are validated completely first, so that an invalid
 * one changes nothing.
 */
export async function openText(file: string): Promise<Readable> {
  if (file === "-") return Readable.from(textOf("Standard input", process.stdin));
  if ((await stat(file)).isDirectory())
    throw new CommandError(`${file} is a folder. Name a CSV or JSON lines file.`, 2);
  for await (const _text of textOf(file, createReadStream(file)));
  // Opened with the first row, so that early refusals leave nothing open.
  return Readable.from(
    (async function* () {
      yield* textOf(file, createReadStream(file));
    })(),
  );
}

async function* textOf(name: string, input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let [rest, line, isFirst] = [Buffer.alloc(0), 1, true];
  const checked = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw new CommandError(notUtf8(name, line + wrongLine(bytes)), 2);
    const text = bytes.toString();
    line += text.split("\n").length - 1;
    return text;
  };
  for await (const chunk of input) {
    const bytes = Buffer.concat([rest, typeof chunk === "string" ? Buffer.from(chunk) : chunk]);
    if (isFirst) refuseOthers(name, bytes);
    isFirst = false;
    // A line feed is never part of another UTF-8 character, so lines can be checked one by one.
    const end = bytes.lastIndexOf("\n") + 1;
    yield checked(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  yield checked(rest);
}

function refuseOthers(name: string, bytes: Buffer): void {
  const known = BEGINNINGS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (known) throw new CommandError(`${name} ${known[1]}`, 2);
  if (bytes.includes(0)) throw new CommandError(`${name} is not text. Name a CSV or JSON lines file.`, 2);
}

const notUtf8 = (name: string, line: number): string =>
  `${name} is not UTF-8 (line ${line}). Save it as UTF-8 first; a file from Windows: iconv -f WINDOWS-1252 -t UTF-8.`;

function wrongLine(bytes: Buffer): number {
  let [from, line] = [0, 0];
  for (let to = bytes.indexOf("\n"); to >= 0 && isUtf8(bytes.subarray(from, to)); to = bytes.indexOf("\n", from)) {
    from = to + 1;
    line++;
  }
  return line;
}
