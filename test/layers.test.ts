import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { allTools } from "../tools/index.ts";
import { SQLITE_ONLY, SQLITE_ONLY_TESTS } from "./helpers/postgres/sqlite-only.ts";

/**
 * Every folder of code, from the ground up: a folder imports only from those above it in this list, types included, and by
 * value only what its line names. A folder, a file, a package, or `node:` for all built-in modules.
 */
const LAYERS: Record<string, string[]> = {
  languages: [],
  domain: ["languages", "spdx-correct"],
  core: [
    "languages",
    "domain",
    "package.json",
    "@opentelemetry",
    "@simplewebauthn/server",
    "aws4fetch",
    "jose",
    "lru-cache",
    "markdown-it",
    "openid-client",
    "otpauth",
    "p-queue",
    "saxes",
    "web-push",
    "zod",
    "node:",
  ],
  store: ["languages", "domain", "core", "drizzle-orm", "better-sqlite3", "lru-cache", "pg", "node:"],
  crawler: [
    "languages",
    "domain",
    "core/errors/errors.ts",
    "core/runtime/phrases.ts",
    "core/runtime/thread.ts",
    "node:",
    "css-select",
    "css-tree",
    "css-what",
    "email-providers",
    "html-encoding-sniffer",
    "ipaddr.js",
    "p-queue",
    "parse5",
    "robots-parser",
    "saxes",
    "tldts",
    "undici",
  ],
  drafting: [
    "languages",
    "domain",
    "core/prices",
    "core/runtime/phrases.ts",
    "core/runtime/shipped.ts",
    "core/runtime/thread.ts",
    "core/text/fill-template.ts",
    "@anthropic-ai/sdk",
    "tldts",
  ],
  pictures: [
    "languages",
    "domain",
    "core/runtime/shipped.ts",
    "core/runtime/thread.ts",
    "core/runtime/wasm.ts",
    "node:",
    "@jsquash",
    "@resvg/resvg-wasm",
    "anafanafo",
    "image-size",
  ],
  payments: [
    "languages",
    "domain",
    "core",
    "express",
    "stripe",
    "@paddle/paddle-node-sdk",
    "undici",
    "zod",
    "cockatiel",
    "lru-cache",
    "pdfkit",
    "fontkit",
    "bidi-js",
    "csv-parse",
    "fflate",
    "saxes",
    "subset-font",
    "fontverter",
    "node:",
  ],
  mail: ["languages", "domain", "core/text/paths.ts", "nodemailer", "node:crypto", "node:stream"],
  actions: [
    "languages",
    "domain",
    "core",
    "mail",
    "pictures/key.ts",
    "store/backups",
    "store/database-fault.ts",
    "store/locked.ts",
    "store/questions.ts",
    "store/search/known-products.ts",
    "store/unavailable.ts",
    "csv-parse",
    "lru-cache",
    "zod",
    "node:",
  ],
  data: ["domain", "zod", "node:"],
  tools: [
    "languages",
    "domain",
    "core",
    "actions",
    "data/hint-reasons.json",
    "data/property-words.json",
    "pictures/badges",
    "lru-cache",
    "zod",
    "node:crypto",
  ],
  transfer: [
    "languages",
    "domain",
    "core",
    "data/presets.ts",
    "pictures/key.ts",
    "store/questions.ts",
    "actions",
    "tools",
    "csv-parse",
    "fflate",
    "image-size",
    "yaml",
    "zod",
    "node:",
  ],
  resources: [
    "languages",
    "tools",
    "core",
    "domain/listings/compare.ts",
    "domain/listings/fields.ts",
    "domain/site/site-shape.ts",
    "domain/text/given.ts",
    "domain/text/keys.ts",
    "actions/context.ts",
    "actions/launches/boards.ts",
    "@modelcontextprotocol/server",
  ],
  http: [
    "languages",
    "domain/text/given.ts",
    "core",
    "actions/health/proxy.ts",
    "express",
    "lru-cache",
    "prom-client",
    "proxy-addr",
    "node:",
  ],
  auth: [
    "languages",
    "tools",
    "domain",
    "core",
    "actions/accounts/identities.ts",
    "actions/accounts/use-once.ts",
    "actions/context.ts",
    "actions/kept-secret.ts",
    "http",
    "express",
    "lru-cache",
    "oidc-provider",
    "zod",
    "node:",
  ],
  rest: [
    "languages",
    "data/openapi.json",
    "domain/text/given.ts",
    "domain/text/once.ts",
    "domain/text/record.ts",
    "tools",
    "resources",
    "http",
    "core",
    "store/installation.ts",
    "express",
    "zod",
    "node:",
  ],
  mcp: [
    "languages",
    "data/mcp-instructions.json",
    "domain/notifications/event.ts",
    "domain/search/question-words.ts",
    "domain/search/search-text.ts",
    "domain/site/site-shape.ts",
    "domain/text/given.ts",
    "domain/text/once.ts",
    "domain/text/record.ts",
    "domain/text/text.ts",
    "domain/search/why-found.ts",
    "tools",
    "resources",
    "http",
    "core",
    "actions/context.ts",
    "@modelcontextprotocol/server",
    "lru-cache",
    "zod",
    "node:crypto",
  ],
  jobs: [
    "languages",
    "domain",
    "core",
    "actions",
    "transfer",
    "pictures/key.ts",
    "mail",
    "store/backups",
    "store/unavailable.ts",
    "p-queue",
    "node:crypto",
  ],
  site: [
    "languages",
    "tools",
    "transfer",
    "resources/server-card.ts",
    "mcp/offers.ts",
    "mcp/refusals.ts",
    "mcp/view.ts",
    "actions",
    "data/presets.ts",
    "domain",
    "core",
    "pictures/badges",
    "pictures/as-webp.ts",
    "pictures/copy-as-png.ts",
    "pictures/key.ts",
    "pictures/pixels.ts",
    "payments/invoices",
    "payments/statements",
    "auth",
    "http",
    "store/backups",
    "store/search/said-to-replace.ts",
    "jobs/retry.ts",
    "mail/queue-mail.ts",
    "mail/samples.ts",
    "mail/unsubscribe.ts",
    "express",
    "helmet",
    "lru-cache",
    "css-tree",
    "diff",
    "ical-generator",
    "@resvg/resvg-wasm",
    "parse5",
    "uqr",
    "zod",
    "node:",
  ],
};
/** What puts the layers together, and what only people who work on Debut run: they may import anything below them. */
const TOP = ["server", "scripts"];
const FLOORS = [...Object.keys(LAYERS), ...TOP];

