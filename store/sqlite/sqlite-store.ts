import type { Vault } from "#core/credentials/vault.ts";
import { createChanges, type Runner } from "../changes.ts";
import { inChange, requireChange } from "../in-change.ts";
import { repositoriesOn } from "../repositories.ts";
import type { Store } from "../store.ts";
import { databaseOn, LOCKED } from "./driver.ts";
import { createGroups } from "./groups.ts";
import { readListingChanges } from "./listing-changes.ts";
import { type Connections, guarded } from "./open.ts";
import { readFilterFields, readOwnFields } from "./own-fields.ts";
import { readOwnTexts, readSiteLook } from "./site-look.ts";
import { readTypedSettings } from "./typed-settings.ts";
import { versionOf } from "./version.ts";

type Options = { vault?: Vault | undefined; afterCommit?: () => void };

export function sqliteStore({ writer, reader }: Connections, { vault, afterCommit }: Options = {}): Store {
  const tx = repositoriesOn(databaseOn(writer, { admit: requireChange, vault }), "writes");
  const inTurn: Runner = (hooks) => {
    const committed = () => {
      hooks.committed();
      afterCommit?.();
    };
    const { join, settled } = createGroups(writer, { ...hooks, committed });
    return { run: (work) => join(() => inChange(() => work(tx))), settled };
  };
  const changes = createChanges(inTurn);
  const version = versionOf(reader);
  const siteLook = readSiteLook(reader, version);
  const client = guarded(reader, changes.noted);
  const { change, changeInTime, probe, trouble, waiting } = changes;

  return {
    ...repositoriesOn(databaseOn(client, { vault }), "reads"),
    change,
    changeInTime,
    version,
    siteLook,
    ownTexts: readOwnTexts(reader, siteLook),
    typedSettings: readTypedSettings(reader, siteLook, vault ?? LOCKED),
    ownFields: readOwnFields(reader),
    filterFields: readFilterFields(client),
    listingChanges: readListingChanges(reader),
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
