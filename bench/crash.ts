import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { debut, start } from "./programs.ts";

const WEBSITES = 100;
const KILL_AFTER = 40;
const AT_ONCE = 8;

type Draft = { id: string; url: string; status: string };

/** Submits websites, kills the program without warning in the middle, starts it again and looks for what it had confirmed. */
export async function benchCrash(folder: string): Promise<void> {
  const website = createServer((_req, res) =>
    res.setHeader("content-type", "text/html").end("<!doctype html><title>A product</title><h1>A product</h1>"),
  );
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
  const { port } = website.address() as AddressInfo;
  const names = Array.from({ length: WEBSITES }, (_, index) => `site-${index}.test`);
  const env = {
    DATA_DIR: folder,
    PORT: "0",
    CRAWL_GAP_MS: "0",
    LIMIT_SUBMIT_HOUR: "100000",
    LIMIT_SUBMIT_DAY: "100000",
    LIMIT_WRITE: "100000",
    LIMIT_READ: "100000",
    OUTBOUND_RESOLVE: names.map((name) => `${name}=127.0.0.1:${port}`).join(","),
  };
  debut(["user", "create", "--email", "ann@people.example", "--password", "correct horse battery"], env);
  const key = debut(
    ["api-key", "create", "--email", "ann@people.example", "--scopes", "account:read,listings:write"],
    env,
  );
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const submit = (base: string, name: string) =>
    fetch(`${base}/api/v1/drafts`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": name },
      body: JSON.stringify({ url: `https://${name}/` }),
    });

  const first = await start("main.ts", ["serve", "--json"], env);
  const confirmed = new Map<string, string>();
  let killed: Promise<void> | undefined;
  const waiting = [...names];
  const sender = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      try {
        const answer = await submit(first.url, name);
        const draft = (await answer.json()) as Draft;
        if (answer.status === 201) confirmed.set(name, draft.id);
      } catch {
        // It is dead, or died before it answered; such a submission is sent again below.
      }
      if (confirmed.size >= KILL_AFTER) killed ??= first.stop("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await killed;

  const second = await start("main.ts", ["serve", "--json"], env);
  try {
    const read = async (id: string) => fetch(`${second.url}/api/v1/drafts/${id}`, { headers });
    const lost = [];
    for (const id of confirmed.values()) if ((await read(id)).status !== 200) lost.push(id);

    // The same keys again: whatever happened before, each website ends with one draft.
    let changed = 0;
    for (const name of names) {
      const draft = (await (await submit(second.url, name)).json()) as Draft;
      if (confirmed.has(name) && confirmed.get(name) !== draft.id) changed++;
    }
    const list = async () =>
      (await (await fetch(`${second.url}/api/v1/drafts?per_page=100`, { headers })).json()) as {
        items: Draft[];
        total: number;
      };
    for (let tries = 0; tries < 300 && (await list()).items.some(({ status }) => status !== "ready"); tries++)
      await delay(200);
    const { items, total } = await list();
    const once = new Set(items.map(({ url }) => url)).size;
    const ready = items.filter(({ status }) => status === "ready").length;
    console.log(
      `  confirmed before kill -9     ${String(confirmed.size).padStart(7)}   lost ${lost.length}, answered otherwise on retry ${changed}`,
    );
    console.log(
      `  after retries with same keys ${String(total).padStart(7)}   drafts of ${once} websites (${WEBSITES} sent), ${ready} ready`,
    );
    if (lost.length || changed || total !== WEBSITES || once !== WEBSITES || ready !== WEBSITES) process.exitCode = 1;
  } finally {
    await second.stop();
    website.closeAllConnections();
    website.close();
  }
}
