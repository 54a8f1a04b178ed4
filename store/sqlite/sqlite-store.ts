import { repositoriesOn } from "../repositories.ts";
import type { Store } from "../store.ts";
import { createChanges } from "./changes.ts";
import { type Connections, guarded, queries } from "./open.ts";

export function sqliteStore({ writer, reader }: Connections): Store {
  const changes = createChanges(writer, repositoriesOn(queries(writer), "writes"));
  const version = reader.prepare<[], number>("pragma data_version").pluck();
  const { change, changeInTime, probe, trouble, waiting } = changes;

  return {
    ...repositoriesOn(queries(guarded(reader, changes.noted)), "reads"),
    change,
    changeInTime,
    version: () => version.get()!,
    isOpen: () => writer.open && reader.open,
    probe,
    trouble,
    waiting,
    async close() {
      await changes.settled();
      reader.close();
      writer.close();
    },
  };
}
