// `npm run attack`: honest people at work while strangers try to stop the server. `--only NAME,NAME`, `--seconds 8`,
// `--patience 4` on a busy machine, where honest people wait so many times longer.
import { optionsOf, printTable, quantile } from "../figures.ts";
import { attacks } from "./attacks.ts";
import type { Entry } from "./clients.ts";
import { createGround } from "./ground.ts";
import { type Result, run } from "./run.ts";
import { CLASSES } from "./stage.ts";

/** What people wait for anyway; everything else should come at once. */
const SLOW = ["sign-in", "checkout", "draft"];
/** What 99 of 100 requests of every group take at most. */
const LONGEST_MS = 3000;

const { only, seconds, patience } = optionsOf(process.argv.slice(2), { only: "", seconds: 8, patience: 1 });
const names = only ? ["idle", ...only.split(",")] : Object.keys(attacks);
for (const name of names)
  if (!attacks[name]) throw new Error(`There is no attack "${name}". There are: ${Object.keys(attacks).join(", ")}.`);

const p99 = (entries: Entry[]): number => {
  const times = entries.map(({ ms }) => ms);
  return quantile(times, 0.99);
};
const quick = ({ honest }: Result): Entry[] => honest.entries.filter(({ who }) => !SLOW.includes(who));

/** What was not as it should be, the most frequent fault first. */
function faultsOf(name: string, result: Result, idle: Result): string[] {
  const { honest, blockMs, memory } = result;
  const { entries, connected, draftSeconds, canSignIn, canConnect, canRegister } = honest;
  const failed = entries.filter(({ fault }) => fault !== undefined);
  const faults = [...Map.groupBy(failed, ({ who, fault }) => `${who}: ${fault}`)];
  const late = [...Map.groupBy(quick(result), ({ who }) => who)].flatMap(([who, all]) =>
    p99(all) > LONGEST_MS * patience ? [`${who}: p99 ${p99(all).toFixed(0)} ms`] : [],
  );
  const assistants = ground.stage.assistants.length;
  const grown = memory.most - memory.before - (idle.memory.most - idle.memory.before);
  return [
    ...faults.sort(([, a], [, b]) => b.length - a.length).map(([text, all]) => `${all.length} × ${text}`),
    ...late,
    ...(blockMs === undefined ? ["the server ended"] : []),
    ...(connected === assistants ? [] : [`${connected} of ${assistants} assistants are connected`]),
    ...(draftSeconds === undefined ? ["the draft never came"] : []),
    ...Object.entries({ canSignIn, canConnect, canRegister }).flatMap(([what, can]) => (can ? [] : [`${what}: no`])),
    ...(grown > (attacks[name]!.mostGrowthMb ?? Infinity) ? [`memory grew by ${grown.toFixed(0)} MB more`] : []),
  ];
}

const rows: Parameters<typeof printTable>[0] = [];
const ground = await createGround({ patience });
let idle: Result | undefined;
try {
  for (const name of names) {
    const result = await run(ground, [name], seconds);
    idle ??= result;
    const { sent, honest, blockMs, memory } = result;
    const { entries } = honest;
    const served = entries.filter(({ fault }) => fault === undefined).length;
    rows.push({
      attack: attacks[name]!.title,
      sent: sent[0]!.sent,
      [CLASSES.join(" / ")]: CLASSES.map((one) => sent[0]!.counts[one]).join(" / "),
      "served %": (100 * served) / Math.max(1, entries.length),
      "p99 / idle": p99(quick(result)) / p99(quick(idle)),
      "longest block ms": blockMs,
      "MB before / most / after": [memory.before, memory.most, memory.after].map((mb) => mb.toFixed(0)).join(" / "),
    });
    const faults = faultsOf(name, result, idle);
    console.log(`${name}: ${faults.length ? "FAILED" : "served"}`);
    for (const fault of faults.slice(0, 8)) console.log(`  ! ${fault}`);
    if (faults.length) process.exitCode = 1;
  }
} finally {
  await ground.close();
}
printTable(rows);
