import { createLanguages } from "#core/languages.ts";
import { type AdminSetting, isFromEnvironment, togetherWith } from "#core/settings/admin-settings.ts";
import { readSettings } from "#core/settings/config.ts";
import { effectiveSettings, settingFaults, type TypedSettings } from "#core/settings/live-settings.ts";
import { secrecyOf } from "#core/settings/shown-settings.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { keysOf } from "#domain/text/keys.ts";
import { isOurs, type Text, t } from "#languages/words.ts";
import type { Deps } from "../context.ts";
import { Ill } from "../health/finding.ts";

/** As typed; null returns to the default, and what is absent stays. */
export type SettingChanges = Partial<Record<AdminSetting, string | null>>;
export type SettingFaults = Partial<Record<AdminSetting, Text>>;
type Needs = Pick<Deps, "settings" | "store" | "now" | "checkStorage">;

export const isLocked = (name: AdminSetting, { settings }: Pick<Deps, "settings">): boolean =>
  isFromEnvironment(name, settings.environment);

/** What really changes, and why it may not be saved. What the environment sets is left out. */
export async function checkChanges(
  form: SettingChanges,
  deps: Needs,
): Promise<{ changes: SettingChanges; faults: SettingFaults }> {
  const before = deps.store.typedSettings();
  const names = keysOf(form).filter((name) => !isLocked(name, deps));
  const changed = names.filter((name) => form[name] !== undefined && form[name] !== (before.get(name) ?? null));
  const after = new Map(before);
  for (const name of changed) {
    const text = form[name];
    if (typeof text === "string") after.set(name, text);
    else after.delete(name);
  }
  const faults: SettingFaults = {};
  for (const { names: at, detail } of settingFaults(deps.settings, after)) {
    const name = names.find((one) => at[0] === one) ?? names.find((one) => at.includes(one));
    if (name) faults[name] ??= detail;
  }
  for (const name of keptSecrets(changed, before, after))
    if (form[name] === undefined) faults[name] ??= t`Enter it again: its address has changed.`;
  if (Object.keys(faults).length === 0) Object.assign(faults, await checkEffects(changed, after, deps));
  return { changes: Object.fromEntries(changed.map((name) => [name, form[name]])), faults };
}

const originOf = (text: string | undefined): string | undefined => (text && URL.parse(text)?.origin) || undefined;

/** Stored secrets that would go to another address than the one they were entered for. */
function keptSecrets(changed: readonly AdminSetting[], before: TypedSettings, after: TypedSettings): AdminSetting[] {
  const moved = changed.filter(
    (name) =>
      /_(URL|ISSUER|BASE)$/.test(name) && !secrecyOf(name) && originOf(before.get(name)) !== originOf(after.get(name)),
  );
  return [...new Set(moved.flatMap(togetherWith))].filter(
    (name) => secrecyOf(name) === true && after.has(name) && before.has(name),
  );
}

/** What only the running site can tell. */
async function checkEffects(
  changed: readonly AdminSetting[],
  after: TypedSettings,
  { settings, now, checkStorage }: Needs,
): Promise<SettingFaults> {
  const { settings: next } = effectiveSettings(readSettings(settings.environment), after);
  const [at, zone] = [now(), next.SITE_TIMEZONE];
  if (changed.includes("SITE_TIMEZONE") && weekOf(at, zone).monday !== weekOf(at, settings.SITE_TIMEZONE).monday)
    return { SITE_TIMEZONE: t`In ${zone}, it is another week right now. Change it when both are in the same week.` };
  const [language] = changed.filter((name) => name === "SITE_LANGUAGE" || name === "SITE_LANGUAGES");
  if (language)
    try {
      createLanguages(next);
    } catch (error) {
      return { [language]: (error as Error).message };
    }
  if (changed.includes("STORAGE_URL")) {
    const fault = await checkStorage(next.STORAGE_URL).then(() => undefined, storageFault);
    if (fault) return { STORAGE_URL: fault };
  }
  return {};
}

const storageFault = (error: unknown): Text => {
  if (!(error instanceof Ill)) throw error;
  const { detail, cure } = error;
  return t`${isOurs(detail) ? detail : `${detail}`}. ${cure}.`;
};
