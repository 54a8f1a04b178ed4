import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readSettings } from "../../core/settings/config.ts";
import { startServer } from "../../server/app.ts";
import { addPerson } from "../../test/helpers/people.ts";
import { createWebsite } from "../../test/helpers/website.ts";
import { PRODUCT } from "./product.ts";

export const SITE = "http://kilnlog.test";

type Options = {
  pages?: Record<string, string>;
  env?: Record<string, string>;
  at?: Date;
  /** More hosts that serve the same pages. */
  hosts?: readonly string[];
};

/** A running Debut, the website of a product, its maker, and a clock that can be moved. */
export async function createGround(options: Options = {}) {
  const { pages = PRODUCT, env = {}, at = new Date(), hosts = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), "debut-launch-"));
  let offsetMs = at.getTime() - Date.now();
  const html = { ...pages };
  const page = (path: string) => (_req: unknown, res: ServerResponse) =>
    void res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html[path]);
  const website = await createWebsite(Object.fromEntries(Object.keys(html).map((path) => [path, page(path)])));
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: folder,
    LIMIT_MCP: "100000",
    LIMIT_WRITE: "100000",
    OUTBOUND_RESOLVE: website.resolve("kilnlog.test", ...hosts),
    ...env,
  });
  const { deps, jobs, url, stop } = await startServer(settings, {
    now: () => new Date(Date.now() + offsetMs),
    log: pino({ level: "silent" }),
  });
  const maker = await addPerson(deps.store, { email: "ann@people.example", name: "Ann" }, deps.now());
  return {
    url,
    deps,
    maker,
    /** Puts the badge on the homepage. */
    place: (badge: string) => {
      html["/"] = pages["/"]!.replace("</footer>", `${badge}</footer>`);
    },
    /** Lets time pass, with all work that comes due. */
    async pass(ms: number) {
      offsetMs += ms;
      await jobs.drain();
    },
    async close() {
      await stop();
      await website.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON-RPC messages of many shapes.
export type Message = any;
export type Ground = Awaited<ReturnType<typeof createGround>>;
