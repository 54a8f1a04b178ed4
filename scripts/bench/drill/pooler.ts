import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPooler } from "../../../test/helpers/postgres/pooler.ts";
import { startPostgres } from "../../../test/helpers/postgres/server.ts";
import type { Row } from "./row.ts";
import type { Stage } from "./stage.ts";

type Pooler = Awaited<ReturnType<typeof startPooler>>;
const poolers = new WeakMap<Stage, Pooler>();

async function run(stage: Stage, ...args: string[]): Promise<void> {
  const { code, stderr } = await stage.debut(args);
  if (code !== 0) throw new Error(stderr);
}

/** What is between the program and PostgreSQL. The rows go there and back, so that the drill can compare them. */
export const POOLER: Row[] = [
  {
    name: "PgBouncer ends and comes back",
    anchor: "check-database",
    needs: ["pgbouncer"],
    at: "stopped",
    async break(stage) {
      const folder = mkdtempSync(join(tmpdir(), "debut-drill-postgres-"));
      chmodSync(folder, 0o755);
      const server = await startPostgres(folder);
      const direct = server.url("postgres");
      const pooler = await startPooler("pgbouncer", folder, new URL(direct));
      stage.onClose(async () => {
        await pooler.stop();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      await run(stage, "move", "--to", direct);
      Object.assign(stage.env, { DATABASE_URL: pooler.url("postgres"), DATABASE_LISTEN_URL: direct });
      poolers.set(stage, pooler);
    },
    async meanwhile(stage, { url }) {
      if (url) await stage.write(url);
      await poolers.get(stage)!.stop();
    },
    byHand: [[/PostgreSQL server of DATABASE_URL runs/, (stage) => poolers.get(stage)!.restart()]],
    async check(stage, site) {
      await stage.stop(site);
      await run(stage, "move", "--to", stage.file);
      delete stage.env.DATABASE_URL;
      delete stage.env.DATABASE_LISTEN_URL;
      return [];
    },
  },
];
