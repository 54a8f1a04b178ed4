import { readSettings } from "../../core/settings/config.ts";
import { startServer } from "../../server/app.ts";

/**
 * A server whose clock is `CLOCK_SPEED` times as fast as the real one, for what takes an hour. Its memory and processor time
 * go to its parent, several times a second, because it is killed without warning.
 */
const { CLOCK_SPEED = "1", CLOCK_ZERO = "0", REAL_ZERO = "0" } = process.env;
const now = () => new Date(Number(CLOCK_ZERO) + (Date.now() - Number(REAL_ZERO)) * Number(CLOCK_SPEED));

const { jobs } = await startServer(readSettings(process.env), { now });
// The runner sleeps in real time, and what is due comes faster here.
setInterval(() => jobs.wake(), 20);
const tell = () => {
  const { user, system } = process.cpuUsage();
  process.send?.({
    rss: process.memoryUsage.rss(),
    heap: process.memoryUsage().heapUsed,
    cpuMs: (user + system) / 1000,
  });
};
tell();
setInterval(tell, 200);
