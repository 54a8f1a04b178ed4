// `npm run lies [FILE]`: how many lies with real quotes pass the check of drafted facts, and how many truths it refuses.
// FILE is a module like test/lies/cases.ts. Exit code 1 if a lie passes.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Case } from "../test/lies/cases.ts";
import { tell } from "../test/lies/tell.ts";

const file = process.argv[2] ?? new URL("../test/lies/cases.ts", import.meta.url).pathname;
const { LIES, TRUTHS }: { LIES: Record<string, Case[]>; TRUTHS: Case[] } = await import(
  pathToFileURL(resolve(file)).href
);

console.log("| What is twisted | lies | passed |\n|---|---|---|");
let told = 0;
let believed = 0;
for (const [kind, lies] of Object.entries(LIES)) {
  const passed = lies.filter((lie) => tell(lie).passed);
  told += lies.length;
  believed += passed.length;
  console.log(`| ${kind} | ${lies.length} | ${passed.length} |`);
  for (const { field, value, body } of passed) console.error(`passed: ${field} "${value}" from "${body}"`);
}
console.log(`| **all** | ${told} | ${believed} |`);
const refused = TRUTHS.flatMap((truth) => {
  const { passed, reason } = tell(truth);
  return passed ? [] : [{ ...truth, reason }];
});
console.log(`\nTruths: ${TRUTHS.length}, refused: ${refused.length}.`);
for (const { field, value, body, reason } of refused)
  console.error(`refused: ${field} "${value}" from "${body}": ${reason}`);
process.exitCode = believed > 0 ? 1 : 0;
