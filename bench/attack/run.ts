import { Pool } from "undici";
import { attacks } from "./attacks/index.ts";
import type { Ground } from "./ground.ts";
import type { Outcome } from "./honest.ts";
import type { Pulse } from "./pulse.ts";
import type { SenderQuestions, Sent } from "./sender.ts";
import { startHelper } from "./talk.ts";

const CALM_MS = 2500;
const WARM_REQUESTS = 600;

export type Row = {
  name: string;
  title: string;
  sent: Sent;
  seconds: number;
  honest: Outcome;
  /** Undefined when the server ended. */
  pulse: Pulse | undefined;
  memory: { before: number; most: number; after: number };
};

/** One attack on a fresh server at which honest people are at work: from before it until what they began is done. */
export async function run(ground: Ground, name: string, seconds: number, target?: string): Promise<Row> {
  const { title, longer = 1 } = attacks[name]!;
  const { stage, honest } = ground;
  const length = seconds * longer;
  const server = await ground.live(name);
  const sender = startHelper<SenderQuestions>("sender.ts");
  try {
    await sender.ask("listen", { name, port: stage.sitePort });
    await warm(stage.base, stage.slugs);
    await honest.ask("calm", { stage, ms: CALM_MS });
    await server.pulse();
    const { now: before } = server.memory();
    const began = performance.now();
    const during = honest.ask("during", { ms: length * 1000 });
    const sent = await sender.ask("attack", { name, stage, target: target ?? stage.base, seconds: length });
    const took = (performance.now() - began) / 1000;
    await honest.ask("enough");
    const outcome = await during;
    const pulse = server.hasEnded() ? undefined : await server.pulse();
    const { now: after, most } = server.memory();
    return { name, title, sent, seconds: took, honest: outcome, pulse, memory: { before, most, after } };
  } finally {
    await Promise.all([server.stop(), sender.end()]);
  }
}

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
    const pool = new Pool(base, { connections: 1, connect: { localAddress: `127.0.9.${1 + nth}` } as object });
    while (left-- > 0) {
      const path = left % 2 ? `/listings/${slugs[left % slugs.length]}` : paths[(left / 2) % paths.length]!;
      await (await pool.request({ method: "GET", path, headers: { "user-agent": "Mozilla/5.0" } })).body.dump();
    }
    await pool.close();
  };
  await Promise.all(Array.from({ length: 8 }, (_, nth) => loop(nth)));
}
