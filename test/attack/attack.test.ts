import { expect, it } from "vitest";
import { createGround } from "../../scripts/bench/attack/ground.ts";
import { run } from "../../scripts/bench/attack/run.ts";

const ATTACKS = [
  "headings",
  "client-documents",
  "registrations",
  "mcp-batches",
  "nested-json",
  "passwords",
  "notices",
  "large-requests",
];

/** `npm run attack` is the long one, and measures. Here nobody is in a hurry: only whether people are served counts, and what is left. */
it("the server serves honest clients during attacks", async () => {
  const ground = await createGround({ listings: 60, patience: 12 });
  try {
    const { honest, blockMs } = await run(ground, ATTACKS, 0.7);
    const { entries, connected, draftSeconds, canSignIn, canConnect, canRegister } = honest;
    expect(entries.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect({ isRunning: blockMs !== undefined, connected, canSignIn, canConnect, canRegister }).toEqual({
      isRunning: true,
      connected: ground.stage.assistants.length,
      canSignIn: true,
      canConnect: true,
      canRegister: true,
    });
    expect(draftSeconds).toBeDefined();
  } finally {
    await ground.close();
  }
});
