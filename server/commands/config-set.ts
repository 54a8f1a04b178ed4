import { text as readAll } from "node:stream/consumers";
import { auditedStore } from "#actions/site/audited-store.ts";
import { checkChanges, isLocked, type SettingChanges } from "#actions/site/save-settings.ts";
import { isAdminSetting } from "#core/settings/admin-settings.ts";
import { COMMAND_LINE } from "#domain/site/audit.ts";
import { inEnglish, type Text } from "#languages/words.ts";
import { checkStorage } from "../check-storage.ts";
import { type Command, CommandError, withExistingStore } from "./command.ts";

export const configSet: Command = {
  name: "config set",
  usage: "config set < FILE",
  summary: "Changes settings as /admin/settings does, in lines like NAME=VALUE.",
  about:
    "An empty value returns a setting to its default. Lines come from standard input, so that secrets stay out of the " +
    "process list. What the environment sets cannot be changed.",
  examples: ["config set < settings.env"],
  options: {},
  async run(_input, io) {
    const form = readLines(await readAll(io.stdin));
    await withExistingStore(io, async (store, settings) => {
      const locked = Object.keys(form).filter((name) => isAdminSetting(name) && isLocked(name, { settings }));
      if (locked.length) throw new CommandError(`The environment sets ${locked.join(", ")}.`);
      const now = () => new Date();
      const { changes, faults } = await checkChanges(form, {
        ...{ store, settings, now },
        checkStorage: (url) => checkStorage({ ...settings, STORAGE_URL: url }, now),
      });
      const wrong: [string, Text][] = Object.entries(faults);
      if (wrong.length) throw new CommandError(wrong.map(([name, fault]) => `${name}: ${inEnglish(fault)}`).join("\n"));
      const names = Object.keys(changes);
      const act = { action: "site.save", by: COMMAND_LINE, objectId: () => "site", now } as const;
      if (names.length) await auditedStore(store, act).change((tx) => tx.siteSettings.save(changes));
      io.answer(names.length ? `Changed ${names.join(", ")}.` : "Nothing changed.", { changed: names });
    });
  },
};

function readLines(text: string): SettingChanges {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw new CommandError("Send lines like NAME=VALUE to standard input.", 2);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (!isAdminSetting(name))
        throw new CommandError(
          name === "" ? `"${line.slice(0, 20)}" is not NAME=VALUE.` : `${name} is not a setting of /admin/settings.`,
          2,
        );
      return [name, value.trim() || null];
    }),
  );
}
