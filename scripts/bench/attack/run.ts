import { setTimeout as delay } from "node:timers/promises";
import { startHelper } from "../programs.ts";
import { attacks } from "./attacks.ts";
import type { Ground } from "./ground.ts";
import type { SenderQuestions } from "./sender.ts";

/** By then, the code is compiled and the statements are prepared. */
const CALM_MS = 10_000;
/** After this time, the server should have returned what an attack took. */
const SETTLE_MS = 10_000;

/** What came of some attacks on one server; memory in megabytes. `blockMs` is undefined if the server ended. */
export type Result = Awaited<ReturnType<typeof run>>;

/** Attacks on a fresh server that honest people use, until what they began is done. */
export async function run({ stage, honest, live }: Ground, names: string[], seconds: number) {
  const server = await live();
  const sender = startHelper<SenderQuestions>("attack/sender.ts");
  try {
    const people = honest();
    await people.calm(CALM_MS / stage.patience);
    await server.blockMs();
    const { now: before } = server.memory();
    const lengths = names.map((name) => seconds * (attacks[name]!.longer ?? 1));
    const attack = async () => {
      const sent = [];
      for (const [nth, name] of names.entries())
        sent.push(await sender.ask("attack", { name, stage, seconds: lengths[nth]! }));
      return sent;
    };
    const sent = attack();
    const outcome = await people.during(lengths.reduce((sum, length) => sum + length, 0) * 1000, sent);
    const blockMs = await server.blockMs();
    if (names.some((name) => attacks[name]!.mostGrowthMb !== undefined)) await delay(SETTLE_MS);
    const { now: after, most } = server.memory();
    return { sent: await sent, honest: outcome, blockMs, memory: { before, most, after } };
  } finally {
    await Promise.all([server.stop(), sender.end()]);
  }
}
