import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** What the code of a folder may import by value, beside itself. A folder, a file, a package, or `node:` for all built-in modules. */
const LAYERS: Record<string, string[]> = {
  domain: [],
  "errors.ts": [],
  "context.ts": [],
  "shipped.ts": ["node:"],
  "limiter.ts": ["rate-limiter-flexible"],
  "request-body.ts": ["errors.ts", "requests/turns.ts"],
  "http-server.ts": ["errors.ts", "limiter.ts", "requests/facts.ts", "node:http"],
  "lazily.ts": [],
  "version.ts": ["package.json"],
  health: ["domain", "database-fault.ts", "backups", "config.ts", "better-sqlite3", "node:"],
  requests: ["health/proxy.ts", "limiter.ts", "compression", "express", "on-headers", "node:"],
  tracing: ["version.ts", "@opentelemetry", "node:"],
  "flood-log.ts": [],
  "thread.ts": ["shipped.ts", "node:"],
  store: ["domain", "errors.ts", "shipped.ts", "drizzle-orm", "better-sqlite3", "node:"],
  crawler: [
    "domain",
    "errors.ts",
    "thread.ts",
    "node:",
    "email-providers",
    "html-encoding-sniffer",
    "ipaddr.js",
    "node-html-parser",
    "p-queue",
    "parse5",
    "robots-parser",
    "saxes",
    "tldts",
    "undici",
  ],
  drafting: ["domain", "errors.ts", "thread.ts", "@anthropic-ai/sdk", "tldts", "node:"],
  mail: ["domain", "errors.ts", "nodemailer", "node:crypto"],
  badges: ["domain", "anafanafo"],
  payments: ["domain", "errors.ts", "flood-log.ts", "limiter.ts", "express", "stripe", "undici", "zod", "node:"],
  pictures: ["shipped.ts", "thread.ts", "node:", "@jsquash", "@resvg/resvg-wasm", "image-size"],
  invoices: ["domain", "shipped.ts", "pdfkit", "fontkit", "bidi-js", "subset-font", "fontverter", "node:"],
  ratings: ["domain", "errors.ts", "tldts", "node:"],
  // Messages are pure text; sending them is a job.
  tools: [
    "domain",
    "orders",
    "badges",
    "context.ts",
    "errors.ts",
    "limiter.ts",
    "zod",
    "node:crypto",
    "mail/messages.ts",
    "mail/moderation-messages.ts",
    "mail/queue-mail.ts",
  ],
  resources: ["tools", "errors.ts"],
  rest: [
    "tools",
    "resources",
    "requests",
    "auth/challenge.ts",
    "store/installation.ts",
    "errors.ts",
    "limiter.ts",
    "request-body.ts",
    "version.ts",
    "express",
    "prom-client",
    "zod",
    "node:",
  ],
  mcp: [
    "tools",
    "resources",
    "auth/challenge.ts",
    "context.ts",
    "errors.ts",
    "limiter.ts",
    "request-body.ts",
    "requests/facts.ts",
    "version.ts",
    "@modelcontextprotocol/node",
    "@modelcontextprotocol/server",
    "express",
    "zod",
    "node:crypto",
  ],
  auth: [
    "tools",
    "domain",
    "context.ts",
    "errors.ts",
    "lazily.ts",
    "limiter.ts",
    "requests/facts.ts",
    "shipped.ts",
    "site",
    "express",
    "oidc-provider",
    "p-queue",
    "rate-limiter-flexible",
    "node:",
  ],
  site: [
    "tools",
    "accounts",
    "orders",
    "domain",
    "badges",
    "pictures/key.ts",
    "invoices",
    "auth",
    "backups",
    "health",
    "jobs/retry.ts",
    "config.ts",
    "context.ts",
    "errors.ts",
    "limiter.ts",
    "mail/messages.ts",
    "mail/queue-mail.ts",
    "mail/unsubscribe.ts",
    "requests",
    "shipped.ts",
    "thread.ts",
    "version.ts",
    "express",
    "helmet",
    "diff",
    "@resvg/resvg-wasm",
    "markdown-it",
    "parse5",
    "zod",
    "node:",
  ],
  accounts: ["domain", "orders", "errors.ts", "mail/messages.ts", "mail/queue-mail.ts"],
  orders: ["domain", "errors.ts", "mail/order-messages.ts", "mail/queue-mail.ts"],
  vat: ["domain", "cockatiel"],
  backups: ["domain", "shipped.ts", "store/sqlite/copy.ts", "store/sqlite/check.ts", "store/unavailable.ts", "node:"],
  jobs: [
    "domain",
    "backups",
    "config.ts",
    "orders",
    "errors.ts",
    "pictures/key.ts",
    "mail/give-up-mail.ts",
    "mail/messages.ts",
    "mail/queue-mail.ts",
    "mail/unsubscribe.ts",
    "store/unavailable.ts",
    "p-queue",
    "node:crypto",
  ],
};

/** Where time, chance, the environment and the console are reached; all other code gets them handed in. */
const WORLDLY = /^(deps\.ts|main\.ts|cli\/|scripts\/|bench\/)/;
/** Salts are never foreseen, not even in a test. */
const OWN_CHANCE = ["auth/passwords.ts"];
const REACHING: [string, RegExp][] = [
  ["the clock", /\bDate\.now\b|\bnew Date\(\)/],
  ["chance", /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/],
  ["the environment", /\bprocess\.env\b/],
  ["the console", /\bconsole\./],
];

const root = new URL("../", import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter(
    (file) => file.endsWith(".ts") && !/^(node_modules|var|dist|coverage|test)\/|^\.|\/node_modules\//.test(file),
  );
const sourceOf = (file: string): string => readFileSync(new URL(file, root), "utf8");
const codeOf = (file: string): string => sourceOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");

/** Modules that a file imports by value; imports of types alone vanish when it runs. */
function importsOf(file: string): string[] {
  const source = codeOf(file);
  const statements = [
    ...source.matchAll(/^import\s+(?!type\b)(?:(?<names>[^"';]*?)\s*from\s*)?"(?<from>[^"]+)"/gm),
    ...source.matchAll(/^export\s+(?<names>\{[^}]*\}|\*[^"';]*?)\s*from\s*"(?<from>[^"]+)"/gm),
  ];
  const values = statements.filter(({ groups }) => {
    const listed = /^\{(.*)\}$/s.exec(groups!.names ?? "")?.[1];
    return (
      listed === undefined || listed.split(",").some((name) => name.trim() !== "" && !name.trim().startsWith("type "))
    );
  });
  const later = [...source.matchAll(/\bimport\("(?<from>[^"]+)"\)/g)];
  return [...values, ...later].map(({ groups }) => groups!.from!);
}

const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : file);
const resolved = (file: string, from: string): string =>
  from.startsWith(".") ? posix.join(posix.dirname(file), from) : from;
const isAllowed = (target: string, allowed: string[]): boolean =>
  allowed.some((name) => target === name || target.startsWith(name.endsWith(":") ? name : `${name}/`));

describe("layers", () => {
  it.each(Object.entries(LAYERS))("%s imports only what it may", (layer, allowed) => {
    const wrong = files
      .filter((file) => folderOf(file) === layer)
      .flatMap((file) => importsOf(file).map((from) => [file, resolved(file, from)] as const))
      .filter(([, target]) => folderOf(target) !== layer && !isAllowed(target, allowed))
      .map(([file, target]) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
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

  it("files stay short enough to read", () => {
    const long = files
      .filter((file) => !/^(data|scripts)\//.test(file))
      .map((file) => [file, sourceOf(file).split("\n").length] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });
});
