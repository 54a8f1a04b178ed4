import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { given } from "#domain/text/given.ts";
import { LISTENING } from "./connection.ts";

const CHANNEL = "debut";
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 5000];
/**
 * A node that dies right after a commit notifies nobody, so all nodes poll; more often without a
 * connection.
 */
const [ASK_EVERY_MS, ASK_ALONE_EVERY_MS] = [1000, 200];
/**
 * Minimum time between notices. Each costs every node a query; the first of a burst is sent at
 * once.
 */
const TELL_EVERY_MS = 20;

/**
 * Shares commits between nodes. `heard` runs after another node's commit and periodically. `tell`
 * notifies the others; concurrent calls become one.
 */
export function listenToCommits(settings: pg.ClientConfig, pool: pg.Pool, heard: () => void) {
  let own: number | undefined;
  let client: pg.Client | undefined;
  let isConnected = false;
  let isClosed = false;
  let pause = FIRST_PAUSE_MS;
  let retry: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let telling: Promise<unknown> | undefined;
  let isAgain = false;

  async function connect(): Promise<void> {
    const made = new pg.Client({ ...settings, application_name: LISTENING });
    client = made;
    let isOver = false;
    const lost = () => {
      if (isOver) return;
      isOver = true;
      isConnected = false;
      made.end().catch(() => undefined);
      if (isClosed) return;
      retry = setTimeout(connect, pause);
      retry.unref();
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    };
    made.on("error", lost);
    made.on("end", lost);
    made.on("notification", ({ processId }) => {
      if (processId !== own) heard();
    });
    try {
      await made.connect();
      const { rows } = await made.query<{ own: number }>("select pg_backend_pid() as own");
      own = given(rows[0]).own;
      await made.query(`listen ${CHANNEL}`);
      isConnected = true;
      pause = FIRST_PAUSE_MS;
      heard();
    } catch {
      lost();
    }
  }

  function askLater(): void {
    asking = setTimeout(
      () => {
        heard();
        askLater();
      },
      isConnected ? ASK_EVERY_MS : ASK_ALONE_EVERY_MS,
    );
    asking.unref();
  }

  async function notify(): Promise<void> {
    do {
      isAgain = false;
      // All pool connections may be busy with changes.
      const asked: Pick<pg.Client, "query"> = isConnected && client ? client : pool;
      await asked.query(`notify ${CHANNEL}`).catch(() => undefined);
      if (!isClosed) await delay(TELL_EVERY_MS);
    } while (isAgain);
    telling = undefined;
  }

  return {
    async open(): Promise<void> {
      await connect();
      askLater();
    },
    tell(): void {
      if (telling) isAgain = true;
      else telling = notify();
    },
    isConnected: () => isConnected,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(asking);
      await telling;
      await client?.end().catch(() => undefined);
    },
  };
}
