import type { Settings } from "./config.ts";

/** The values of these settings; undefined if none is set. Throws if only some are. */
export function allOf<const Names extends (keyof Settings)[]>(
  settings: Settings,
  ...names: Names
): { [Index in keyof Names]: string } | undefined {
  const missing = names.filter((name) => !settings[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length) throw new Error(`${names.join(", ")} belong together; ${missing.join(", ")} is missing.`);
  return names.map((name) => settings[name]) as { [Index in keyof Names]: string };
}
