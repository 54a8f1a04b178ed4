import { readdirSync, readFileSync } from "node:fs";
import { createRequire, getCompileCacheDir } from "node:module";
import { basename, dirname, matchesGlob } from "node:path";
import { getAsset, getAssetKeys, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * All files besides code that the program reads at run time, from the repository ("./data/…") or a
 * package ("@scope/name/…"). Releases contain exactly these, so no others can be read.
 */
export const SHIPPED_FILES = [
  "./data/category-words/*.txt",
  "./data/common-passwords.txt",
  "./data/concepts/*.txt",
  "./data/known-products.txt",
  "./data/phrases/*.txt",
  "./data/places.txt",
  "./data/section-words.txt",
  "./data/stop-words.txt",
  "./data/texts/**/*.md",
  "./data/words.vec",
  "./docs/operating.md",
  "./languages/*.po",
  "./resources/apps/*",
  "./resources/skills/**/*.md",
  "./site/public/*",
  "./site/public/style/*.css",
  "./store/migrations/*.sql",
  "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
  "@fontsource/bricolage-grotesque/files/*-latin{,-ext}-800-normal.woff2",
  "@fontsource/ibm-plex-*/files/*-latin{,-ext}-[46]00-normal.woff2",
  "@fontsource/newsreader/files/*-latin{,-ext}-{400-normal,400-italic,500-normal}.woff2",
  "@fontsource/unifontex/files/unifontex-latin-400-normal.woff2",
  "@fontsource-variable/{figtree,gabarito,hanken-grotesk,rubik}/files/*-latin{,-ext}-wght-normal.woff2",
  "@fontsource-variable/noto-sans-*/files/*-wght-normal.woff2",
  "@fontsource-variable/noto-sans-*/unicode.json",
  "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
  "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
  "@jsquash/webp/codec/dec/webp_dec.wasm",
  "@jsquash/webp/codec/enc/webp_enc_simd.wasm",
  "@resvg/resvg-wasm/index_bg.wasm",
  "harfbuzzjs/dist/harfbuzz-subset.wasm",
  "pdfkit/js/data/sRGB_IEC61966_2_1.icc",
  "swagger-ui-dist/swagger-ui-bundle.js",
];

/** Modules with their own thread; a release bundles each into one script. */
export const SHIPPED_THREADS = [
  "./crawler/extract-worker.ts",
  "./drafting/draft-worker.ts",
  "./payments/invoices/pdf-worker.ts",
  "./payments/statements/read-worker.ts",
  "./pictures/resize-worker.ts",
  "./site/machines/preview-worker.ts",
  "./store/sqlite/check-worker.ts",
] as const;

// Code runs from source, as scripts with a folder of files, or inside an executable.
export const isSource = import.meta.url.endsWith(".ts");
const root = new URL("../../", import.meta.url);
const folder = new URL("./files/", import.meta.url);

export const threadFile = (module: string): string => basename(module, ".ts").concat(".cjs");

export function readShipped(name: string): Buffer {
  if (isSea()) return Buffer.from(getAsset(name));
  if (!isSource) return readFileSync(new URL(name, folder));
  if (!SHIPPED_FILES.some((pattern) => matchesGlob(name, pattern)))
    throw new Error(`${name} is not on the list of shipped files; add it to core/runtime/shipped.ts.`);
  return readFileSync(createRequire(root).resolve(name));
}

export const readShippedText = (name: string): string => readShipped(name).toString("utf8");

export function namesIn(path: string): string[] {
  if (!isSea()) return readdirSync(new URL(`${path}/`, isSource ? root : folder));
  const prefix = `${path}/`;
  return getAssetKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** Starts a shipped thread without the program's environment and flags, but with its compile cache. */
export function startThread(module: (typeof SHIPPED_THREADS)[number], options: WorkerOptions = {}): Worker {
  // From source, a thread takes 0.4 s of CPU to load, and less than half with the cache.
  const cache = getCompileCacheDir();
  const env = isSource && cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {};
  const bare: WorkerOptions = { ...options, execArgv: [], env };
  if (isSea()) return new Worker(getAsset(threadFile(module), "utf8"), { ...bare, eval: true });
  return new Worker(isSource ? new URL(module, root) : new URL(threadFile(module), import.meta.url), bare);
}
