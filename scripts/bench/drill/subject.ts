import { setTimeout as delay } from "node:timers/promises";
import { createWebsite } from "../../../test/helpers/website.ts";

/** Websites for the broken installations to read; they respond slowly, so that something can happen meanwhile. */
export type Subjects = Awaited<ReturnType<typeof createSubjects>>;

const PAGE = `<!doctype html><html lang="en"><title>Acme Charts</title>
<meta name="description" content="Acme Charts makes charts of everything, simply and quickly.">
<h1>Acme Charts</h1><p>Acme Charts makes charts of everything, simply and quickly.</p>`;
const SLOW_MS = 1000;
const COUNT = 40;

export async function createSubjects() {
  const visits = new Map<string, number>();
  let held = Promise.resolve();
  const website = await createWebsite({
    "/": async ({ headers: { host = "" } }, res) => {
      visits.set(host, (visits.get(host) ?? 0) + 1);
      await Promise.all([delay(SLOW_MS), held]);
      res.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    },
  });
  const hosts = Array.from({ length: COUNT }, (_, nth) => `s${nth}.test`);
  let used = 0;
  return {
    resolve: website.resolve(...hosts),
    next: () => hosts[used++ % COUNT]!,
    visits: (host: string) =>
      [...visits].reduce((sum, [name, count]) => (name.split(":")[0] === host ? sum + count : sum), 0),
    /** Stops responding until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: website.close,
  };
}
