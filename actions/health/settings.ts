import { isAdminSetting } from "#core/settings/admin-settings.ts";
import type { Settings } from "#core/settings/config.ts";
import { effectiveSettings, type TypedSettings } from "#core/settings/live-settings.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { Ill } from "./finding.ts";

/** Where settings come from. What admins set is ignored while it does not fit. */
export function checkSettingSources(settings: Settings, typed: TypedSettings): Text {
  const { ignored } = effectiveSettings(settings, typed);
  const [first] = ignored;
  if (first)
    throw new Ill(
      t`not used from /admin/settings: ${first.names[0] ?? ""}: ${first.detail}`,
      t`Correct it at /admin/settings.`,
    );
  const here = [...typed.keys()].filter((name) => isAdminSetting(name) && !(name in settings.environment));
  const there = Object.keys(settings.environment);
  return joined(
    [
      there.length > 0 && t`environment: ${there.join(", ")}`,
      here.length > 0 && t`/admin/settings: ${here.join(", ")}`,
      t`everything else is as by default`,
    ],
    "; ",
  );
}
