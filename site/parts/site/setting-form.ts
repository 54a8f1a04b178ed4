import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { isLocked, type SettingChanges, type SettingFaults } from "#actions/site/save-settings.ts";
import { catalogTags } from "#core/languages.ts";
import { type AdminSetting, namesIn, SETTING_GROUPS, type SettingGroup } from "#core/settings/admin-settings.ts";
import { effectiveSettings } from "#core/settings/live-settings.ts";
import { aboutSetting, defaultOf, kindOf } from "#core/settings/setting-kinds.ts";
import { secrecyOf, shownSetting, typedSetting, withoutPasswords } from "#core/settings/shown-settings.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { timeZones } from "#domain/time/time-zone.ts";
import { type Text, t } from "#languages/words.ts";
import { choice, field, formFault, formList, formSecret, formText, formTo } from "../../kit/form.ts";
import { nameOf } from "../../kit/language.ts";

export type SentSettings = { typed: SettingChanges; faults: SettingFaults; fault?: Text };
type Needs = Pick<Deps, "settings" | "store">;

const LONGEST = 2000;

export const labelOf = (group: SettingGroup, name: AdminSetting): Text => SETTING_GROUPS[group].labels[name] ?? name;

/** Secrets, and addresses with a password in them. A form never shows the value again. */
const isHidden = (name: AdminSetting, text = ""): boolean =>
  kindOf(name).kind === "secret" || withoutPasswords(text) !== text;

/** What a form changes. Secrets that were left empty stay. */
export function readSettingForm(req: Request, group: SettingGroup, deps: Needs): SettingChanges {
  const removed = formList(req, "remove");
  return Object.fromEntries(
    namesIn(group).flatMap((name): [AdminSetting, string | null][] => {
      if (isLocked(name, deps)) return [];
      const isSecret = isHidden(name, deps.store.typedSettings().get(name));
      const text = isSecret ? formSecret(req, name).trim() : formText(req, name);
      if (text !== "") return [[name, text]];
      return isSecret && !removed.includes(name) ? [] : [[name, null]];
    }),
  );
}

/** The settings of a group: a field for each by its schema, and those that the environment sets. */
export function settingForm(res: Response, group: SettingGroup, deps: Needs, sent?: SentSettings): Html {
  const names = namesIn(group);
  const open = names.filter((name) => !isLocked(name, deps));
  const locked = names.filter((name) => isLocked(name, deps));
  const stored = deps.store.typedSettings();
  const faults: SettingFaults = sent?.faults ?? faultsKept(open, deps);
  const shown = (name: AdminSetting) => settingField({ deps, group, name, stored, faults, typed: sent?.typed });
  return html`${formFault(sent?.fault)}
${
  open.length > 0 &&
  html`${formTo(res, `/admin/settings/${group}`, "card settings-form")}
${open.map(shown)}
<button class="sun">Save</button></form>`
}
${
  locked.length > 0 &&
  html`<h2>Set by the environment</h2>
<p>The environment wins over this page. Change it there and restart.</p>
<dl class="settings">${locked.map((name) => lockedRow(group, name, deps))}</dl>`
}`;
}

/** Values that were saved and do not fit any more, for example beside a new environment. */
function faultsKept(names: readonly AdminSetting[], { settings, store }: Needs): SettingFaults {
  const { ignored } = effectiveSettings(settings, store.typedSettings());
  return Object.fromEntries(
    ignored.flatMap(({ names: [at], detail }) =>
      names.filter((name) => name === at).map((name) => [name, t`Not used: ${detail}`]),
    ),
  );
}

/** Each language by its own name. */
export const languageOptions = ({ settings }: Pick<Deps, "settings">): (readonly [string, Text])[] =>
  catalogTags(settings).map((tag) => [tag, nameOf(tag)] as const);

type Shown = {
  deps: Needs;
  group: SettingGroup;
  name: AdminSetting;
  stored: ReadonlyMap<string, string>;
  faults: SettingFaults;
  typed: SettingChanges | undefined;
};

function settingField({ deps, group, name, stored, faults, typed }: Shown): Html {
  const { kind, ...more } = kindOf(name);
  const standard = defaultOf(name);
  const isKept = stored.has(name) && isHidden(name, stored.get(name));
  const isNamed = Boolean(SETTING_GROUPS[group].labels[name]);
  const hint = html`${isNamed && html`<code>${name}</code> `}${aboutSetting(name)}${
    standard && html` ${t`Default: ${standard}.`}`
  }${isKept && html` ${keptWords(name, stored.get(name) ?? "")}`}`;
  const about = { name, label: labelOf(group, name), hint, fault: faults[name], note: isKept && removal(name) };
  const text = (typed ? typed[name] : stored.get(name)) ?? "";
  const value = isHidden(name, text) ? "" : text;
  if (name === "SITE_TIMEZONE")
    return choice({ ...about, value, none: standard, options: timeZones().map((zone) => [zone, zone] as const) });
  if (name === "SITE_LANGUAGE") return choice({ ...about, value, none: standard, options: languageOptions(deps) });
  if (kind === "flag")
    return choice({
      ...about,
      value,
      none: t`Default`,
      options: [
        ["true", t`On`],
        ["false", t`Off`],
      ],
    });
  if ("options" in more)
    return choice({ ...about, value, none: t`Default`, options: more.options.map((each) => [each, each] as const) });
  const rest = { ...about, required: false, maxLength: LONGEST };
  if (kind === "secret" || isKept) return field({ ...rest, type: "password", autocomplete: "new-password" });
  return field({ ...rest, value, autocomplete: "off", ...(kind === "lines" && { type: "textarea", rows: 3 }) });
}

const keptWords = (name: AdminSetting, text: string): Part => [
  secrecyOf(name) !== true && html`<code>${withoutPasswords(text)}</code> `,
  t`Leave empty to keep the current one.`,
];

const removal = (name: AdminSetting): Html =>
  html`<label class="check"><input type="checkbox" name="remove" value="${name}"><span>Remove<span class="unseen"> ${name}</span></span></label>`;

export const lockedRow = (group: SettingGroup, name: AdminSetting, { settings }: Pick<Deps, "settings">): Html => {
  const value = typedSetting(shownSetting(name, settings[name]));
  return html`<div class="setting"><dt>${labelOf(group, name)} <code class="small muted">${name}</code></dt>
<dd>${value ? html`<code>${value}</code>` : html`<span class="muted">not set</span>`}</dd></div>`;
};