/** One word for each subject, in every folder that is grouped by subject, with what only one of them has besides. */
const SUBJECTS =
  "accounts backups claims community drafts health invoices launches listings moderation " +
  "notifications orders pictures profiles search site";
const GROUPED = { domain: "text time", "store/repos": "runtime", actions: "", tools: "schemas", "site/parts": "" };

/** Where time, chance, the environment and the console are reached; all other code gets them handed in. */
const WORLDLY = /^(server\/(deps|main|unlock)\.ts|server\/commands\/|scripts\/)/;
/** Salts are never foreseen, not even in a test. */
const OWN_CHANCE = ["core/credentials/passwords.ts"];
const REACHING: [string, RegExp][] = [
  ["the clock", /\bDate\.now\b|\bnew Date\(\)/],
  ["chance", /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/],
  ["the environment", /\bprocess\.env\b/],
  ["the console", /\bconsole\./],
];

/** Tests that may wait or measure time, by the start of their path. All others move a clock or wait for a condition. */
const TIMED: Record<string, string> = {
  "test/crash/": "kills processes at moments of chance, and measures what people wait for",
  "test/helpers/postgres/server.ts": "asks again whether PostgreSQL takes connections",
  "test/jobs/bucket-uploads.test.ts": "kills a process at moments of chance",
  "test/mcp/conformance.test.ts": "shortens the pauses of the program, which a suite of others waits for",
  "test/mcp/fixtures/tasks.ts": "tasks that another suite times",
  "test/nodes/three-nodes.test.ts": "compares how soon nodes know of a write with what a read takes",
  "test/postgres/away.test.ts": "compares waits with the deadlines of PostgreSQL",
  "test/postgres/node.ts": "a process that hangs until it is killed",
  "test/site/get-changes-nothing.test.ts": "leaves streams that never end",
  "test/store/move.test.ts": "writes while another process moves the database, and kills that at moments of chance",
  "test/store/writing-site.ts": "a process that writes now and then",
};
const TIME = /\bsetTimeout\b[^"\n]*"node:timers\/promises"|(?<![.\w])setTimeout\(|\bperformance\.now\b/;

const root = new URL("../", import.meta.url);
const all = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !/^(node_modules|var|dist|coverage)\/|^\.|\/node_modules\//.test(file));
const files = all.filter((file) => !file.startsWith("test/"));
const sourceOf = (file: string): string => readFileSync(new URL(file, root), "utf8");
const codeOf = (file: string): string => sourceOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");

type Import = { from: string; isType: boolean };

/** Modules that a file imports; imports of types alone vanish when it runs. */
function importsOf(file: string): Import[] {
  const source = codeOf(file);
  const statements = [
    ...source.matchAll(/^(?:import|export)\s+(?<type>type\s)?(?<names>[^"';]*?)\s*\bfrom\s*"(?<from>[^"]+)"/gm),
    ...source.matchAll(/^import\s+"(?<from>[^"]+)"/gm),
    ...source.matchAll(/\bimport\("(?<from>[^"]+)"\)/g),
  ];
  return statements.map(({ groups }) => {
    const listed = /^\{(.*)\}$/s.exec(groups!.names ?? "")?.[1]?.split(",");
    const onlyTypes = listed?.every((name) => name.trim() === "" || name.trim().startsWith("type "));
    return { from: groups!.from!, isType: groups!.type !== undefined || onlyTypes === true };
  });
}

const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : file);
const resolved = (file: string, from: string): string =>
  from.startsWith("#") ? from.slice(1) : from.startsWith(".") ? posix.join(posix.dirname(file), from) : from;
const isAllowed = (target: string, allowed: string[]): boolean =>
  allowed.some((name) => target === name || target.startsWith(name.endsWith(":") ? name : `${name}/`));

/** Every import of one of our files, types included, as [file, target]. */
const inside = files.flatMap((file) =>
  importsOf(file)
    .filter(({ from }) => /^[.#]/.test(from))
    .map(({ from }) => [file, resolved(file, from)] as const),
);

describe("layers", () => {
  it("every folder of code has its place", () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== "vitest.config.ts"));
    expect([...folders].sort()).toEqual([...FLOORS].sort());
  });

  it.each(Object.entries(LAYERS))("%s imports only what it may", (layer, allowed) => {
    const wrong = files
      .filter((file) => folderOf(file) === layer)
      .flatMap((file) => importsOf(file).map((one) => [file, one] as const))
      .filter(([, { isType }]) => !isType)
      .map(([file, { from }]) => [file, resolved(file, from)] as const)
      .filter(([, target]) => folderOf(target) !== layer && !isAllowed(target, allowed))
      .map(([file, target]) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it("no import climbs", () => {
    const floor = (file: string) => FLOORS.indexOf(folderOf(file));
    const climbing = inside.filter(([file, target]) => floor(target) > floor(file));
    expect(climbing.map(([file, target]) => `${file} imports ${target}`)).toEqual([]);
  });

  it("an import from another folder begins at the root: #domain/text/text.ts", () => {
    const program = files.filter((file) => folderOf(file) in LAYERS && folderOf(file) !== "data");
    const wrong = program.flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => from.startsWith("#") === (folderOf(resolved(file, from)) === folderOf(file)))
        .filter(({ from }) => /^[.#]/.test(from))
        .map(({ from }) => `${file} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it("the program imports packages of dependencies only, not of devDependencies", () => {
    const { dependencies } = JSON.parse(sourceOf("package.json")) as { dependencies: Record<string, string> };
    const packageOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)![0];
    const wrong = files
      .filter((file) => !file.startsWith("scripts/") && file !== "vitest.config.ts")
      .flatMap((file) => importsOf(file).map(({ from, isType }) => ({ file, from, isType })))
      .filter(({ from, isType }) => !isType && !/^(\.|#|node:)/.test(from) && !(packageOf(from) in dependencies));
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(GROUPED))("%s is grouped by the subjects that all folders share", (folder, others) => {
    const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
    const groups = new Set(inside.filter((file) => file.includes("/")).map(folderOf));
    expect([...groups].filter((group) => !`${SUBJECTS} ${others}`.split(" ").includes(group))).toEqual([]);
    const loose = inside.filter((file) => !file.includes("/"));
    expect(["actions", "tools"].includes(folder) ? [] : loose).toEqual([]);
  });

  it("people who prove who they are come in by one way", () => {
    // Besides: whoever is in already and changes the password, and the account that the setup link makes.
    const others = ["site/pages/account/password.ts", "site/pages/account/setup.ts"];
    const beginning = files.filter((file) => /\bsessions\.begin\(/.test(codeOf(file)));
    expect(beginning.sort()).toEqual([...others, "site/parts/accounts/enter.ts"]);
  });

  it("no file needs itself to be loaded", () => {
    const uses = Map.groupBy(inside, ([file]) => file);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
      if (done.has(file) || way.includes(file)) return;
      for (const [, target] of uses.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it.each(REACHING)("%s is reached in few places", (what, pattern) => {
    const exempt = what === "chance" ? OWN_CHANCE : [];
    expect(files.filter((file) => !WORLDLY.test(file) && !exempt.includes(file) && pattern.test(codeOf(file)))).toEqual(
      [],
    );
  });

  it("the network is reached through fetchSite, or through a library's own client", () => {
    // A file that names `fetch` in an import or a parameter list has been handed one.
    const isBare = (code: string) => /(?<![\w.])fetch\(/.test(code) && !/[{,(]\s*fetch\s*[,}:)]/.test(code);
    const bare = files.filter((file) => !WORLDLY.test(file) && isBare(codeOf(file)));
    expect(bare).toEqual([]);
  });

  it("tools/<group>/ holds operations only", async () => {
    const grouped = files.filter((file) => /^tools\/(?!schemas\/)[^/]+\//.test(file));
    const defines = async (file: string): Promise<boolean> => {
      const exported: unknown[] = Object.values(await import(`../${file}`));
      const named = allTools.find(({ name }) => name === posix.basename(file, ".ts").replaceAll("-", "_"));
      return exported.length === 1 && exported[0] === named;
    };
    const wrong = await Promise.all(grouped.map(async (file) => ((await defines(file)) ? [] : [file])));
    expect(wrong.flat()).toEqual([]);
    expect(grouped).toHaveLength(allTools.length);
  });

  it("pages open no change, but for one call in the audited store of an admin page", () => {
    const audited = /\baudited\.store\.change\(\(tx\) =>\s*[\w.]+\(/g;
    const opening = files.filter((file) => {
      if (folderOf(file) !== "site" || file === "site/kit/admin-action.ts") return false;
      const code = file.startsWith("site/pages/admin/") ? codeOf(file).replace(audited, "") : codeOf(file);
      return /\.change(InTime)?\(/.test(code);
    });
    expect(opening).toEqual([]);
  });

  it("handlers hold no rules: they count no attempts, check no passwords, queue no jobs and open one change at most", () => {
    const rule = /\b(limiter\.take|verifyPassword|hashPassword|queueMail|jobs\.add|awaitJob)\(|\bstoreBefore\b/;
    const isHandler = (file: string) => /^(site\/pages\/|tools\/(?!schemas\/)[^/]+\/)/.test(file);
    const opened = (code: string) => code.match(/\.change\(/g)?.length ?? 0;
    const wrong = files.filter(
      (file) => isHandler(file) && (rule.test(codeOf(file)) || (file.startsWith("tools/") && opened(codeOf(file)) > 1)),
    );
    expect(wrong).toEqual([]);
  });

  it("tests neither sleep nor measure how long something takes", () => {
    const timed = all.filter((file) => file.startsWith("test/") && TIME.test(codeOf(file)));
    const starts = Object.keys(TIMED);
    expect(timed.filter((file) => !starts.some((start) => file.startsWith(start)))).toEqual([]);
    expect(starts.filter((start) => !timed.some((file) => file.startsWith(start)))).toEqual([]);
  });

  it("tests that only SQLite has exist under their names", () => {
    const tests = globSync("test/**/*.test.ts", { cwd: root, exclude: ["**/node_modules"] });
    const texts = tests.map(sourceOf);
    // A name may be a row of a table, such as "a search" in "%s is refused".
    const forms = (name: string) => [`"${name}"`, `"${name.replace(/^a search/, "%s")}"`];
    const gone = Object.keys(SQLITE_ONLY_TESTS).filter(
      (name) => !texts.some((text) => forms(name).some((form) => text.includes(form))),
    );
    expect(gone).toEqual([]);
    expect(Object.keys(SQLITE_ONLY).filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  });

  it("files stay short enough to read", () => {
    const long = files
      .filter((file) => !/^(data|scripts)\//.test(file))
      .map((file) => [file, sourceOf(file).split("\n").length] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });
});
