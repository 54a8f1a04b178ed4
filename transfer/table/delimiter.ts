const DELIMITERS = [",", ";", "\t", "|"];
const LINES = 30;

/**
 * What separates the cells: said by the first line of Excel ("sep=;"), else what occurs equally
 * often in the first lines.
 */
export function guessDelimiter(text: string): { delimiter: string; rest: string } {
  const [first, said] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (first && said) return { delimiter: said, rest: text.slice(first.length) };
  // Quoted cells say nothing.
  const lines = text
    .slice(0, 100_000)
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split(/\r?\n/)
    .filter(Boolean)
    .slice(0, LINES);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [heads = 0] = counts;
    return { delimiter, score: heads * counts.filter((count) => count === heads).length ** 2 };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return { delimiter: best.delimiter, rest: text };
}
