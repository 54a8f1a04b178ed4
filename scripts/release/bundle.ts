import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import { SHIPPED_FILES, SHIPPED_THREADS, threadFile } from "../../core/shipped.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Scripts by file name, and the files that went into them. */
export type Bundle = { scripts: Map<string, string>; inputs: string[] };

/** Where the engine of the database comes from: a package beside the script, or an addon inside the executable. */
type Engine = "package" | { addon: string };

// Modules that locate files at run time, which fails in an executable; esbuild sees only a plain `require`.
const LATE_REQUIRE =
  /(store\/sqlite\/drizzle|pictures\/badges\/text|site\/kit\/(markdown|text-diff))\.ts$|email-providers\/index\.js$/;
const LATE_READ = /subset-font\/index\.js$|pdfkit\/js\/pdfkit\.node\.mjs$/;
const READS: [RegExp, (name: string) => string][] = [
  [/await readFile\(require\.resolve\('([^']+)'\)\)/, (name) => name],
  [/fs\.readFileSync\((ICC_PROFILE_PATH)\)/, () => "pdfkit/js/data/sRGB_IEC61966_2_1.icc"],
];

const latecomers: Plugin = {
  name: "latecomers",
  setup({ onLoad }) {
    onLoad({ filter: LATE_REQUIRE }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const [made, name] = /const (\w+) = createRequire\(import\.meta\.url\);?/.exec(source) ?? [];
      if (!made) throw new Error(`${path} no longer makes a require of its own.`);
      const contents = source.replace(made, "").replaceAll(new RegExp(`\\b${name}\\(`, "g"), "require(");
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
    onLoad({ filter: LATE_READ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const shipped = `require(${JSON.stringify(join(root, "core/shipped.ts"))}).readShipped`;
      const contents = READS.reduce(
        (text, [read, fileOf]) => text.replace(read, (_, name) => `${shipped}(${JSON.stringify(fileOf(name))})`),
        source,
      );
      if (contents === source) throw new Error(`${path} no longer reads its file as it did.`);
      return { contents };
    });
  },
};

const addonInside = (addon: string): Plugin => ({
  name: "addon-inside",
  setup({ onResolve, onLoad }) {
    // The package has an entry for each platform that names its addon directly.
    onResolve({ filter: /^better-sqlite3$/ }, () => ({
      path: join(root, `node_modules/better-sqlite3/lib/${addon}.js`),
    }));
    onResolve({ filter: /\.node$/ }, ({ path }) => ({ path, namespace: "addon" }));
    onLoad({ filter: /.*/, namespace: "addon" }, () => ({
      contents: `module.exports = require(${JSON.stringify(join(root, "scripts/release/addon.ts"))}).loadAddon(${JSON.stringify(addonName(addon))})`,
      resolveDir: root,
    }));
  },
});

export const addonName = (addon: string): string => `better-sqlite3/prebuilds/${addon}.node`;

const REFUSE_OLD_NODE = `#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error("Debut needs Node.js 26 or later; this is " + process.versions.node + ".");
  process.exit(1);
}
`;

/**
 * The same script in ASCII, as which the executable reads it. esbuild leaves other letters in regular expressions and tagged
 * templates, which know the same escapes as strings.
 */
function asAscii(text: string): string {
  const escaped = /(?<!\\)(?:\\\\)*\\[^\x00-\x7f]/.exec(text);
  if (escaped) throw new Error(`A letter after a backslash cannot be escaped: ${escaped[0]}`);
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Bundles the program into one CommonJS script, and each thread into another. */
export async function bundle(engine: Engine): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: "server/main.ts", out: "debut" },
      ...SHIPPED_THREADS.map((module) => ({ in: module, out: threadFile(module).replace(/\.cjs$/, "") })),
    ],
    outdir: "out",
    outExtension: { ".js": ".cjs" },
    bundle: true,
    write: false,
    metafile: true,
    preserveSymlinks: true,
    platform: "node",
    format: "cjs",
    // Syntax that an older Node can parse, so that it reaches the refusal.
    target: engine === "package" ? "node20" : "node26",
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    legalComments: "none",
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    external: engine === "package" ? ["better-sqlite3"] : [],
    plugins: [latecomers, ...(engine === "package" ? [] : [addonInside(engine.addon)])],
    logLevel: "warning",
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), asAscii(text)]));
  if (engine === "package")
    scripts.set("debut.cjs", REFUSE_OLD_NODE + scripts.get("debut.cjs")!.replace(/^#!.*\n/, ""));
  return { scripts, inputs: Object.keys((metafile as Metafile).inputs) };
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
