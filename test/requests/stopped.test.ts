import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

async function stoppedServer(): Promise<WeakRef<object>> {
  const world = await createWorld();
  expect((await fetch(`${world.url}/metrics`)).status).toBe(200);
  await world.close();
  return new WeakRef(world.deps.store);
}

it("a server that stopped leaves nothing in memory", async () => {
  const store = await stoppedServer();
  await expect
    .poll(() => {
      collectGarbage();
      return store.deref() === undefined;
    })
    .toBe(true);
});
