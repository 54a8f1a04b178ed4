/** One entry of a list in a cell: in double quotes, doubled inside, or as it stands; up to the next `;`, `|` or line. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*(?=[;|\n]|$)|([^;|\n]+))/g;

/** The distinct entries of a list in one cell or form field. */
export function readList(cell: string): string[] {
  const entries = cell.matchAll(ENTRY).map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
  return [...new Set(entries.filter(Boolean))];
}

/** The cell that `readList` reads as these entries. */
export const writeList = (entries: readonly unknown[]): string =>
  [...new Set(entries.map((entry) => String(entry).trim()))]
    .map((entry) => (/[;|\n]|^"/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry))
    .join("; ");
