import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";

/** Gives all tests of a run one seed, and prints it when one of them fails. */
export default function ({ vitest, provide }: TestProject) {
  const seed = process.env.TEST_SEED ?? randomBytes(4).toString("hex");
  provide("seed", seed);
  return () => {
    if (vitest.state.getCountOfFailedTests() > 0) console.log(`Random cases of this run: TEST_SEED=${seed}`);
  };
}
