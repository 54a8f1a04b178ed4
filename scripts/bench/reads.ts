import { join } from "node:path";
import { measure, median, type Shot } from "./load.ts";
import { debut, start } from "./programs.ts";

const ROUNDS = 21;
const ROUND_MS = 400;
const WARM_UP_MS = 2000;
const UNLIMITED = { LIMIT_READ_ANONYMOUS: "1000000000", LIMIT_MCP_ANONYMOUS: "1000000000" };

const callOf = (slug: string): Shot => ({
  path: "/mcp",
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "get_listing",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: "get_listing",
      arguments: { slug },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }),
});

/** One listing read by a bare handler, by REST and by MCP, alternating, so that load on the machine affects all three. */
export async function benchReads(folder: string): Promise<void> {
  const env = { DATA_DIR: folder, PORT: "0", ...UNLIMITED };
  debut(["seed", "--demo"], env);
  const [served, bare] = await Promise.all([
    start("server/main.ts", ["serve", "--json"], env),
    start("scripts/bench/bare.ts", [join(folder, "debut.db")], {}),
  ]);
  try {
    const list = (await (await fetch(`${served.url}/api/v1/listings?per_page=1`)).json()) as {
      items: { slug: string }[];
    };
    const { slug } = list.items[0]!;
    const targets: [name: string, origin: string, shot: Shot][] = [
      ["bare Express", bare.url, { path: `/listings/${slug}`, method: "GET" }],
      ["REST get_listing", served.url, { path: `/api/v1/listings/${slug}`, method: "GET" }],
      ["MCP tools/call get_listing", served.url, callOf(slug)],
    ];
    for (const [, origin, shot] of targets) await measure(origin, shot, WARM_UP_MS);

    const rounds: number[][] = [];
    let busiest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const figures: number[] = [];
      for (const [, origin, shot] of targets) {
        const { perSecond, busy } = await measure(origin, shot, ROUND_MS);
        figures.push(perSecond);
        busiest = Math.max(busiest, busy);
      }
      rounds.push(figures);
    }
    for (const [index, [name]] of targets.entries()) {
      const perSecond = median(rounds.map((figures) => figures[index]!));
      console.log(`  ${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)} answers/s`);
    }
    const ratio = (over: number, under: number) =>
      median(rounds.map((figures) => figures[over]! / figures[under]!)).toFixed(2);
    console.log(`  REST / bare Express          ${ratio(1, 0).padStart(7)}   aim 0.60`);
    console.log(`  MCP / REST                   ${ratio(2, 1).padStart(7)}   aim 0.25`);
    console.log(
      `  (medians of ${ROUNDS} alternating rounds; the sender was busy ${(busiest * 100).toFixed(0)} % of the time at most)`,
    );
  } finally {
    await Promise.all([served.stop(), bare.stop()]);
  }
}
