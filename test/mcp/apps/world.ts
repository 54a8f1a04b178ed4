import type { ServerResponse } from "node:http";
import { ACME, createWebsite } from "../../helpers/website.ts";
import { createWorld } from "../../helpers/world.ts";

/** A Debut that has something to show in each app. The front page of slow.test is sent when `release` is called. */
export async function createAppWorld() {
  const held: ServerResponse[] = [];
  const website = await createWebsite({
    ...ACME,
    "/": (req, res) => {
      if (req.headers.host?.startsWith("slow.")) return void held.push(res);
      if (req.headers.host?.startsWith("gone.")) return void res.writeHead(410).end();
      res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(ACME["/"]);
    },
  });
  const world = await createWorld({
    env: {
      LIMIT_WRITE: "10000",
      LIMIT_REGENERATE: "1000",
      OUTBOUND_RESOLVE: website.resolve("acme.test", "slow.test", "gone.test"),
    },
  });
  const { body: draft } = await world.as("ann").post("/drafts", { body: { url: "https://acme.test/" } });
  await world.drain();
  return {
    ...world,
    draftId: draft.id as string,
    release: () => {
      for (const res of held.splice(0)) res.writeHead(200, { "content-type": "text/html" }).end(ACME["/"]);
    },
    async close() {
      await world.close();
      await website.close();
    },
  };
}
export type AppWorld = Awaited<ReturnType<typeof createAppWorld>>;
