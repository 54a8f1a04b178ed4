// `npm run words` writes languages/debut.pot and updates the catalogs beside it. `list PATH` prints sentences with their
// places, `left PATH` strings in code that are no sentences yet, `outside PAGE` what a pseudo-language page says in English.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { readPo, writePo } from "../languages/po.ts";
import { checkCatalog, entriesOf, everySentence, sources, updated } from "./words/catalogs.ts";
import { stringsLeft } from "./words/left.ts";
import { wordsOutside } from "./words/outside.ts";

const [what, ...parts] = process.argv.slice(2);
const isWanted = (file: string): boolean => parts.length === 0 || parts.some((part) => file.includes(part));

if (what === "list") {
  for (const { file, line, id } of everySentence()) if (isWanted(file)) console.log(`${file}:${line}\t${id}`);
} else if (what === "left") {
  let total = 0;
  for (const file of sources().filter(isWanted)) {
    const left = stringsLeft(file, readFileSync(file, "utf8"));
    total += left.length;
    if (left.length > 0) console.log(`${file}: ${left.length}`);
    for (const { line, text } of left) console.log(`  ${line}\t${text.slice(0, 120)}`);
  }
  console.log(`${total} in all`);
} else if (what === "outside") {
  // Saved pages of the pseudo-language: `node scripts/words.ts outside page.html`.
  for (const file of parts)
    for (const { where, words } of wordsOutside(readFileSync(file, "utf8")).outside)
      console.log(`${file} ${where}: ${words.slice(0, 100)}`);
} else {
  const found = everySentence();
  const template = entriesOf(found);
  const words = template.reduce((sum, { id }) => sum + id.split(/\s+/).length, 0);
  console.log(`${template.length} sentences with ${words} words, in ${found.length} places`);
  writeFileSync("languages/debut.pot", writePo("", template));
  for (const file of globSync("languages/*.po").sort()) {
    const tag = basename(file, ".po");
    const catalog = updated(template, readPo(readFileSync(file, "utf8")));
    writeFileSync(file, writePo(tag, catalog));
    const { missing, faults } = checkCatalog(tag, template, catalog);
    console.log(`${file}: ${template.length - missing.length} translated, ${missing.length} to do`);
    for (const fault of faults) console.log(`  ${fault}`);
  }
}
