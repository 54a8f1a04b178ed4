import { inject } from "vitest";
import { type Random, seededRandom } from "../../data/demo/random.ts";

declare module "vitest" {
  interface ProvidedContext {
    seed: string;
  }
}

/**
 * Choices that differ from run to run, by a name of their own in each test. A failed run prints its
 * seed; the environment variable TEST_SEED brings the same choices back.
 */
export const freshRandom = (name: string): Random => seededRandom(`${inject("seed")} ${name}`);
