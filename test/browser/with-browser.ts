import { afterAll } from "vitest";
import { sharedBrowser } from "./chromium.ts";

/** A test environment and the browser of this worker, for all tests of a file; what the file opened is closed after them. */
export async function withBrowser<World extends { close(): Promise<void>; runClock?(): void }>(
  opening: Promise<World>,
) {
  const [world, browser] = await Promise.all([opening, sharedBrowser()]);
  world.runClock?.();
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await world.close();
  });
  return { world, browser };
}
