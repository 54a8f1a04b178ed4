// `npm run attack`: honest people at work while strangers try to stop the server. `--only NAME` (as often as you like),
// `--seconds 8`, `--patience 4` on a busy machine, where honest people wait so many times longer.
import { parseArgs } from "node:util";
import { printTable, quantile } from "../figures.ts";
import { attacks } from "./attacks.ts";
import type { Entry } from "./clients.ts";
import { createGround } from "./ground.ts";
import { type Result, run } from "./run.ts";
import { CLASSES } from "./stage.ts";

/** What people wait for anyway; everything else should come at once. */
const SLOW = ["sign-in", "checkout", "draft"];
/** What 99 of 100 requests of every group take at most. */
const LONGEST_MS = 3000;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    seconds: { type: "string", default: "8" },
    patience: { type: "string", default: "1" },
  },
});
const names = values.only ? ["idle", ...values.only] : Object.keys(attacks);
for (const name of names)
  if (!attacks[name]) throw new Error(`There is no attack "${name}". There are: ${Object.keys(attacks).join(", ")}.`);

const p99 = (entries: Entry[]): number =>
  quantile(
    entries.map(({ ms }) => ms),
    0.99,
  );
const isQuick = ({ who }: Entry): boolean => !SLOW.includes(who);

/** What was not as it should be, the most frequent fault first. */
function faultsOf(name: string, result: Result, idle: Result, patience: number): string[] {
  const { honest, pulse, memory } = result;
  const { entries, connected, assistants, draftSeconds, canSignIn, canConnect, canRegister } = honest;
  const faults = Map.groupBy(
    entries.filter(({ fault }) => fault !== undefined),
    ({ who, fault }) => `${who}: ${fault}`,
  );
  const late = [...Map.groupBy(entries.filter(isQuick), ({ who }) => who)].flatMap(([who, all]) =>
    p99(all) > LONGEST_MS * patience ? [`${who}: p99 ${p99(all).toFixed(0)} ms`] : [],
  );
  const grown = memory.most - memory.before - (idle.memory.most - idle.memory.before);
  return [
    ...[...faults].sort(([, a], [, b]) => b.length - a.length).map(([text, all]) => `${all.length} × ${text}`),
    ...late,
    ...(pulse ? [] : ["the server ended"]),
    ...(connected === assistants ? [] : [`${connected} of ${assistants} assistants are connected`]),
    ...(draftSeconds === undefined ? ["the draft never came"] : []),
    ...Object.entries({ canSignIn, canConnect, canRegister }).flatMap(([what, can]) => (can ? [] : [`${what}: no`])),
    ...(grown > (attacks[name]!.mostGrowthMb ?? Infinity) ? [`memory grew by ${grown.toFixed(0)} MB more`] : []),
  ];
}

const rows: string[][] = [];
const patience = Number(values.patience);
const ground = await createGround({ patience });
let idle: Result | undefined;
try {
  for (const name of names) {
    const result = await run(ground, [name], Number(values.seconds));
    idle ??= result;
    const { sent, honest, pulse, memory } = result;
    const { entries } = honest;
    const served = entries.filter(({ fault }) => fault === undefined).length;
    const ratio = p99(entries.filter(isQuick)) / p99(idle.honest.entries.filter(isQuick));
    const loop = pulse ? [pulse.blockMs.toFixed(0), pulse.busyMs.toFixed(0)] : ["", ""];
    const share = ((100 * served) / Math.max(1, entries.length)).toFixed(served === entries.length ? 0 : 1);
    const answers = CLASSES.map((one) => sent[0]!.counts[one]).join(" / ");
    const memories = [memory.before, memory.most, memory.after].map((mb) => mb.toFixed(0));
    rows.push([
      attacks[name]!.title,
      String(sent[0]!.sent),
      answers,
      share,
      ratio.toFixed(1),
      ...loop,
      memories.join(" / "),
    ]);
    const faults = faultsOf(name, result, idle, patience);
    console.log(`${name}: ${faults.length ? "FAILED" : "served"}`);
    for (const fault of faults.slice(0, 8)) console.log(`  ! ${fault}`);
    if (faults.length) process.exitCode = 1;
  }
} finally {
  await ground.close();
}
const loop = ["longest block ms", "computing ms"];
printTable([
  ["attack", "sent", CLASSES.join(" / "), "served %", "p99 / idle", ...loop, "MB before / most / after"],
  ...rows,
]);
