import type { Settings } from "./config.ts";

/** The values of these settings; undefined unless all are set. */
export function allOf<const Names extends (keyof Settings)[]>(
  settings: Settings,
  ...names: Names
): { [Index in keyof Names]: string } | undefined {
  return names.every((name) => settings[name])
    ? (names.map((name) => settings[name]) as { [Index in keyof Names]: string })
    : undefined;
}
