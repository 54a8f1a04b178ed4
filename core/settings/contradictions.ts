import { type Text, t } from "#languages/words.ts";
import { ACCOUNTS, type AdminSetting } from "./admin-settings.ts";
import { type ModelSettings, modelFault } from "./model-settings.ts";

export type SettingFault = { names: readonly string[]; detail: Text };

type Checked = Partial<Record<AdminSetting, unknown>> &
  ModelSettings & { FREE_WEEKS_MIN: number; FREE_WEEKS_MAX: number; VAT_MODE: string };

/** Settings that are right alone, but not together. */
export function contradictions(settings: Checked): SettingFault[] {
  const faults: SettingFault[] = ACCOUNTS.flatMap(({ needs }) => {
    const missing = needs.filter((name) => settings[name] === undefined);
    if (missing.length === needs.length) return [];
    const others = needs.filter((name) => !missing.includes(name)).join(", ");
    return missing.map((name) => ({ names: [name, ...needs], detail: t`Needed with ${others}.` }));
  });
  const fault = modelFault(settings);
  if (fault) faults.push({ names: [fault.name, "MODEL_URL", "MODEL_KEY", "MODEL_NAME"], detail: fault.detail });
  if (settings.FREE_WEEKS_MAX < settings.FREE_WEEKS_MIN)
    faults.push({ names: ["FREE_WEEKS_MAX", "FREE_WEEKS_MIN"], detail: t`Must not be less than FREE_WEEKS_MIN.` });
  // Only one seller can owe the VAT of a sale.
  if (settings.PADDLE_API_KEY !== undefined && settings.VAT_MODE !== "off")
    faults.push({
      names: ["PADDLE_API_KEY", "VAT_MODE"],
      detail: t`Needs VAT_MODE off, because Paddle is the seller and owes the VAT.`,
    });
  return faults;
}
