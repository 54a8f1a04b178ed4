import { Router } from "express";
import { SECRET_SETTINGS, Settings } from "../../../core/config.ts";
import { type Html, html } from "../../../core/html.ts";
import type { Site } from "../../kit/site.ts";

type Name = keyof typeof Settings.shape;

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

/** All settings with description and value, read-only, because they are environment variables. */
export function settingAdminPages({ deps, pages }: Site): Router {
  const router = Router();
  const { settings } = deps;
  const defaults = Settings.parse({});

  function row(name: Name): Html {
    const value: unknown = settings[name];
    const isSecret = SECRET_SETTINGS.includes(name);
    const isSet = value !== undefined && textOf(value) !== "";
    // Settings that derive from others differ from their default without being set.
    const isDefault = textOf(value) === textOf(defaults[name]);
    const shown = !isSet
      ? html`<span class="muted">not set</span>`
      : isSecret
        ? "••••••••"
        : html`<code>${textOf(value)}</code>`;
    return html`<div class="setting"><dt><span class="mono">${name}</span> ${isSet && (isDefault ? html`<span class="tag">default</span>` : html`<span class="tag good">environment</span>`)}${isSecret && html` <span class="tag">secret</span>`}</dt>
<dd>${shown}<p class="small muted">${Settings.shape[name].description}</p></dd></div>`;
  }

  router.get("/admin/settings", (_req, res) => {
    const names = Object.keys(Settings.shape) as Name[];
    pages.render(res, {
      title: "Settings",
      body: html`<h1>Settings</h1>
<p class="lead">As the program was started. To change one, change the environment of the program and restart it.</p>
<dl class="settings">${names.map(row)}</dl>`,
    });
  });

  return router;
}
