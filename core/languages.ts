import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTE_NAMES } from "#domain/profiles/reserved-handles.ts";
import { type OwnTexts, type TranslationKind, textKey } from "#domain/site/translation.ts";
import { contextKey, languageWith, type Messages, messagesOf, pseudoLanguage } from "#languages/catalog.ts";
import { ENGLISH, type Feature, type Language, type Noun, PSEUDO } from "#languages/language.ts";
import { type Entry, readPo } from "#languages/po.ts";
import { namesIn, readShippedText } from "./runtime/shipped.ts";
import type { Settings } from "./settings/config.ts";

/** The languages of this site. The first has no prefix. After a change of the team's texts or the site's shape, they are new objects. */
export type Languages = {
  readonly first: Language;
  readonly all: readonly Language[];
  /** The language whose prefix a URL begins with, and the URL without it. */
  at(url: string): { language: Language; rest: string };
  /** A language by its tag, as accounts and orders keep it; `otherwise`, or the first, if the site has none such. */
  of(tag: string | null | undefined, otherwise?: Language): Language;
  /** The language that a URL of a file asks for with `lang`. */
  asked(url: string): Language;
  /** Every sentence of the program, as our catalog and the operator's file say it in a language; "" where neither does. */
  sentences(tag: string): Entry[];
};

