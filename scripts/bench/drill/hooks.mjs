// Loaded before the program (node --import): a clock that can be set, and threads that die or starve, controlled by files.
import { existsSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import threads from "node:worker_threads";

const inFolder = (name) => join(process.env.DRILL_FOLDER, name);
const RealDate = Date;
const { Worker } = threads;

if (threads.isMainThread) {
  let offsetMs = 0;
  const read = () => {
    offsetMs = existsSync(inFolder("clock")) ? Number(readFileSync(inFolder("clock"), "utf8")) : 0;
  };
  read();
  setInterval(read, 20).unref();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length ? given : [RealDate.now() + offsetMs]));
    }
    static now = () => RealDate.now() + offsetMs;
  };
  threads.Worker = class extends Worker {
    constructor(file, options) {
      // Enough to start, too little for the work.
      const resourceLimits = { maxOldGenerationSizeMb: 6, maxYoungGenerationSizeMb: 1 };
      super(file, existsSync(inFolder("starve-threads")) ? { ...options, resourceLimits } : options);
      if (existsSync(inFolder("kill-threads"))) this.once("online", () => this.terminate());
    }
  };
  syncBuiltinESMExports();
}
