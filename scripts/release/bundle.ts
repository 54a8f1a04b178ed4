import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { SHIPPED_FILES, SHIPPED_THREADS, threadFile } from "../../core/runtime/shipped.ts";
import { sourceMapOf } from "./source-map.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Scripts by file name, and the files that went into them. */
export type Bundle = {
  /** The program: `debut.cjs`, which requires the others as it needs them. */
  program: Map<string, string>;
  /** Each thread in one script. */
  threads: Map<string, string>;
  /** Where the code of the program comes from, by the name under which it is shipped. */
  maps: Map<string, string>;
  inputs: string[];
};

/** Where the engine of the database comes from: a package beside the script, or an addon inside the executable. */
type Engine = "package" | { addon: string };

// Modules that locate files at run time, which fails in an executable; a bundler sees only a plain `require`.
const LATE_REQUIRE =
  /(store\/sqlite\/drizzle|pictures\/badges\/text|core\/text\/markdown|site\/kit\/text-diff)\.ts$|email-providers\/index\.js$/;
const LATE_READ = /subset-font\/index\.js$|pdfkit\/js\/pdfkit\.node\.mjs$/;
const READS: [RegExp, (name: string) => string][] = [
  [/await readFile\(require\.resolve\('([^']+)'\)\)/, (name) => name],
  [/fs\.readFileSync\((ICC_PROFILE_PATH)\)/, () => "pdfkit/js/data/sRGB_IEC61966_2_1.icc"],
];

const latecomers: Plugin = {
  name: "latecomers",
  transform: {
    filter: { id: [LATE_REQUIRE, LATE_READ] },
    handler(source, path) {
      if (LATE_REQUIRE.test(path)) {
        const [made, name] = /const (\w+) = createRequire\(import\.meta\.url\);?/.exec(source) ?? [];
        if (!made) throw new Error(`${path} no longer makes a require of its own.`);
        return source.replace(made, "").replaceAll(new RegExp(`\\b${name}\\(`, "g"), "require(");
      }
      const shipped = `require(${JSON.stringify(join(root, "core/runtime/shipped.ts"))}).readShipped`;
      const contents = READS.reduce(
        (text, [read, fileOf]) => text.replace(read, (_, name) => `${shipped}(${JSON.stringify(fileOf(name))})`),
        source,
      );
      if (contents === source) throw new Error(`${path} no longer reads its file as it did.`);
      return contents;
    },
  },
};

const addonInside = (addon: string): Plugin => ({
  name: "addon-inside",
  // The package has an entry for each platform that names its addon directly.
  resolveId: {
    filter: { id: [/^better-sqlite3$/, /\.node$/] },
    handler: (id) => (id.endsWith(".node") ? id : join(root, `node_modules/better-sqlite3/lib/${addon}.js`)),
  },
  load: {
    filter: { id: /\.node$/ },
    handler: () =>
      `module.exports = require(${JSON.stringify(join(root, "scripts/release/addon.ts"))}).loadAddon(${JSON.stringify(addonName(addon))})`,
  },
});

export const addonName = (addon: string): string => `better-sqlite3/prebuilds/${addon}.node`;

// An older Node parses the whole first script before it gets here: server/main.ts has no newer syntax, and loads the rest later.
const REFUSE_OLD_NODE = `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error("Debut needs Node.js 26 or later; this is " + process.versions.node + ".");
  process.exit(1);
}
`;

/**
 * The same script in ASCII, as which the executable reads it. The bundler leaves other letters in texts and regular
 * expressions, which know the same escapes.
 */
function asAscii(text: string): string {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\x00-\x7f]/.exec(text);
  if (escaped) throw new Error(`A letter after a backslash cannot be escaped: ${escaped[0]}`);
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A function with the names that a CommonJS module knows, as the executable runs it. */
const AS_MODULE = ["(function (exports, require, module, __filename, __dirname) {", "\n})"] as const;

/** Bundles the program into CommonJS scripts, one for all that is always loaded together, and each thread into one of its own. */
export async function bundle(engine: Engine): Promise<Bundle> {
  const inputs = new Set<string>();
  async function scriptsOf(module: string, name: string, codeSplitting: boolean) {
    await using bundler = await rolldown({
      cwd: root,
      input: { [name]: module },
      platform: "node",
      resolve: { symlinks: false },
      external: engine === "package" ? ["better-sqlite3"] : [],
      plugins: [latecomers, ...(engine === "package" ? [] : [addonInside(engine.addon)])],
      // A package asks for `eval` where it names who calls something old.
      checks: { eval: false },
    });
    const { output } = await bundler.generate({
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      codeSplitting,
      dynamicImportInCjs: false,
      // Short names make a start quicker. oidc-provider names its stored objects by class, so functions keep theirs.
      minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
      keepNames: true,
      comments: false,
      sourcemap: "hidden",
    });
    const chunks = output.filter((one) => one.type === "chunk");
    for (const { moduleIds } of chunks) for (const id of moduleIds) inputs.add(id);
    return chunks;
  }
  const [program, ...threads] = await Promise.all([
    scriptsOf("server/main.ts", "debut", true),
    ...SHIPPED_THREADS.map((module) => scriptsOf(module, threadFile(module).replace(/\.cjs$/, ""), false)),
  ]);
  const [before, after] = engine === "package" ? ["", ""] : AS_MODULE;
  const maps = new Map<string, string>();
  const parts = program.map(({ fileName, code: written, map }): [string, string] => {
    // A line for a shell must be the first, and the executable has none.
    const code = written.replace(/^#!.*/, "");
    const head = fileName === "debut.cjs" && engine === "package" ? REFUSE_OLD_NODE : before;
    if (map) maps.set(`maps/${fileName}.json`, sourceMapOf(map, code, head));
    return [fileName, head + asAscii(code) + after];
  });
  return {
    program: new Map(parts),
    threads: new Map(threads.flat().map(({ fileName, code }) => [fileName, asAscii(code)])),
    maps,
    inputs: [...inputs],
  };
}

/** Shipped files by their name in the program, with their current path. */
export function shippedFiles(): Map<string, string> {
  const found = new Map<string, string>();
  for (const pattern of SHIPPED_FILES) {
    const base = pattern.startsWith("./") ? root : join(root, "node_modules");
    const files = globSync(pattern, { cwd: base }).filter((file) => statSync(join(base, file)).isFile());
    if (!files.length) throw new Error(`There is no file ${pattern}.`);
    for (const file of files) {
      const name = file.replaceAll("\\", "/");
      found.set(pattern.startsWith("./") ? `./${name.replace(/^\.\//, "")}` : name, join(base, file));
    }
  }
  return found;
}
