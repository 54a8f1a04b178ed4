export type Entry = {
  id: string;
  context: string | undefined;
  text: string;
  /** Comment lines: places, notes, flags. */
  notes: string[];
  isFuzzy: boolean;
};

/** Reads a catalog in the format of gettext. Plural forms are in the text, so each entry has one. */
export function readPo(source: string): Entry[] {
  return source.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((block): Entry[] => {
    const found: Record<string, string> = {};
    const notes: string[] = [];
    let field = "";
    let isFuzzy = false;
    for (const line of block.split(/\r?\n/)) {
      if (line.startsWith("#~")) return [];
      if (line.startsWith("#,")) isFuzzy ||= line.includes("fuzzy");
      else if (line.startsWith("#")) notes.push(line);
      if (line.startsWith("#") || line.trim() === "") continue;
      const [, name, text] = /^\s*(?:([\w[\]]+)\s+)?"(.*)"\s*$/.exec(line) ?? [];
      if (text === undefined) throw new Error(`This is not a line of a PO file: ${line}`);
      if (name) field = name;
      found[field] = (found[field] ?? "") + unescaped(text);
    }
    const { msgid, msgctxt, msgstr = "" } = found;
    return msgid ? [{ id: msgid, context: msgctxt, text: msgstr, notes, isFuzzy }] : [];
  });
}

const LETTERS: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, one: string) => LETTERS[one] ?? one);

/** Control characters and quotes; all else stays readable. */
const ESCAPES: Record<string, string> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const line = (name: string, text: string): string =>
  `${name} "${text.replace(/[\\"\n\t\r]/g, (one) => ESCAPES[one] ?? one)}"`;

export function writePo(tag: string, entries: readonly Entry[]): string {
  const head = [
    line("msgid", ""),
    line("msgstr", ""),
    ...(tag ? [`"Language: ${tag}\\n"`] : []),
    `"Content-Type: text/plain; charset=UTF-8\\n"`,
    `"Content-Transfer-Encoding: 8bit\\n"`,
    `"MIME-Version: 1.0\\n"`,
  ];
  const blocks = entries.map(({ id, context, text, notes, isFuzzy }) => [
    ...notes,
    ...(isFuzzy ? ["#, fuzzy"] : []),
    ...(context === undefined ? [] : [line("msgctxt", context)]),
    line("msgid", id),
    line("msgstr", text),
  ]);
  return `${[head, ...blocks].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
