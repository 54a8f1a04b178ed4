import type Database from "better-sqlite3";
import { DEFAULT_LOOK, type SiteLook } from "../../domain/site/site-look.ts";
import type { Store } from "../store.ts";

type Row = [name: string | null, accent: string | null, logo: string | null, ...texts: (string | null)[]];

const lookOf = ([name, accent, logo, heroTitle, heroText, footerText, links]: Row): SiteLook => ({
  ...{ name, accent, logo },
  ...{ heroTitle: heroTitle ?? null, heroText: heroText ?? null, footerText: footerText ?? null },
  footerLinks: JSON.parse(links ?? "[]"),
});

/**
 * Reads the site settings after each commit of any process and returns the same object until they
 * change. Error pages get the last known ones if the database fails.
 */
export function readSiteLook(reader: Database.Database, version: Store["version"]): Store["siteLook"] {
  const row = reader
    .prepare<[], Row>("select name, accent, logo, hero_title, hero_text, footer_text, footer_links_json from site_look")
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
