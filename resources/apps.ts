import { boards } from "#actions/launches/boards.ts";
import type { Languages } from "#core/languages.ts";
import { readShippedText } from "#core/runtime/shipped.ts";
import { COMPARED } from "#domain/listings/compare.ts";
import { DRAFT_FIELDS, FACTS, fieldOf, isListField, labelOf, placeOf } from "#domain/listings/fields.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Language, Program } from "#languages/language.ts";
import { formsOf, inEnglish, plural, say, type Text, t, type Words } from "#languages/words.ts";
import type { AppName } from "#tools/define.ts";

export const APP_TYPE = "text/html;profile=mcp-app";
export const APPS_CAPABILITY = { "io.modelcontextprotocol/ui": { mimeTypes: [APP_TYPE] } };

type App = {
  title: Words;
  facts?: () => object;
  /** Words of ours that come with facts or data. */
  labels?: () => Text[];
};

const labels = (): Text[] => DRAFT_FIELDS.map(labelOf);
const comparedLabels = (): Text[] => [
  ...[...COMPARED.values()].map((name) => fieldOf(name).compared?.label ?? labelOf(name)),
  ...[t`Category`, t`Founders`, t`Rating`, t`Domain Rating`, t`Launched`],
];

const APPS: Record<AppName, App> = {
  "draft-review": {
    title: t`Draft review`,
    labels,
    facts: () => DRAFT_FIELDS.map((name) => [name, inEnglish(labelOf(name)), isListField(name) ? 1 : 0]),
  },
  listings: {
    title: t`Listings`,
    labels: () => [...labels(), ...FACTS.map(({ label }) => label)],
    facts: () => ({
      labels: Object.fromEntries(DRAFT_FIELDS.map((name) => [name, inEnglish(labelOf(name))])),
      rows: FACTS.filter(({ isBrief }) => isBrief).map(({ name, label }) => [
        inEnglish(label),
        placeOf(name).split("."),
      ]),
    }),
  },
  comparison: { title: t`Comparison`, labels: comparedLabels },
  boards: {
    title: t`Launches`,
    labels: () => Object.values(boards).flatMap(({ title, disclosure }) => [title, disclosure ?? []].flat()),
  },
  claim: { title: t`Claim a listing` },
  checkout: { title: t`Order` },
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

/** Strings and patterns stay; around marks, spaces and last commas go. */
const SPACED =
  /("(?:[^"\\\n]|\\.)*"|`[^`]*`|(?<=[(,=] ?)\/(?:[^/\\\n[]|\\.|\[[^\]\n]*\])+\/)|,(?=[)}\]])|;(?=\})| ?([=<>?:,;{}()[\]|&!]) ?/g;

const lean = (text: string): string =>
  text
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, "")
    .replace(/^[ \t]*(\/\/.*)?\n/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/([{([,;>=?:&|])\n|\n(?=[)}\]?:.&|])|({) | (?=})/g, "$1$2")
    .replace(SPACED, (_, literal, mark) => literal ?? mark ?? "");

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

const SENTENCE = /\bt`([^`]*)`/g;
const COUNTED = /\bplural\([^"()]*, "([^"]+)"(?:, "([^"]+)")?\)/g;

/** What an app says, in a language: sentences as steps, nouns by their forms. */
function wordsIn(language: Language, name: AppName, { title, labels }: App): Record<string, object> {
  const code = [...modulesOf(name), name].map((file) => source(`${file}.js`)).join("\n");
  const sentences = [...code.matchAll(SENTENCE)].flatMap(([, text = ""]): [string, Program][] => {
    const literals = text.split(/\$\{[^{}]*\}/);
    const steps = language.sentence?.(literals, []);
    return steps ? [[literals.join("{}"), steps]] : [];
  });
  const nouns = [...code.matchAll(COUNTED)].map(([, one = "", many = `${one}s`]): [string, object] => [
    `${one}/${many}`,
    formsOf((count) => plural(count, one, many), language),
  ]);
  const others = [title, ...(labels?.() ?? [])].map((words): [string, object] => [
    inEnglish(words),
    [say(words, language)],
  ]);
  return Object.fromEntries([...sentences, ...nouns, ...others]);
}

const json = (id: string, value: object): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

/** Each language of the site: the view takes that of its host when it is there. */
const catalogOf = (name: AppName, app: App, { all }: Languages): object => ({
  tags: all.map(({ tag }) => tag),
  rightToLeft: all.filter(({ isRightToLeft }) => isRightToLeft).map(({ tag }) => tag),
  title: inEnglish(app.title),
  words: Object.fromEntries(
    all.flatMap((language) => (language.sentence ? [[language.tag, wordsIn(language, name, app)]] : [])),
  ),
});

/** One page without any address, because hosts allow no request. */
const page = (name: AppName, app: App, languages: Languages): string => {
  const { first } = languages;
  const title = say(app.title, first);
  return `<!doctype html>
<html lang="${first.tag}"${first.isRightToLeft ? ' dir="rtl"' : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${styles(name)}</style></head>
<body><main id="view" aria-busy="true"><h1 class="unseen">${title}</h1><div class="wait"><p>${say(t`One moment…`, first)}</p>
<div class="bone busy"></div><div class="bone busy"></div></div></main><p id="say" role="status"></p>
${app.facts ? json("facts", app.facts()) : ""}${json("words", catalogOf(name, app, languages))}<script>${script(name)}</script></body></html>`;
};

/** Languages are new objects after a change of their texts. */
const pages = new WeakMap<Languages["all"], Map<string, string>>();

export function readApp(uri: string, languages: Languages): string | undefined {
  const name = keysOf(APPS).find((one) => SCHEME + one === uri);
  return (
    name &&
    pages
      .getOrInsertComputed(languages.all, () => new Map())
      .getOrInsertComputed(uri, () => page(name, APPS[name], languages))
  );
}
