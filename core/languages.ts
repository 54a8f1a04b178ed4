import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTE_NAMES } from "../domain/profiles/reserved-handles.ts";
import { createLanguage, pseudoLanguage } from "../languages/catalog.ts";
import { ENGLISH, type Language, PSEUDO } from "../languages/language.ts";
import { namesIn, readShippedText } from "./runtime/shipped.ts";
import type { Settings } from "./settings/config.ts";

/** The languages of this site. The first has no prefix. */
export type Languages = {
  first: Language;
  all: readonly Language[];
  /** A language by its tag, as orders and accounts keep it: English if the site has it no longer. */
  named(tag: string | null | undefined): Language;
  /** The language whose prefix a URL begins with, and the URL without it. */
  at(url: string): { language: Language; rest: string };
  /** What an account chose, or the first language if it chose none, or one that the site no longer has. */
  of(tag: string | null | undefined): Language;
  /** The language that a URL of a file asks for with `lang`. */
  asked(url: string): Language;
};

const ASKED = /[?&]lang=([a-z\d-]{2,12})(?:&|$)/i;
const PREFIX = /^\/([a-z]{2,3}(?:-[a-z\d]{2,4}){0,2})(?=[/?#]|$)/;

export function createLanguages({
  SITE_LANGUAGE,
  SITE_LANGUAGES,
  DATA_DIR,
}: Pick<Settings, "SITE_LANGUAGE" | "SITE_LANGUAGES" | "DATA_DIR">): Languages {
  const others = [...new Set(SITE_LANGUAGES)].filter((tag) => tag !== SITE_LANGUAGE);
  const first = load(SITE_LANGUAGE, "", DATA_DIR);
  const prefixes = new Map<string, Language>();
  for (const tag of others) {
    const name = tag.toLowerCase();
    if (ROUTE_NAMES.some((route) => route === name))
      throw new Error(`SITE_LANGUAGES: /${name} is a page of this site, so ${tag} cannot be one of its languages.`);
    prefixes.set(name, load(tag, `/${name}`, DATA_DIR));
  }
  const all = [first, ...prefixes.values()];
  return {
    first,
    all,
    named: (tag) => all.find((language) => language.tag === tag) ?? ENGLISH,
    asked(url) {
      const [, name = ""] = ASKED.exec(url) ?? [];
      return prefixes.get(name.toLowerCase()) ?? first;
    },
    at(url) {
      const [prefix = "", name = ""] = PREFIX.exec(url) ?? [];
      const language = prefixes.get(name);
      if (!language) return { language: first, rest: url };
      const rest = url.slice(prefix.length);
      return { language, rest: rest.startsWith("/") ? rest : `/${rest}` };
    },
    of: (tag) => prefixes.get(tag?.toLowerCase() ?? "") ?? first,
  };
}

/** Our catalog, and above it the operator's, which may change a few texts or add a language. */
function load(tag: string, prefix: string, folder: string): Language {
  if (tag === PSEUDO) return pseudoLanguage(prefix);
  const own = join(folder, "languages", `${tag}.po`);
  const catalogs = [
    ...(namesIn("./languages").includes(`${tag}.po`) ? [readShippedText(`./languages/${tag}.po`)] : []),
    ...(existsSync(own) ? [readFileSync(own, "utf8")] : []),
  ];
  if (tag === ENGLISH.tag && catalogs.length === 0 && prefix === "") return ENGLISH;
  if (tag !== ENGLISH.tag && catalogs.length === 0)
    throw new Error(
      `SITE_LANGUAGES: there is no catalog for ${tag}. Put one at ${own}, made from languages/debut.pot.`,
    );
  try {
    return createLanguage(tag, { prefix, catalogs });
  } catch (error) {
    throw new Error(`${own} cannot be read. ${(error as Error).message}`);
  }
}
