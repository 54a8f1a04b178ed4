import { setImmediate as breathe } from "node:timers/promises";
import { messageOf } from "#domain/text/failure.ts";
import { isRecord, membersOf } from "#domain/text/record.ts";
import { t } from "#languages/words.ts";
import { decodeText, unreadable } from "./table/decode.ts";
import { objectsIn } from "./table/rows.ts";

type FolderFile = { path: string; bytes: Uint8Array };

/** Whether a folder has this file for its rows. Hidden folders configure tools. */
export const isRowFile = (path: string): boolean => /\.(ya?ml|json)$/i.test(path) && !/(^|\/)\./.test(path);

/** A file with a name and an address is one row, whatever lists it has. */
function rowsIn(value: unknown): unknown[] {
  const { name, title, ...rest } = membersOf(value);
  const isRow =
    typeof (name ?? title) === "string" &&
    Object.values(rest).some((one) => typeof one === "string" && /^https?:/.test(one));
  return isRow ? [value] : objectsIn(value);
}

/** Files of a folder as JSON lines. One that cannot be read is a row that says so. */
export async function joinFiles(files: readonly FolderFile[]): Promise<Uint8Array> {
  const { parseAllDocuments } = await import("yaml");
  const [rows, faults]: [string[], string[]] = [[], []];
  let count = 0;
  for (const { path, bytes } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (++count % 20 === 0) await breathe();
    try {
      const { text } = decodeText(bytes);
      const values = /json$/i.test(path)
        ? [JSON.parse(text)]
        : [...parseAllDocuments(text)].map((one) => {
            if (one.errors[0]) throw one.errors[0];
            return one.toJS() as unknown;
          });
      const found = values.filter((value) => value !== null).flatMap(rowsIn);
      if (!found.every(isRecord)) throw new Error("It is no object with named values.");
      rows.push(...found.map((one) => JSON.stringify(one)));
    } catch (error) {
      faults.push(`${path}: ${messageOf(error).split("\n")[0]}`);
    }
  }
  if (rows.length === 0) throw unreadable(faults[0] ?? t`This folder has no YAML or JSON files.`);
  const lines = [...rows, ...faults.map((fault) => JSON.stringify(fault))];
  return new TextEncoder().encode(lines.length === 1 ? `[${lines[0]}]` : lines.join("\n"));
}
