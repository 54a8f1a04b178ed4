import type { Request } from "express";
import type { Languages } from "#core/languages.ts";
import { factsOf } from "#http/facts.ts";
import type { Language } from "#languages/language.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";

/** More than a person reads; the list comes from a URL. */
const MOST_LOCALES = 20;

/** The first language of `ui_locales` that the site has: "de-CH" is met by "de" (RFC 4647, 3.4). */
function localeOf(uiLocales: unknown, { all }: Languages): Language | undefined {
  const wanted = typeof uiLocales === "string" ? uiLocales.toLowerCase().split(" ", MOST_LOCALES) : [];
  const tags = wanted.flatMap((tag) =>
    tag.split("-").map((_, cut, parts) => parts.slice(0, parts.length - cut).join("-")),
  );
  return tags.flatMap((tag) => all.filter((language) => language.tag.toLowerCase() === tag))[0];
}

/** Pages of an authorization: in the language that the app asks for, else that of the account. */
export function choosePageLanguage(
  req: Request,
  { uiLocales, account }: { uiLocales: unknown; account: Account | undefined },
  languages: Languages,
): void {
  const own = languages.all.find(({ tag }) => tag === account?.language);
  const chosen = localeOf(uiLocales, languages) ?? own;
  if (chosen) factsOf(req).language = chosen;
}
