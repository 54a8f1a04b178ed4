// `npm run drill [-- WORD]`: breaks an installation in every known way (or those whose name
// contains the word), follows the named cure exactly, and fails if data or the site is not back.
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
