import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { startHelper } from "../programs.ts";
import { attacks } from "./attacks.ts";
import type { Ground } from "./ground.ts";
import type { SenderQuestions } from "./sender.ts";

const CALM_MS = 3000;
const WARM_REQUESTS = 600;
/** After this time, the server should have returned what an attack took. */
const SETTLE_MS = 10_000;

/** What came of some attacks on one server; memory in megabytes. The pulse is undefined when the server ended. */
export type Result = Awaited<ReturnType<typeof run>>;

/** Attacks on a fresh server at which honest people are at work: from before the first until what they began is done. */
export async function run({ stage, honest, live }: Ground, names: string[], seconds: number) {
  const server = await live();
  const sender = startHelper<SenderQuestions>("attack/sender.ts");
  try {
    // Where nobody measures, nobody minds that the first requests take longer.
    if (stage.patience === 1) await warm(stage.base, stage.slugs);
    await honest.ask("calm", { stage, ms: CALM_MS });
    await server.pulse();
    const { now: before } = server.memory();
    const lengths = names.map((name) => seconds * (attacks[name]!.longer ?? 1));
    const during = honest.ask("during", { ms: lengths.reduce((sum, length) => sum + length, 0) * 1000 });
    const sent = [];
    for (const [nth, name] of names.entries())
      sent.push(await sender.ask("attack", { name, stage, seconds: lengths[nth]! }));
    await honest.ask("enough");
    const outcome = await during;
    const pulse = await server.pulse();
    if (names.some((name) => attacks[name]!.mostGrowthMb !== undefined)) await delay(SETTLE_MS);
    const { now: after, most } = server.memory();
    return { sent, honest: outcome, pulse, memory: { before, most, after } };
  } finally {
    await Promise.all([server.stop(), sender.end()]);
  }
}

/** A process that has run for a while: its code is compiled, its statements are prepared. From addresses that nobody else has. */
async function warm(base: string, slugs: string[]): Promise<void> {
  const api = ["/api/v1/listings?per_page=20", "/api/v1/listings?q=invoices"];
  const paths = ["/", "/search?q=calendar", "/categories", "/feeds/launches.atom", ...api];
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
