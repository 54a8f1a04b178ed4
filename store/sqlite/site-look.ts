import type Database from "better-sqlite3";
import { DEFAULT_THEME } from "#domain/site/design.ts";
import { DEFAULT_FRONT } from "#domain/site/front.ts";
import { DEFAULT_HEAD } from "#domain/site/head.ts";
import { DEFAULT_LOOK, type SiteLook } from "#domain/site/site-look.ts";
import type { OwnPage } from "#domain/site/site-pages.ts";
import { DEFAULT_SHAPE } from "#domain/site/site-shape.ts";
import { LONG_TEXT, type OwnTexts, type TranslationKind, textKey } from "#domain/site/translation.ts";
import type { Store } from "../store.ts";

type Row = [name: string | null, accent: string | null, logo: string | null, ...texts: (string | null)[]];

const lookOf = ([
  name,
  accent,
  logo,
  heroTitle,
  heroText,
  footerText,
  links,
  ,
  hidesEmpty,
  shape,
  theme,
  head,
  front,
  pages,
]: Row): SiteLook => ({
  ...{ name, accent, logo },
  ...{ heroTitle: heroTitle ?? null, heroText: heroText ?? null, footerText: footerText ?? null },
  footerLinks: JSON.parse(links ?? "[]"),
  hidesEmptyCategories: Boolean(hidesEmpty),
  shape: { ...DEFAULT_SHAPE, ...JSON.parse(shape ?? "{}") },
  theme: { ...DEFAULT_THEME, ...JSON.parse(theme ?? "{}") },
  head: { ...DEFAULT_HEAD, ...JSON.parse(head ?? "{}") },
  front: { ...DEFAULT_FRONT, ...JSON.parse(front ?? "{}") },
  pages: JSON.parse(pages ?? "[]").map((page: OwnPage) => ({ ...page, isHidden: Boolean(page.isHidden) })),
});

/**
 * Reads the site settings after each commit of any process and returns the same object until they
 * or the texts of the team change. Error pages get the last known ones if the database fails.
 */
export function readSiteLook(reader: Database.Database, version: Store["version"]): Store["siteLook"] {
  const row = reader
    .prepare<[], Row>(
      `select name, accent, logo, hero_title, hero_text, footer_text, footer_links_json, texts_revision, hides_empty_categories, shape_json, theme_json, head_json, front_json,
      (select json_group_array(json_object('slug', slug, 'title', title, 'isHidden', is_hidden) order by title, slug)
      from site_pages where title is not null) from site_look`,
    )
    .raw();
  let readAt: number | undefined;
  let text = "";
  let look = DEFAULT_LOOK;
  return () => {
    try {
      const now = version();
      if (now === readAt) return look;
      const found = row.get();
      const foundText = JSON.stringify(found);
      if (found && foundText !== text) [text, look] = [foundText, lookOf(found)];
      readAt = now;
    } catch {}
    return look;
  };
}

/** What the team wrote in each language, except long texts, which one page shows. The same object until it changes. */
export function readOwnTexts(reader: Database.Database, siteLook: Store["siteLook"]): Store["ownTexts"] {
  const rows = reader
    .prepare<[], [kind: TranslationKind, id: string, field: string, language: string, text: string]>(
      `select kind, id, field, language, text from translations where field <> '${LONG_TEXT}'`,
    )
    .raw();
  let of: SiteLook | undefined;
  let texts: OwnTexts = new Map();
  return () => {
    const look = siteLook();
    if (look === of) return texts;
    try {
      const found = new Map<string, Map<string, string>>();
      for (const [kind, id, field, language, text] of rows.all())
        found.getOrInsertComputed(language, () => new Map()).set(textKey(kind, id, field), text);
      [of, texts] = [look, found];
    } catch {}
    return texts;
  };
}
