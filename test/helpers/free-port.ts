import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give ports above these to whoever wants any, at any time. */
const [FIRST, LAST] = [10_000, 32_000];

/** A loopback port that nobody listens on at the moment, and that no connection takes by chance before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((done) => probe.close(done));
    return port;
  }
}
