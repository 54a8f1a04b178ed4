import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import type { Store } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

type Cut = "before" | "after" | undefined;
const MAY_BE_DONE = /may or may not be done\..*same Idempotency-Key/;

/** A way to a server that cuts a connection before or after the commit that it carries. */
async function createWay(port: number) {
  let cut: Cut;
  const open = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    let isCut = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", end).on("close", end);
    }
    near.on("data", (bytes) => {
      if (cut && bytes.includes("commit\0")) {
        if (cut === "before") return end();
        isCut = true;
        cut = undefined;
      }
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      // The server has answered the commit, so it is done. What was sent before it may be answered earlier.
      if (isCut && bytes.includes("COMMIT\0")) return end();
      near.write(bytes);
    });
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  return {
    port: (way.address() as AddressInfo).port,
    cutNext: (when: Cut) => {
      cut = when;
    },
    async close() {
      for (const socket of open) socket.destroy();
      way.close();
      await once(way, "close");
    },
  };
}

describe.runIf(isPostgres())("a connection that is lost at the commit", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  let way: Awaited<ReturnType<typeof createWay>>;
  let store: Store;
  beforeAll(async () => {
    db = await createSeededDatabase();
    const url = new URL(db.url);
    way = await createWay(Number(url.port));
    url.port = String(way.port);
    store = await openPostgresStore(url.href, db.folder, "far", { listenUrl: db.url });
  });
  afterAll(async () => {
    await store.close();
    await way.close();
    await db.close();
  });

  it.each([
    { when: "before" as const, kept: undefined },
    { when: "after" as const, kept: "kept" },
  ])("$when it is done is not said to have changed nothing", async ({ when, kept }) => {
    way.cutNext(when);
    const saving = store.change((tx) => tx.reference.saveSecret(`cut ${when}`, "kept"));
    await expect(saving).rejects.toMatchObject({ status: 503, message: expect.stringMatching(MAY_BE_DONE) });
    way.cutNext(undefined);
    expect(await db.store.reference.findSecret(`cut ${when}`)).toBe(kept);
    await store.change((tx) => tx.reference.saveSecret("again", when));
    expect(await db.store.reference.findSecret("again")).toBe(when);
  });

  it.each([
    { when: "before" as const, kept: 0 },
    { when: "after" as const, kept: 1 },
  ])("$when it is done is told to all changes that shared it, and none runs again", async ({ when, kept }) => {
    way.cutNext(when);
    const names = ["one", "two", "three"];
    let runs = 0;
    const saving = names.map((name) =>
      store.change((tx) => {
        runs++;
        return tx.reference.saveSecret(`shared ${when} ${name}`, "1");
      }),
    );
    for (const change of saving)
      await expect(change).rejects.toMatchObject({ status: 503, message: expect.stringMatching(MAY_BE_DONE) });
    way.cutNext(undefined);
    expect(runs).toBe(names.length);
    for (const name of names)
      expect(await db.store.reference.findSecret(`shared ${when} ${name}`)).toBe(kept ? "1" : undefined);
  });
});
