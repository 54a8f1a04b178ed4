// What the executable runs first: the program inside it, with what V8 had compiled of it at the end of a run when the release was made.
// Node's own code cache is made before anything runs, and so holds next to nothing of functions that wait until they are called.
const { getRawAsset, getAssetKeys } = require("node:sea");
const { Script } = require("node:vm");
const { dirname, join } = require("node:path");

const inside = new Set(getAssetKeys());
// Where the executable has it in memory, without a copy. Nothing writes to it.
const asset = (name) => Buffer.from(getRawAsset(name));

/** The parts of the program that are loaded, as modules and as scripts. */
const modules = new Map();
const scripts = new Map();

function load(name) {
  const known = modules.get(name);
  if (known) return known.exports;
  const filename = join(dirname(__filename), name);
  // It is all ASCII, for which this is the quickest way to a string.
  const script = new Script(asset(name).latin1Slice(), {
    filename,
    cachedData: inside.has(`${name}.compiled`) ? asset(`${name}.compiled`) : undefined,
  });
  const made = { exports: {} };
  modules.set(name, made);
  scripts.set(name, script);
  try {
    script.runInThisContext()(made.exports, requirePart, made, filename, __dirname);
  } catch (error) {
    // As Node does, so that the next one who asks gets the error, too, and not half of a part.
    modules.delete(name);
    throw error;
  }
  return made.exports;
}

const requirePart = Object.assign((id) => (id.startsWith("./") ? load(id.slice(2)) : require(id)), require);

load("debut.cjs");
