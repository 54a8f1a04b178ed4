import type { Request, Response } from "express";
import type { Languages } from "#core/languages.ts";
import { type Html, html } from "#core/text/html.ts";
import { factsOf } from "#http/facts.ts";
import type { Gate } from "#http/incoming.ts";
import { ENGLISH, type Language } from "#languages/language.ts";
import { hasLanguages, prefixed, unprefixed } from "#languages/links.ts";
import { say, t } from "#languages/words.ts";

/** Takes the language off a page's path: everything behind sees one path in any language. Kept pages are kept by the whole. */
export const chooseLanguage =
  (languages: Languages): Gate =>
  (req, _res, next) => {
    const { language, rest } = languages.at(req.url);
    const isPage = hasLanguages(rest);
    factsOf(req).language = isPage ? language : languages.asked(req.url);
    if (isPage) req.url = rest;
    next();
  };

export const languageOf = ({ req }: Response): Language => factsOf(req).language ?? ENGLISH;

/** The language in which somebody reads, to remember it; null on a site with one, which may change. */
export const tagToKeep = (res: Response, { all }: Languages): string | null =>
  all.length > 1 ? languageOf(res).tag : null;

/** For a page below no prefix: where other sites lead back to. */
export function speakTo(res: Response, language: Language): void {
  factsOf(res.req).language = language;
}

/** Attributes of a text that is not in the language of the page. */
export const inOther = (tag: string, res: Response): Html | false =>
  tag !== languageOf(res).tag && html` lang="${tag}" dir="auto"`;

/** A path of a page, in the language of the page that leads there. Templates and `seeOther` do it themselves. */
export const inLanguage = (path: string, res: Response): string => prefixed(languageOf(res).prefix, path);

/** Where a request is, without the prefix of its language: what forms send to come back here. */
export const hereOf = (req: Request): string => unprefixed(factsOf(req).language?.prefix ?? "", req.originalUrl);

/** `offer` is in its own language. */
export type Alternate = { tag: string; name: string; path: string; offer: string };

/** A page in every language of the site, the first one first; empty if it has only one. */
export const alternatesOf = ({ all }: Languages, path: string): Alternate[] =>
  all.length < 2 || !hasLanguages(path)
    ? []
    : all.map((language) => {
        const { tag, prefix } = language;
        const name = nameOf(tag);
        return { tag, name, path: prefixed(prefix, path), offer: say(t`Read this page in ${name}`, language) };
      });

const names = new Map<string, string>();
/** "Deutsch" for "de". */
export const nameOf = (tag: string): string =>
  names.getOrInsertComputed(tag, () => {
    const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  });
