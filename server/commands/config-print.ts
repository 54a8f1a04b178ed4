import { shownSetting, typedSetting } from "#core/settings/shown-settings.ts";
import type { Command } from "./command.ts";

export const configPrint: Command = {
  name: "config print",
  usage: "config print",
  summary: "Prints every effective setting; secrets are masked.",
  options: {},
  async run(_input, io) {
    const shown = Object.entries(io.settings()).map(([name, value]) => [name, shownSetting(name, value)] as const);
    io.answer(shown.map(([name, value]) => `${name}=${typedSetting(value)}`).join("\n"), Object.fromEntries(shown));
  },
};
