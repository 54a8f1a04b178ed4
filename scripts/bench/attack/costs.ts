import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import { readSettings } from "../../../core/settings/config.ts";
import { createBrowser } from "./browser.ts";
import { type Answer, type Asked, createClient } from "./client.ts";
import { requestsOf } from "./cost-requests.ts";
import { createGround } from "./ground.ts";
import { HONEST_HOSTS, honestAddress, type Owner } from "./stage.ts";

const MOST_MS = 1500;
const MOST_REQUESTS = 60;
const PATIENT_MS = 120_000;
const POLL_MS = 500;

/** Quotas would hide what a request costs. */
const ROOMY = Object.fromEntries(
  Object.keys(readSettings({}))
    .filter((name) => name.startsWith("LIMIT_"))
    .map((name) => [name, "100000000"]),
);

type Cost = {
  name: string;
  status: number;
  mainMs: number;
  allMs: number;
  longestMs: number;
  sentKb: number;
  keptKb: number;
};

/** What one request costs the server, one after the other and without quotas: where a flood would hurt most. Prints them, dearest first. */
export async function measureCosts(): Promise<void> {
  const ground = await createGround({ assistants: 0, env: ROOMY });
  const { stage } = ground;
  const server = await ground.live();
  const client = createClient(stage.base, honestAddress(1));
  const browser = createBrowser(stage.base, client);
  const db = new Database(join(server.folder, "debut.db"), { readonly: true });
  const kbOnDisk = () =>
    ((db.pragma("page_count", { simple: true }) as number) * (db.pragma("page_size", { simple: true }) as number)) /
    1000;
  const send = (asked: Asked): Promise<Answer> => {
    const signal = AbortSignal.timeout(PATIENT_MS);
    // The form of the site carries a token.
    return asked.path === "/sign-in" && asked.body
      ? browser.fill("/sign-in", "/sign-in", Object.fromEntries(new URLSearchParams(asked.body)), signal)
      : client.send(asked, signal);
  };

  async function costOf(name: string, requestOf: (nth: number) => Asked): Promise<Cost> {
    for (let nth = 0; nth < 3; nth++) await send(requestOf(1000 + nth));
    await server.pulse();
    const before = kbOnDisk();
    const started = performance.now();
    let [count, status, bytes] = [0, 0, 0];
    while (count < MOST_REQUESTS && performance.now() - started < MOST_MS) {
      const answer = await send(requestOf(count++));
      ({ status } = answer);
      bytes += answer.text.length;
    }
    const { mainThreadMs, processorMs, longestBusyMs } = (await server.pulse())!;
    return {
      name,
      status,
      mainMs: mainThreadMs / count,
      allMs: processorMs / count,
      longestMs: longestBusyMs,
      sentKb: bytes / count / 1000,
      keptKb: (kbOnDisk() - before) / count,
    };
  }

  try {
    const costs: Cost[] = [];
    const draftId = await draftOf(stage.strangers[0]!, send);
    for (const [name, requestOf] of Object.entries(requestsOf(stage, draftId)))
      costs.push(await costOf(name, requestOf));
    console.log("  main thread ms  all threads ms  longest ms   answer kB  disk kB  status");
    for (const { name, status, mainMs, allMs, longestMs, sentKb, keptKb } of costs.toSorted(
      (a, b) => b.mainMs - a.mainMs,
    )) {
      const cells = [mainMs.toFixed(1).padStart(14), allMs.toFixed(1).padStart(14), longestMs.toFixed(0).padStart(10)];
      console.log(
        `  ${[...cells, sentKb.toFixed(0).padStart(10), keptKb.toFixed(1).padStart(7), status].join("  ")}     ${name}`,
      );
    }
  } finally {
    db.close();
    client.close();
    await server.stop();
    await ground.close();
  }
}

/** A draft that is ready to be edited. */
async function draftOf({ key }: Owner, send: (asked: Asked) => Promise<Answer>): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ url: `https://${HONEST_HOSTS.earlier}/` });
  const { id } = JSON.parse((await send({ method: "POST", path: "/api/v1/drafts", headers, body })).text);
  while (!(await send({ path: `/api/v1/drafts/${id}`, headers })).text.includes('"status":"ready"'))
    await delay(POLL_MS);
  return id;
}
