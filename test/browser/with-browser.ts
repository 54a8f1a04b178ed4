import { afterAll } from "vitest";
import { launchBrowser } from "./chromium.ts";

/** A world and a browser beside it, for all tests of a file; both are closed after them. */
export async function withBrowser<World extends { close(): Promise<void> }>(opening: Promise<World>) {
  const [world, browser] = await Promise.all([opening, launchBrowser()]);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  return { world, browser };
}
