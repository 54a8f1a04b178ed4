import { readShippedText } from "../core/runtime/shipped.ts";
import { DRAFT_FIELDS, FACTS, isListField, labelOf, placeOf } from "../domain/listings/fields.ts";
import { keysOf } from "../domain/text/keys.ts";
import type { AppName } from "../tools/define.ts";

export const APP_TYPE = "text/html;profile=mcp-app";
export const APPS_CAPABILITY = { "io.modelcontextprotocol/ui": { mimeTypes: [APP_TYPE] } };

type App = {
  title: string;
  facts?: () => object;
};

const APPS: Record<AppName, App> = {
  "draft-review": {
    title: "Draft review",
    facts: () =>
      DRAFT_FIELDS.map((name) => ({ name, label: labelOf(name), ...(isListField(name) && { isList: true }) })),
  },
  listings: {
    title: "Listings",
    facts: () => ({
      labels: Object.fromEntries(DRAFT_FIELDS.map((name) => [name, labelOf(name)])),
      rows: FACTS.filter(({ isBrief }) => isBrief).map(({ name, label }) => [label, placeOf(name).split(".")]),
    }),
  },
  comparison: { title: "Comparison" },
  boards: { title: "Launches" },
  claim: { title: "Claim a listing" },
  checkout: { title: "Order" },
};

const SCHEME = "ui://debut/";
export const appUri = (name: AppName): string => SCHEME + name;

const source = (file: string): string => readShippedText(`./resources/apps/${file}`);

/** What views share, for those that import it; each imports only from those before it. */
const MODULES = ["bridge", "kit", "cards"];
const modulesOf = (name: AppName): string[] => {
  const code = source(`${name}.js`);
  return MODULES.filter((module) => code.includes(`from "./${module}.js"`));
};

const styles = (name: AppName): string =>
  ["theme", ...modulesOf(name).filter((module) => module === "cards"), name]
    .map((file) => source(`${file}.css`))
    .join("")
    .replace(/\/\*.*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?|(:) /g, "$1$2")
    .replaceAll(";}", "}");

const lean = (text: string): string =>
  text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, "")
    .replace(/^[ \t]*(\/\/.*)?\n/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/([{([,;>=?:&|])\n|\n(?=[)}\]?:.&|])|({) | (?=})/g, "$1$2");

/** A module as a function that returns its exports, so that no two modules share a name. */
function scope(code: string): string {
  const names = [...code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
  return `(() => {\n${inline(code)}\nreturn { ${names.join(", ")} };\n})()`;
}
/** Every module that is imported stands before it in the page, under its name. */
const inline = (code: string): string =>
  code
    .replace(
      /^import ({[^}]*}) from "\.\/(\w+)\.js";$/gm,
      (_, names: string, from: string) => `const ${names.replace(/\s+/g, " ")} = ${from};`,
    )
    .replace(/^export /gm, "");

const script = (name: AppName): string =>
  lean(`(() => {
${modulesOf(name)
  .map((module) => `const ${module} = ${scope(source(`${module}.js`))};`)
  .join("\n")}
${inline(source(`${name}.js`))}
})()`);

/** One page without any address, because hosts allow no request. */
const page = (name: AppName, { title, facts }: App): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${styles(name)}</style></head>
<body><main id="view" aria-busy="true"><h1 class="unseen">${title}</h1><div class="wait"><p>One moment…</p>
<div class="bone busy"></div><div class="bone busy"></div></div></main><p id="say" role="status"></p>
${
  facts
    ? `<script type="application/json" id="facts">${JSON.stringify(facts()).replaceAll("<", "\\u003c")}</script>`
    : ""
}<script>${script(name)}</script></body></html>`;

const pages = new Map<string, string>();

export function readApp(uri: string): string | undefined {
  const known = pages.get(uri);
  if (known !== undefined) return known;
  const name = keysOf(APPS).find((one) => SCHEME + one === uri);
  if (!name) return undefined;
  const html = page(name, APPS[name]);
  pages.set(uri, html);
  return html;
}
