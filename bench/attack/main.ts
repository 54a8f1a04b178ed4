// `npm run attack`: honest people at work while strangers try to stop the server. `--only NAME` (again and again), `--seconds 8`, `--markdown`.
import { parseArgs } from "node:util";
import { attacks } from "./attacks/index.ts";
import { createGround } from "./ground.ts";
import { cellsOf, faultsOf, isServed, markdownOf } from "./report.ts";
import { type Row, run } from "./run.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    seconds: { type: "string" },
    markdown: { type: "boolean" },
  },
});
const names = values.only ? ["idle", ...values.only] : Object.keys(attacks);
for (const name of names)
  if (!attacks[name]) throw new Error(`There is no attack "${name}". There are: ${Object.keys(attacks).join(", ")}.`);

const ground = await createGround();
const rows: Row[] = [];
try {
  for (const name of names) {
    const row = await run(ground, name, Number(values.seconds ?? 8));
    rows.push(row);
    if (values.markdown) continue;
    console.log(`\n${name}`);
    for (const [title, text] of Object.entries(cellsOf(row, rows[0]))) console.log(`  ${title.padEnd(44)} ${text}`);
    for (const fault of faultsOf(row).slice(0, 5)) console.log(`  ! ${fault}`);
  }
  if (values.markdown) console.log(markdownOf(rows.map((row) => cellsOf(row, rows[0]))));
} finally {
  await ground.close();
}
const bad = rows.filter((row) => !isServed(row)).map(({ name }) => name);
if (bad.length) {
  console.log(`\nHonest people were not served during: ${bad.join(", ")}`);
  process.exitCode = 1;
}
