import { Settings } from "#core/settings/config.ts";
import { shownSetting, typedSetting } from "#core/settings/shown-settings.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Command } from "./command.ts";
import { effectiveNow } from "./effective.ts";

export const configPrint: Command = {
  name: "config print",
  usage: "config print",
  summary: "Prints every effective setting, with those of /admin/settings; secrets are masked.",
  options: {},
  async run(_input, io) {
    const settings = await effectiveNow(io.settings());
    const shown = keysOf(Settings.shape).map((name) => [name, shownSetting(name, settings[name])] as const);
    io.answer(shown.map(([name, value]) => `${name}=${typedSetting(value)}`).join("\n"), Object.fromEntries(shown));
  },
};
