import { expect, it } from "vitest";
import { z } from "zod";
import { CREATE, defineTool } from "../../tools/define.ts";
import { invoke } from "../../tools/invoke.ts";
import { addPerson } from "../helpers/people.ts";
import { createWorld } from "../helpers/world.ts";

const world = await createWorld();

/** An operation whose first call waits before it writes, as one that looks something up does. */
function slowAtFirst() {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const tool = defineTool({
    name: "add_mark",
    title: "Add a mark",
    description: "Adds a mark.",
    access: "listings:write",
    rest: "POST /marks",
    annotations: CREATE,
    idempotent: true,
    input: z.strictObject({}),
    output: z.object({ call: z.number() }),
    async handler(_input, { store }) {
      const call = ++calls;
      if (call === 1) await gate.promise;
      return store.change(async () => ({ call }));
    },
  });
  return { tool, goOn: gate.resolve };
}

it("what one process has answered, another one repeats while the same request still runs there", async () => {
  const { id } = await addPerson(world.deps.store, { email: "ann@people.example", name: "Ann" }, new Date());
  const caller = {
    kind: "member",
    accountId: id,
    scopes: ["listings:write"],
    client: null,
    address: "192.0.2.1",
  } as never;
  const { tool, goOn } = slowAtFirst();
  // What runs is known to each process alone, and belongs to its store.
  const other = { ...world.deps, store: { ...world.deps.store } };
  const send = (deps: typeof world.deps) =>
    invoke(tool, {}, { deps, caller, interface: "rest", idempotencyKey: "cut off" });

  const slow = send(world.deps);
  await expect(send(world.deps)).rejects.toMatchObject({ code: "idempotency_in_flight" });
  const first = await send(other);
  expect(first).toMatchObject({ output: { call: 2 }, replayed: false });
  expect(await send(world.deps)).toMatchObject({ output: { call: 2 }, replayed: true });
  goOn();
  expect(await slow).toMatchObject({ output: { call: 2 }, replayed: true });
});
