import type { Languages } from "#core/languages.ts";
import { FRONT_LIMITS } from "#domain/site/front.ts";
import { MENU_LIMITS } from "#domain/site/menu.ts";
import { LOOK_LIMITS, readFooterLinks, typedFooterLinks } from "#domain/site/site-look.ts";
import { isSitePage, OWN_PAGE_LIMITS, SITE_PAGE_MAX, SITE_PAGE_SLUGS, SITE_PAGES } from "#domain/site/site-pages.ts";
import { LONG_TEXT, TRANSLATED, type TranslatedKind } from "#domain/site/translation.ts";
import { picturesAreDescribed } from "#domain/text/plain-markdown.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Language, PSEUDO } from "#languages/language.ts";
import { type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { pageText, standardTextIn } from "./standard-texts.ts";

type Field = {
  field: string;
  label: Text;
  /** As the site has it in its first language. */
  text: string;
  most: number;
  rows: number;
  check?: (text: string) => Text | undefined;
};
/** What has texts to translate. Plans and questions are known by their words, with which orders and answers keep them. */
export type Translatable = { id: string; name: Text; fields: Field[] };
type Needed = Pick<Deps, "store" | "settings" | "languages">;

const MOST_POSTS = 1000;

const short = (field: string, label: Text, text: string | null, most: number): Field => ({
  ...{ field, label, text: text ?? "", most },
  rows: most > 100 ? 3 : 1,
});
const long = (text: string): Field => ({ field: LONG_TEXT, label: t`Text`, text, most: SITE_PAGE_MAX, rows: 20 });

const SOURCES: Record<TranslatedKind, (deps: Needed) => Promise<Translatable[]>> = {
  async category({ store }) {
    const rows = (await store.reference.categories()).sort((a, b) => a.position - b.position);
    return rows.map(({ slug, name, description, faqs }) => ({
      ...{ id: slug, name },
      fields: [
        short("name", t`Name`, name, 80),
        short("description", t`Description`, description, 2000),
        ...faqs.flatMap(({ question, answer }, at) => [
          short(`question-${at}`, t`Question ${at + 1}`, question, 300),
          short(`answer-${at}`, t`Answer ${at + 1}`, answer, 2000),
        ]),
      ],
    }));
  },
  plan: async ({ store }) =>
    (await store.products.all()).map(({ name, description }) => ({
      ...{ id: name, name },
      fields: [short("name", t`Name`, name, 80), short("description", t`Description`, description, 2000)],
    })),
  question: async ({ store }) =>
    (await store.reference.allInterviewQuestions()).map(({ question, hint }) => ({
      ...{ id: question, name: question },
      fields: [short("question", t`Question`, question, 300), short("hint", t`Hint`, hint, 500)],
    })),
  async site({ store }) {
    const { heroTitle, heroText, footerText, footerLinks, front } = store.siteLook();
    const links = short("footer-links", t`Links in the footer`, typedFooterLinks(footerLinks), 2000);
    return [
      {
        id: "site",
        name: t`Front page and footer`,
        fields: [
          short("hero-title", t`Headline`, heroTitle, LOOK_LIMITS.heroTitle),
          short("hero-text", t`Text below it`, heroText, LOOK_LIMITS.heroText),
          short("search-hint", t`Example in the search field`, front.searchHint, FRONT_LIMITS.searchHint),
          ...(front.menu ?? []).map(({ to, label }) => short(`menu ${to}`, t`Menu`, label, MENU_LIMITS.label)),
          ...(front.blocks ?? []).flatMap(({ key, heading = "", markdown = "" }) => [
            short(`${key}-heading`, t`Heading`, heading, FRONT_LIMITS.heading),
            short(`${key}-markdown`, t`Text`, markdown, FRONT_LIMITS.markdown),
          ]),
          short("footer-text", t`Text in the footer`, footerText, LOOK_LIMITS.footerText),
          {
            ...links,
            check(text) {
              const read = readFooterLinks(text);
              return "fault" in read
                ? t`“${read.fault}” is not a link. Enter text, a space and a URL, like Imprint https://example.com/imprint.`
                : undefined;
            },
          },
        ],
      },
    ];
  },
  async page(deps) {
    const standard = await Promise.all(
      SITE_PAGE_SLUGS.map(async (slug) => ({
        ...{ id: slug, name: SITE_PAGES[slug].title },
        fields: [long((await pageText(slug, deps)).markdown)],
      })),
    );
    const own = (await deps.store.sitePages.list()).flatMap(({ slug, title, markdown }) =>
      title === null
        ? []
        : { id: slug, name: title, fields: [short("title", t`Title`, title, OWN_PAGE_LIMITS.title), long(markdown)] },
    );
    return [...standard, ...own];
  },
  async post({ store }) {
    const { items } = await store.posts.listAll({ page: 1, perPage: MOST_POSTS });
    return items.map(({ slug, title, excerpt, bodyMarkdown, coverAlt }) => ({
      ...{ id: slug, name: title },
      fields: [
        short("title", t`Title`, title, 200),
        short("excerpt", t`Summary`, excerpt, 400),
        short("cover-alt", t`What the cover shows`, coverAlt, 300),
        {
          ...long(bodyMarkdown),
          check: (text) =>
            picturesAreDescribed(text) ? undefined : t`Describe each picture between its brackets: ![description](…).`,
        },
      ],
    }));
  },
};

/** Everything of a kind that has a text; fields without one have nothing to translate. */
export async function translatablesOf(kind: TranslatedKind, deps: Needed): Promise<Translatable[]> {
  const all = await SOURCES[kind](deps);
  return all
    .map((one) => ({ ...one, fields: one.fields.filter(({ text }) => text !== "") }))
    .filter(({ fields }) => fields.length > 0);
}

export const translatedInto = ({ first, all }: Languages): Language[] =>
  all.filter((language) => language.tag !== first.tag && language.tag !== PSEUDO);

export async function ourText(
  language: Language,
  { kind, id, field, text }: { kind: TranslatedKind; id: string; field: string; text: string },
  deps: Needed,
): Promise<string | undefined> {
  if (kind !== "page") return language.stored?.find(kind, "", field, text);
  const isOwn = isSitePage(id) && (await deps.store.sitePages.find(id)) !== undefined;
  return isSitePage(id) && !isOwn ? standardTextIn(language.tag, id, deps) : undefined;
}

/** How many texts each thing of a kind lacks in a language, by its id. */
export async function missingIn(language: Language, kind: TranslatedKind, deps: Needed): Promise<Map<string, number>> {
  const keys = await deps.store.translations.keys();
  const known = new Set(
    keys.flatMap((key) => (key.kind === kind && key.language === language.tag ? [`${key.id} ${key.field}`] : [])),
  );
  const counts = new Map<string, number>();
  for (const { id, fields } of await translatablesOf(kind, deps)) {
    let count = 0;
    for (const { field, text } of fields)
      if (!known.has(`${id} ${field}`) && (await ourText(language, { kind, id, field, text }, deps)) === undefined)
        count++;
    counts.set(id, count);
  }
  return counts;
}

export const totalMissing = async (language: Language, deps: Needed): Promise<Record<TranslatedKind, number>> => {
  const counts = await Promise.all(
    TRANSLATED.map(
      async (kind) => [kind, (await missingIn(language, kind, deps)).values().reduce((a, b) => a + b, 0)] as const,
    ),
  );
  return Object.fromEntries(counts) as Record<TranslatedKind, number>;
};

/** Why a translation cannot be saved. */
export const faultOf = ({ most, check }: Field, text: string): Text | undefined =>
  lengthOf(text) > most ? t`Use at most ${most} characters.` : text === "" ? undefined : check?.(text);
