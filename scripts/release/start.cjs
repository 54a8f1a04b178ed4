// What the executable runs first: the program inside it, with what V8 had compiled of it at the end of a run when the release was made.
// Node's own code cache is made before anything runs, and so holds next to nothing of modules that wait until they are asked for.
const { getRawAsset, getAssetKeys } = require("node:sea");
const { Script, constants } = require("node:vm");

// Where the executable has it in memory, without a copy. Nothing writes to it.
const asset = (name) => Buffer.from(getRawAsset(name));
// It is all ASCII, for which this is the quickest way to a string.
const script = new Script(asset("debut.cjs").latin1Slice(), {
  filename: __filename,
  cachedData: getAssetKeys().includes("debut.compiled") ? asset("debut.compiled") : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(module.exports, require, module, __filename, __dirname);
