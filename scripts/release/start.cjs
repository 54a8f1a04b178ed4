// What the executable runs first: the program inside it, with what V8 had compiled of it at the end of a run when the release was made.
// Node's own code cache is made before anything runs, and so holds next to nothing of modules that wait until they are asked for.
const { getAsset, getAssetKeys } = require("node:sea");
const { Script, constants } = require("node:vm");

// It is all ASCII, for which this is the quickest way to a string.
const program = Buffer.from(getAsset("debut.cjs")).latin1Slice();
const source = `(function (exports, require, module, __filename, __dirname) {${program}\n})`;
const compiled = getAssetKeys().includes("debut.compiled") ? Buffer.from(getAsset("debut.compiled")) : undefined;
const script = new Script(source, {
  filename: __filename,
  cachedData: compiled,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(module.exports, require, module, __filename, __dirname);
