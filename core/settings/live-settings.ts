import { onceFor } from "#domain/text/once.ts";
import { ADMIN_SETTINGS, isAdminSetting, isFromEnvironment } from "./admin-settings.ts";
import { checkSettings, type Settings } from "./config.ts";
import type { SettingFault } from "./contradictions.ts";

/** What admins set, as typed. */
export type TypedSettings = ReadonlyMap<string, string>;

/** What is wrong with settings of admins beside the environment, which wins. */
export function settingFaults({ environment }: Settings, typed: TypedSettings): SettingFault[] {
  return checkSettings({ ...Object.fromEntries(typed), ...environment }).faults;
}

/** What holds: the environment, then what admins set, then defaults. What does not fit any more is ignored. */
export function effectiveSettings(
  given: Settings,
  typed: TypedSettings,
): { settings: Settings; ignored: readonly SettingFault[] } {
  const { environment } = given;
  const used = new Map([...typed].filter(([name]) => isAdminSetting(name) && !isFromEnvironment(name, environment)));
  const ignored: SettingFault[] = [];
  while (used.size > 0) {
    const { data, faults } = checkSettings({ ...Object.fromEntries(used), ...environment });
    if (data) {
      const theirs = Object.entries(data).filter(([name]) => used.has(name));
      return { settings: { ...given, ...Object.fromEntries(theirs) }, ignored };
    }
    const before = used.size;
    for (const fault of faults) {
      ignored.push(fault);
      for (const name of fault.names) used.delete(name);
    }
    if (used.size === before) break;
  }
  return { settings: given, ignored };
}

/** Settings that always answer what holds now: `typed` is the same object until admins change something. */
export function liveSettings(given: Settings, typed: () => TypedSettings, siteName: () => string | null): Settings {
  const now = onceFor(typed, (current) => effectiveSettings(given, current).settings);
  const live = { ...given };
  for (const name of ADMIN_SETTINGS) Object.defineProperty(live, name, { enumerable: true, get: () => now()[name] });
  return Object.defineProperty(live, "SITE_NAME", { enumerable: true, get: () => siteName() ?? given.SITE_NAME });
}
