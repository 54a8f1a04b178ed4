// `npm run drill`: breaks an installation in every known way, follows the cure that the program names exactly,
// and prints the results as a Markdown table. `npm run drill -- WORD` runs the rows whose name contains the word. Exit code 1 if one
// does not end with the same data and a running site.
import { ROWS, runDrill } from "./drill.ts";

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .replaceAll(/\/tmp\/debut-drill-\w+/g, "…");

const [word] = process.argv.slice(2);
const rows = ROWS.filter(({ name }) => !word || name.toLowerCase().includes(word.toLowerCase()));
if (rows.length === 0)
  throw new Error(`No row has "${word}" in its name. There are: ${ROWS.map(({ name }) => name).join("; ")}.`);

console.log("| Fault | The site | The process | doctor | The cure | Followed |");
console.log("|---|---|---|---|---|---|");
const told = await runDrill(rows, (one) =>
  console.log(
    "lacks" in one
      ? `| ${one.row.name} | not tried here: it needs ${one.lacks.join(" and ")} | | | | |`
      : `| ${[one.row.name, one.site, one.process, one.doctor, one.cure, one.result].map(cell).join(" | ")} |`,
  ),
);
const failed = told.filter(({ faults }) => faults.length > 0);
console.log(`\n${told.length} tried, ${failed.length} failed.`);
for (const { row, faults } of failed) console.log(`! ${row.name}: ${faults.join("; ")}`);
if (failed.length) process.exitCode = 1;
