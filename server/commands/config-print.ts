import { SECRET_SETTINGS, type Settings } from "../../core/config.ts";
import type { Command } from "./command.ts";

export const configPrint: Command = {
  name: "config print",
  usage: "config print",
  summary: "Prints every effective setting; secrets are masked.",
  options: {},
  async run(_input, io) {
    const shown = Object.fromEntries(
      Object.entries(io.settings()).map(([name, value]) => [
        name,
        value !== undefined && SECRET_SETTINGS.includes(name as keyof Settings) ? "(set)" : value,
      ]),
    );
    const line = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
    io.answer(
      Object.entries(shown)
        .map(([name, value]) => `${name}=${line(value)}`)
        .join("\n"),
      shown,
    );
    return 0;
  },
};
