import type Database from "better-sqlite3";
import type { Vault } from "#core/credentials/vault.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import type { Store } from "../store.ts";
import { openSetting } from "./setting-place.ts";

/** What admins set, as typed. Saving it changes `siteLook`, too. The same object until it changes. */
export function readTypedSettings(
  reader: Database.Database,
  siteLook: Store["siteLook"],
  vault: Vault,
): Store["typedSettings"] {
  const rows = reader
    .prepare<[], [name: string, value: string]>("select name, value from site_settings order by name")
    .raw();
  let of: SiteLook | undefined;
  let sealed = "[]";
  let typed: ReadonlyMap<string, string> = new Map();
  return () => {
    const look = siteLook();
    if (look === of) return typed;
    try {
      const found = rows.all();
      const foundText = JSON.stringify(found);
      if (foundText !== sealed) typed = new Map(found.map(([name, value]) => [name, openSetting(vault, name, value)]));
      [of, sealed] = [look, foundText];
    } catch {}
    return typed;
  };
}
