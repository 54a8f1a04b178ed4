import type { Router } from "express";
import { Settings } from "../../../core/settings/config.ts";
import { secrecyOf, shownSetting, typedSetting } from "../../../core/settings/shown-settings.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { keysOf } from "../../../domain/text/keys.ts";
import type { Site } from "../../kit/site.ts";
import { lookAdminForm } from "./look.ts";

type Name = keyof typeof Settings.shape;

/** What admins can set, and below it every environment variable with its description and value. */
export function settingAdminPages(site: Site): Router {
  const { settings } = site.deps;
  const defaults = Settings.parse({});

  function row(name: Name): Html {
    const value: unknown = settings[name];
    const isSetHere = name === "SITE_NAME" && site.deps.store.siteLook().name !== null;
    const isSecret = secrecyOf(name) === true;
    const isSet = typedSetting(value) !== "";
    // Settings that derive from others differ from their default without being set.
    const isDefault = typedSetting(value) === typedSetting(defaults[name]);
    const shown = !isSet
      ? html`<span class="muted">not set</span>`
      : isSecret
        ? "••••••••"
        : html`<code>${typedSetting(shownSetting(name, value))}</code>`;
    return html`<div class="setting"><dt><span class="mono">${name}</span> ${
      isSetHere
        ? html`<span class="tag warm">set above</span>`
        : isSet &&
          (isDefault ? html`<span class="tag">default</span>` : html`<span class="tag good">environment</span>`)
    }${isSecret && html` <span class="tag">secret</span>`}</dt><dd>${shown}<p class="small muted">${Settings.shape[name].description}</p></dd></div>`;
  }

  const names = keysOf(Settings.shape);
  return lookAdminForm(
    site,
    () => html`<h2>Language model</h2>
<p><a href="/admin/settings/model">Choose a model that drafts profiles</a>, try it, and see what it costs.</p>
<h2>Environment</h2>
<p>These were read at startup. To change one, edit the environment and restart Debut.</p>
<dl class="settings">${names.map(row)}</dl>`,
  );
}
