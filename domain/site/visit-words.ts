import { regions } from "#languages/formats.ts";
import { as, formatted, type Text, t } from "#languages/words.ts";
import { DIRECT, FROM_SITE, OTHER } from "../listings/visit-source.ts";
import { isKeyOf } from "../text/keys.ts";
import { REST, type VisitAbout } from "./visit-figures.ts";

const KINDS = {
  home: t`Front page`,
  listings: t`Listings`,
  search: as("noun")`Search`,
  categories: t`Categories`,
  launches: t`Launches`,
  collections: t`Collections`,
  updates: as("updates of products")`Updates`,
  founders: t`Makers`,
  blog: t`Blog`,
} satisfies Record<string, Text>;
const SOURCES = {
  [DIRECT]: t`Direct`,
  [FROM_SITE]: t`This site`,
  [OTHER]: t`Other`,
} satisfies Record<string, Text>;

/** What a name of the figures says to people. */
export function visitWords(about: VisitAbout, name: string): Text {
  if (name === REST) return t`Other`;
  if (about === "source") return isKeyOf(SOURCES, name) ? SOURCES[name] : name;
  if (about === "kind") return isKeyOf(KINDS, name) ? KINDS[name] : `/${name}`;
  return about === "country" ? formatted((language) => regions(language).of(name) ?? name) : name;
}

export const VISIT_TITLES: Record<VisitAbout, Text> = {
  all: t`Visitors`,
  page: t`Pages`,
  source: as("of visitors")`Sources`,
  kind: t`Kinds of pages`,
  country: t`Countries`,
  search: t`Searches`,
  miss: t`Searches without results`,
};
