import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { attacks } from "./attacks/index.ts";
import type { Ground } from "./ground.ts";
import type { Outcome } from "./honest.ts";
import type { Pulse } from "./pulse.ts";
import type { SenderQuestions, Sent } from "./sender.ts";
import type { Attack } from "./stranger.ts";
import { startHelper } from "./talk.ts";

const CALM_MS = 3000;
const WARM_REQUESTS = 600;
/** After this time, the server should have returned what an attack took. */
const SETTLE_MS = 10_000;

/** What came of some attacks, one after the other, on one server. */
export type Result = {
  sent: Sent[];
  seconds: number;
  honest: Outcome;
  /** Undefined when the server ended. */
  pulse: Pulse | undefined;
  /** Bytes of the server and of what it started; `after` is ten seconds after attacks that have a limit. */
  memory: { before: number; most: number; after: number };
};

/** Attacks on a fresh server at which honest people are at work: from before the first until what they began is done. */
export async function run({ stage, honest, live }: Ground, names: string[], seconds: number): Promise<Result> {
  const server = await live();
  const sender = startHelper<SenderQuestions>("sender.ts");
  try {
    // Where nobody measures, nobody minds that the first requests take longer.
    if (stage.patience === 1) await warm(stage.base, stage.slugs);
    await honest.ask("calm", { stage, ms: CALM_MS });
    await server.pulse();
    const { now: before } = server.memory();
    const began = performance.now();
    const lengths = names.map((name) => seconds * (attacks[name]!.longer ?? 1));
    const during = honest.ask("during", { ms: lengths.reduce((sum, length) => sum + length, 0) * 1000 });
    const sent: Sent[] = [];
    for (const [nth, name] of names.entries())
      sent.push(await sender.ask("attack", { name, stage, seconds: lengths[nth]! }));
    const took = (performance.now() - began) / 1000;
    await honest.ask("enough");
    const outcome = await during;
    const pulse = server.hasEnded() ? undefined : await server.pulse();
    if (names.some((name) => attacks[name]!.mostGrowthMb !== undefined)) await delay(SETTLE_MS);
    const { now: after, most } = server.memory();
    return { sent, seconds: took, honest: outcome, pulse, memory: { before, most, after } };
  } finally {
    await Promise.all([server.stop(), sender.end()]);
  }
}

const MB = 1e6;

/** Whether the memory of the server stayed within the limit of an attack. `idle` is the run without one. */
export function isBounded(
  { mostGrowthMb = Number.POSITIVE_INFINITY }: Attack,
  { memory }: Result,
  idle: Result,
): boolean {
  const usual = idle.memory.most - idle.memory.before;
  return memory.most - memory.before - usual <= mostGrowthMb * MB;
}

/** Whether everybody who means well got everything. */
export const isServed = ({ honest, pulse }: Result): boolean =>
  pulse !== undefined &&
  honest.entries.every(({ fault }) => fault === undefined) &&
  honest.connected === honest.assistants &&
  honest.canSignIn &&
  honest.canConnect &&
  honest.canRegister &&
  honest.draftSeconds !== undefined;

/** A process that has run for a while: its code is compiled, its statements are prepared. From addresses that nobody else has. */
async function warm(base: string, slugs: string[]): Promise<void> {
  const paths = [
    "/",
    "/search?q=calendar",
    "/categories",
    "/api/v1/listings?per_page=20",
    "/api/v1/listings?q=invoices",
    "/feeds/launches.atom",
  ];
  let left = WARM_REQUESTS;
  const loop = async (nth: number) => {
    const pool = new Pool(base, { connections: 1, localAddress: `127.0.9.${1 + nth}` });
    while (left-- > 0) {
      const path = left % 2 ? `/listings/${slugs[left % slugs.length]}` : paths[(left / 2) % paths.length]!;
      await (await pool.request({ method: "GET", path, headers: { "user-agent": "Mozilla/5.0" } })).body.dump();
    }
    await pool.close();
  };
  await Promise.all(Array.from({ length: 8 }, (_, nth) => loop(nth)));
}
