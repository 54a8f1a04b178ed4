// `npm run attack`: honest people at work while strangers try to stop the server. `--only NAME` (as often as you like), `--seconds 8`,
// `--patience 4` on a busy machine, where honest people wait so many times longer; `--markdown`; `--costs` measures instead what single requests cost the server.
import { parseArgs } from "node:util";
import { attacks } from "./attacks/index.ts";
import { measureCosts } from "./costs.ts";
import { createGround } from "./ground.ts";
import { cellsOf, faultsOf, isQuick, markdownOf } from "./report.ts";
import { isBounded, isServed, type Result, run } from "./run.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    seconds: { type: "string" },
    markdown: { type: "boolean" },
    costs: { type: "boolean" },
    patience: { type: "string" },
  },
});
const names = values.only ? ["idle", ...values.only] : Object.keys(attacks);
for (const name of names)
  if (!attacks[name]) throw new Error(`There is no attack "${name}". There are: ${Object.keys(attacks).join(", ")}.`);

if (values.costs) await measureCosts();
else await attackAll();

async function attackAll(): Promise<void> {
  const ground = await createGround({ patience: Number(values.patience ?? 1) });
  const rows: Record<string, string>[] = [];
  const unserved: string[] = [];
  const unbounded: string[] = [];
  let idle: Result | undefined;
  try {
    for (const name of names) {
      const result = await run(ground, [name], Number(values.seconds ?? 8));
      idle ??= result;
      const row = cellsOf(attacks[name]!.title, result, idle);
      rows.push(row);
      if (!isServed(result) || !isQuick(result, ground.stage.patience)) unserved.push(name);
      if (!isBounded(attacks[name]!, result, idle)) unbounded.push(name);
      if (values.markdown) continue;
      console.log(`\n${name}`);
      for (const [title, text] of Object.entries(row)) console.log(`  ${title.padEnd(44)} ${text}`);
      for (const fault of faultsOf(result).slice(0, 5)) console.log(`  ! ${fault}`);
    }
  } finally {
    await ground.close();
  }
  if (values.markdown) console.log(markdownOf(rows));
  if (unserved.length > 0)
    console.log(`\nHonest people were not served, or waited too long, during: ${unserved.join(", ")}`);
  if (unbounded.length > 0) console.log(`\nThe server took more memory than allowed during: ${unbounded.join(", ")}`);
  process.exitCode = unserved.length + unbounded.length > 0 ? 1 : 0;
}
