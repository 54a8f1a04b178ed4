/** Prints rows of cells, the first of which are the heads, in columns or as Markdown. */
export function printTable([head, ...rows]: [string[], ...string[][]], isMarkdown: boolean): void {
  const lines = isMarkdown ? [head, head.map((_, column) => (column ? "---:" : "---")), ...rows] : [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines) {
    const cells = line.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)));
    console.log(isMarkdown ? `| ${cells.join(" | ")} |` : `  ${cells.join("  ")}`);
  }
}
