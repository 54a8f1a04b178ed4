import type Database from "better-sqlite3";
import { SORT_NAME_VERSION, sortName } from "../../domain/sort-name.ts";

/** Writes the sort keys of founders anew when they were made by other rules, as after an upgrade. */
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
