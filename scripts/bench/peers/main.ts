// `node scripts/bench/peers/main.ts`: the same rows, read from Debut, Directus and Strapi. See README.md.
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Program, start } from "../programs.ts";
import { createGround } from "../reads/ground.ts";
import { servedFrom } from "../reads/reads.ts";
import { alternate, printFigures, ROUND_OPTIONS, type Target } from "../reads/rounds.ts";
import { mcpSubjects } from "../reads/subjects/mcp.ts";
import { BARE, REST, restSubjects } from "../reads/subjects/rest.ts";
import { directus } from "./directus.ts";
import { install, type Peer, startPeer } from "./peer.ts";
import { copyRows } from "./rows.ts";
import { strapi } from "./strapi.ts";

const PEERS: Peer[] = [directus, strapi];

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    only: { type: "string", default: "" },
    folder: { type: "string" },
    ...ROUND_OPTIONS,
  },
});
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "debut-peers-"));
const env = servedFrom(mkdtempSync(join(tmpdir(), "debut-peers-data-")));
const file = join(env.DATA_DIR, "debut.db");
const ground = await createGround(env, Number(values.rows));
const running: Program[] = [];
try {
  const served = await start("server/main.ts", ["serve", "--json"], env);
  running.push(served);
  const bare = await start("scripts/bench/bare.ts", [file], {});
  running.push(bare);
  const targets: Target[] = [];
  for (const { name, peer, requests } of [...restSubjects, ...mcpSubjects])
    if (peer !== "repeater")
      targets.push({ name, program: peer ? bare : served, requests: await requests({ ...ground, url: served.url }) });
  for (const peer of PEERS.filter(({ name }) => name.includes(values.only))) {
    const own = join(folder, peer.name.toLowerCase());
    mkdirSync(own, { recursive: true });
    console.log(`Installing ${peer.name} into ${own}, which takes minutes the first time.`);
    install(peer, own);
    const program = await startPeer(peer, own);
    running.push(program);
    await peer.open(program.url);
    copyRows(file, peer.database(own), peer.extra ?? (() => ({})));
    for (const [name, read] of Object.entries(peer.reads))
      targets.push({ name, program, requests: ground.slugs.map(read) });
  }
  const figures = await alternate(targets, { rounds: Number(values.rounds), seconds: Number(values.seconds) });
  printFigures(figures, { "of bare": BARE, "of REST": REST }, values.markdown);
} finally {
  await Promise.all(running.map((program) => program.stop()));
}
