import type Database from "better-sqlite3";
import { SORT_NAME_VERSION, sortName } from "../repos/profiles/sort-name.ts";

/** Recomputes the sort keys of founders if an older version made them. */
export function bringFounderNamesUpToDate(client: Database.Database): void {
  const version = client.prepare("select value from search_state where key = 'founder_names'").pluck().get();
  if (version === SORT_NAME_VERSION) return;
  client.function("sort_name", { deterministic: true }, sortName);
  client
    .transaction(() => {
      client.exec("update founders set sort_name = sort_name(name)");
      client.prepare("update search_state set value = ? where key = 'founder_names'").run(SORT_NAME_VERSION);
    })
    .immediate();
}
