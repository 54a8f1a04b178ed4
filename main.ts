#!/usr/bin/env node
import { main } from "./cli/main.ts";

// No await here: the release makes CommonJS of this, which has none at its top.
void main(process.argv.slice(2), process.env).then((code) => {
  process.exitCode = code;
});
