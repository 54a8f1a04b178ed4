// Writes the documents that are generated from the code. With --check it only compares, and fails if a committed copy differs.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { SECRET_SETTINGS, Settings } from "../core/config.ts";
import { openApiDocument } from "../rest/openapi.ts";
import type { AnyTool } from "../tools/define.ts";
import { tools } from "../tools/index.ts";

type Property = {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  default?: unknown;
  [bound: string]: unknown;
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: string[], rows: string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${head.map(() => "---").join("|")}|`,
  ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
];

/** Lines of at most 100 characters. */
const wrap = (text: string): string => text.replace(/(.{1,100})(?:\s+|$)/g, "$1\n").trimEnd();

const BOUNDS: Record<string, (bound: unknown) => string> = {
  maxLength: (bound) => `up to ${bound} characters`,
  minimum: (bound) => `from ${bound}`,
  maximum: (bound) => `to ${bound}`,
  maxItems: (bound) => `up to ${bound} items`,
  format: (bound) => `format ${bound}`,
};

function typeOf(property: Property): string {
  if (property.enum) return property.enum.map((value) => `\`${value}\``).join(", ");
  const bounds = Object.entries(BOUNDS).flatMap(([key, say]) => {
    const bound = property[key];
    return bound === undefined || Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? [] : [say(bound)];
  });
  return [[property.type ?? "value"].flat().join(" or "), ...bounds].join(", ");
}

function toolSection({ name, title, description, access, rest, status, idempotent, input }: AnyTool): string[] {
  const schema = z.toJSONSchema(input, { io: "input" }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  const inputs = Object.entries(schema.properties ?? {});
  const rows = inputs.map(([key, property]) => [
    `\`${key}\``,
    typeOf(property),
    schema.required?.includes(key)
      ? "yes"
      : property.default === undefined
        ? "no"
        : `no, \`${JSON.stringify(property.default)}\``,
    property.description ?? "",
  ]);
  return [
    `## ${name}`,
    "",
    wrap(`${title}. ${description}`),
    "",
    `- Access: ${access === "public" ? "everybody" : `scope \`${access}\``}`,
    `- REST: \`${rest}\` answers ${status ?? 200}`,
    ...(idempotent ? ["- Takes an Idempotency-Key"] : []),
    "",
    ...(rows.length ? [...table(["Input", "Type", "Required", ""], rows), ""] : []),
  ];
}

const toolsPage = (): string =>
  [
    "# Operations",
    "",
    wrap(
      "Every operation is an MCP tool and a REST route below `/api/v1`. This page is generated from the code by `node scripts/print-docs.ts`.",
    ),
    "",
    ...table(
      ["Operation", "REST", "Access"],
      tools.map(({ name, rest, access }) => [`[${name}](#${name})`, `\`${rest}\``, access]),
    ),
    "",
    ...tools.flatMap(toolSection),
  ].join("\n");

function settingsPage(): string {
  const { properties } = z.toJSONSchema(Settings, { io: "input", unrepresentable: "any" }) as {
    properties: Record<string, Property>;
  };
  const defaults: Record<string, unknown> = Settings.parse({});
  const rows = Object.entries(properties).map(([name, { description = "" }]) => [
    `\`${name}\``,
    String(defaults[name] ?? "") === "" ? "" : `\`${defaults[name]}\``,
    description + ((SECRET_SETTINGS as readonly string[]).includes(name) ? " Secret: never shown or logged." : ""),
  ]);
  return [
    "# Configuration",
    "",
    wrap(
      "Settings are environment variables. None is required to start. An empty variable counts as absent. An invalid value stops the start with a message that names it. This page is generated from `core/config.ts` by `node scripts/print-docs.ts`.",
    ),
    "",
    ...table(["Variable", "Default", "What it does"], rows),
    "",
  ].join("\n");
}

const documents: Record<string, string> = {
  "openapi.json": `${JSON.stringify(openApiDocument(tools, { baseUrl: "https://debut.example", name: "Debut" }), null, 2)}\n`,
  "tools.md": toolsPage(),
  "configuration.md": settingsPage(),
};

const read = (file: URL): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

const isCheck = process.argv.includes("--check");
for (const [name, text] of Object.entries(documents)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (read(file) === text) continue;
  if (isCheck) {
    console.error(`docs/${name} differs from the code. Run: node scripts/print-docs.ts`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`docs/${name} written`);
  }
}
