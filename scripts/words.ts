// `npm run words`: writes every sentence of the program to languages/debut.pot and updates the catalogs beside it.
// `npm run words list [PART OF A PATH…]` prints the sentences with their places.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { readPo, writePo } from "../languages/po.ts";
import { checkCatalog, entriesOf, everySentence, updated } from "./words/catalogs.ts";

const [what, ...parts] = process.argv.slice(2);
const found = everySentence();
if (what === "list") {
  for (const { file, line, id } of found)
    if (parts.length === 0 || parts.some((part) => file.includes(part))) console.log(`${file}:${line}\t${id}`);
} else {
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
