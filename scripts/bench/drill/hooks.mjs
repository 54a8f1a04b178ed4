// Loaded before the program (node --import): a clock that can be set, and threads that die or starve, controlled by files.
import { existsSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import threads from "node:worker_threads";

const folder = process.env.DRILL_FOLDER;
const isAsked = (name) => existsSync(join(folder, name));

if (threads.isMainThread) {
  const RealDate = Date;
  let offsetMs = 0;
  const read = () => {
    offsetMs = isAsked("clock") ? Number(readFileSync(join(folder, "clock"), "utf8")) : 0;
  };
  read();
  setInterval(read, 20).unref();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + offsetMs);
      else super(...given);
    }
    static now() {
      return RealDate.now() + offsetMs;
    }
  };

  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(file, options) {
      // Enough to start, too little for the work.
      const resourceLimits = { maxOldGenerationSizeMb: 6, maxYoungGenerationSizeMb: 1 };
      super(file, isAsked("starve-threads") ? { ...options, resourceLimits } : options);
      if (isAsked("kill-threads")) this.once("online", () => this.terminate());
    }
  };
  syncBuiltinESMExports();
}
