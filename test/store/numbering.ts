// Takes numbers in changes that wait for each other, until it is killed: numbering.ts FILE NAME.
// Prints a line for each change that has ended: "kept NAME-1-1 17" or "refused NAME-1-2".
import { writeSync } from "node:fs";
import { setImmediate as nextRound } from "node:timers/promises";
import { seededRandom } from "../../data/demo/random.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";

const WRITERS = 16;
const [file, name] = process.argv.slice(2) as [string, string];
const random = seededRandom(name);
const store = sqliteStore(connect(openWriter(file)));

async function takeNumber(id: string): Promise<string> {
  const [waits, isRefused] = [random.chance(0.1), random.chance(0.3)];
  try {
    const number = await store.change(async (tx) => {
      const number = String(Number((await tx.reference.findSecret("count")) ?? 0) + 1);
      await tx.reference.saveSecret(`first ${id}`, number);
      await tx.reference.saveSecret("count", number);
      if (waits) await nextRound();
      if (isRefused) throw new Error("refused");
      await tx.reference.saveSecret(`second ${id}`, number);
      return number;
    });
    return `kept ${id} ${number}`;
  } catch (error) {
    if (isRefused) return `refused ${id}`;
    throw error;
  }
}

async function writeOn(writer: number): Promise<void> {
  for (let nth = 0; ; nth++) writeSync(1, `${await takeNumber(`${name}-${writer}-${nth}`)}\n`);
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeOn(writer)));
