import type { Deps } from "#actions/context.ts";
import { isLocked } from "#actions/site/save-settings.ts";
import {
  type AdminSetting,
  isAdminSetting,
  namesIn,
  SETTING_GROUPS,
  type SettingGroup,
} from "#core/settings/admin-settings.ts";
import { Settings } from "#core/settings/config.ts";
import { aboutSetting, defaultOf } from "#core/settings/setting-kinds.ts";
import { secrecyOf, shownSetting, typedSetting } from "#core/settings/shown-settings.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { keysOf } from "#domain/text/keys.ts";
import { comma, t } from "#languages/words.ts";
import { table } from "../../kit/table.ts";
import { labelOf } from "./setting-form.ts";

type Needs = Pick<Deps, "settings" | "store">;
type Name = keyof typeof Settings.shape;

/** Every group with what is set in it and where, and what only the environment can set. */
export const settingsIndex = (deps: Needs): Html => html`<h2>Look</h2>
<p><a href="/admin/settings/look">Theme, colors, logo and fonts</a>, with a preview.</p>
<h2>How your site works</h2>
<p><a href="/admin/settings/shape">Launches, votes, submissions and links</a>: a launch site, a catalog, or both.</p>
<p><a href="/admin/settings/front">Front page</a>: headline and blocks. <a href="/admin/settings/menu">Menu</a>: links in the header.</p>
<h2>Code and files</h2>
<p><a href="/admin/settings/head">Head tags</a>: analytics and verification. <a href="/admin/settings/css">Your CSS</a>. <a href="/admin/settings/files">Files</a>: ads.txt and proofs for other services.</p>
<h2>Settings</h2>
<p>They apply at once, everywhere. What the environment sets wins.</p>
${table(
  [t`Group`, t`Set here`, t`Set by the environment`],
  keysOf(SETTING_GROUPS).map((group) => {
    const names = namesIn(group);
    const stored = deps.store.typedSettings();
    const isHere = (name: AdminSetting) => stored.has(name) && !isLocked(name, deps);
    return [
      html`<a href="${href(`/admin/settings/${group}`)}">${SETTING_GROUPS[group].title}</a>`,
      listOf(group, names.filter(isHere)),
      listOf(
        group,
        names.filter((name) => name in deps.settings.environment),
      ),
    ];
  }),
)}
<details class="qa"><summary>Environment only</summary>
<p>To change these, edit the environment and restart Debut.</p>
<dl class="settings">${keysOf(Settings.shape)
  .filter((name) => !isAdminSetting(name) && name !== "SITE_NAME")
  .map((name) => environmentRow(name, deps))}</dl></details>`;

const listOf = (group: SettingGroup, names: readonly AdminSetting[]): Part =>
  names.length === 0
    ? html`<span class="muted">–</span>`
    : names.map((name, nth) => [nth > 0 && comma, labelOf(group, name)]);

function environmentRow(name: Name, { settings }: Needs): Html {
  const value: unknown = settings[name];
  const isSecret = secrecyOf(name) === true;
  const isSet = typedSetting(value) !== "";
  // Settings that derive from others differ from their default without being set.
  const isDefault = typedSetting(value) === defaultOf(name);
  const shown = !isSet
    ? html`<span class="muted">not set</span>`
    : isSecret
      ? "••••••••"
      : html`<code>${typedSetting(shownSetting(name, value))}</code>`;
  return html`<div class="setting"><dt><span class="mono">${name}</span> ${
    isSet && (isDefault ? html`<span class="tag">default</span>` : html`<span class="tag good">environment</span>`)
  }${isSecret && html` <span class="tag">secret</span>`}</dt>
<dd>${shown}<p class="small muted">${aboutSetting(name)}</p></dd></div>`;
}