const ASKED = /[?&]lang=([a-z\d-]{2,12})(?:&|$)/i;
const PREFIX = /^\/([a-z]{2,3}(?:-[a-z\d]{2,4}){0,2})(?=[/?#]|$)/;
const NO_TEXTS: OwnTexts = new Map();
const NONE: readonly Feature[] = [];

type Chosen = Pick<Settings, "SITE_LANGUAGE" | "SITE_LANGUAGES" | "DATA_DIR">;
type Loaded = { first: Maker; others: Maker[]; places: Map<string, number> };

/** Every tag that a site can be in: English, our catalogs, and those of the operator. */
export function catalogTags({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string[] {
  const own = join(DATA_DIR, "languages");
  const files = [...namesIn("./languages"), ...(existsSync(own) ? readdirSync(own) : [])];
  const tags = files.filter((file) => file.endsWith(".po")).map((file) => file.slice(0, -3));
  return [...new Set([ENGLISH.tag, ...tags])].sort();
}

function loadAll({ SITE_LANGUAGE, SITE_LANGUAGES, DATA_DIR }: Chosen): Loaded {
  const first = load(SITE_LANGUAGE, "", DATA_DIR);
  const places = new Map<string, number>();
  const others = [...new Set(SITE_LANGUAGES)]
    .filter((tag) => tag !== SITE_LANGUAGE)
    .map((tag, index) => {
      const name = tag.toLowerCase();
      if (ROUTE_NAMES.some((route) => route === name))
        throw new Error(`SITE_LANGUAGES: /${name} is a page of this site, so ${tag} cannot be one of its languages.`);
      places.set(name, index + 1);
      return load(tag, `/${name}`, DATA_DIR);
    });
  return { first, others, places };
}

/**
 * Those of `given` must load. Admins can change the languages of `settings` while the site runs; if
 * one cannot be loaded, the last ones stay.
 */
export function createLanguages(
  given: Chosen,
  textsNow: () => OwnTexts = () => NO_TEXTS,
  lackedNow: () => readonly Feature[] = () => NONE,
  settings: Chosen = given,
  nounNow: () => Noun = () => "product",
): Languages {
  let { SITE_LANGUAGE: tag, SITE_LANGUAGES: tags } = given;
  let { first, others, places } = loadAll(given);
  let texts: OwnTexts | undefined;
  let lacks: readonly Feature[] | undefined;
  let noun: Noun | undefined;
  let all: [Language, ...Language[]] = [ENGLISH];
  function current(): [Language, ...Language[]] {
    const now = textsNow();
    const lacking = lackedNow();
    const called = nounNow();
    const isSame = settings.SITE_LANGUAGE === tag && settings.SITE_LANGUAGES === tags;
    if (now === texts && lacking === lacks && called === noun && isSame) return all;
    if (!isSame) {
      try {
        ({ first, others, places } = loadAll(settings));
      } catch {}
      ({ SITE_LANGUAGE: tag, SITE_LANGUAGES: tags } = settings);
    }
    [texts, lacks, noun] = [now, lacking, called];
    const make = (maker: Maker) => {
      const language = maker.make(now.get(maker.tag), first);
      return lacking.length > 0 || called !== "product" ? { ...language, lacks: lacking, noun: called } : language;
    };
    all = [make(first), ...others.map(make)];
    return all;
  }
  const at = (name: string): Language | undefined => {
    const now = current();
    return now[places.get(name) ?? now.length];
  };
  return {
    get first() {
      return current()[0];
    },
    get all() {
      return current();
    },
    asked(url) {
      const [, name = ""] = ASKED.exec(url) ?? [];
      return at(name.toLowerCase()) ?? current()[0];
    },
    at(url) {
      const [prefix = "", name = ""] = PREFIX.exec(url) ?? [];
      const language = name === "" ? undefined : at(name);
      if (!language) return { language: current()[0], rest: url };
      const rest = url.slice(prefix.length);
      return { language, rest: rest.startsWith("/") ? rest : `/${rest}` };
    },
    of: (tag, otherwise = current()[0]) =>
      current().find((language) => language.tag.toLowerCase() === tag?.toLowerCase()) ?? otherwise,
    sentences: (tag) => everySentence(tag, settings.DATA_DIR),
  };
}

type Own = ReadonlyMap<string, string> | undefined;
type Maker = { tag: string; messages: Messages; make(own: Own, first: Maker): Language };

/** Our catalog, and above it the operator's file, which may change a few texts or add a language. */
function catalogsOf(tag: string, folder: string): Entry[][] {
  const own = join(folder, "languages", `${tag}.po`);
  const ours = namesIn("./languages").includes(`${tag}.po`) ? [readPo(readShippedText(`./languages/${tag}.po`))] : [];
  if (!existsSync(own)) {
    if (tag !== ENGLISH.tag && ours.length === 0)
      throw new Error(
        `SITE_LANGUAGES: there is no catalog for ${tag}. Put one at ${own}, made from languages/debut.pot.`,
      );
    return ours;
  }
  try {
    return [...ours, readPo(readFileSync(own, "utf8"))];
  } catch (error) {
    throw new Error(`${own} cannot be read. ${(error as Error).message}`);
  }
}

/** A language as it is made again after each change of the texts that the team wrote in it, which win over catalogs. */
function load(tag: string, prefix: string, folder: string): Maker {
  if (tag === PSEUDO) {
    const language = pseudoLanguage(prefix);
    return { tag, messages: new Map(), make: () => language };
  }
  const messages = messagesOf(catalogsOf(tag, folder));
  return {
    tag,
    messages,
    make(own, first) {
      const changed = [...(own ?? [])].flatMap(([key, text]) => {
        const [kind, id = "", context] = key.split("\u0000");
        return kind === "sentence" ? [{ id, context: context || undefined, text, isFuzzy: false }] : [];
      });
      if (tag === ENGLISH.tag && prefix === "" && messages.size === 0 && changed.length === 0) return ENGLISH;
      const language = languageWith(tag, prefix, [messages, messagesOf([changed])]);
      // What is not translated is English if it is a standard text, else in the site's first language.
      const tagIn = (kind: string, text: string) =>
        first.messages.has(contextKey(kind, text)) ? ENGLISH.tag : first.tag;
      language.stored = {
        find: (kind, id, field, text) =>
          own?.get(textKey(kind as TranslationKind, id, field)) ?? messages.get(contextKey(kind, text))?.text,
        tagOf(kind, text) {
          const other = tagIn(kind, text);
          return other === tag ? undefined : other;
        },
      };
      return language;
    },
  };
}

/** The catalog that has every sentence. */
const COMPLETE = "de";

function everySentence(tag: string, folder: string): Entry[] {
  const keyOf = ({ context, id }: Entry): string => contextKey(context, id);
  const known = new Map(
    readPo(readShippedText(`./languages/${COMPLETE}.po`)).map((entry) => [keyOf(entry), { ...entry, text: "" }]),
  );
  for (const entry of catalogsOf(tag, folder).flat()) if (entry.text && !entry.isFuzzy) known.set(keyOf(entry), entry);
  return [...known.values()];
}
