import type { Response } from "express";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { checkChanges, isLocked } from "#actions/site/save-settings.ts";
import { startSite } from "#actions/site/start-site.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { applyPreset, PRESETS, type Preset, presetAlone } from "#data/presets.ts";
import { presetFields } from "#domain/listings/preset-fields.ts";
import { LOOK_LIMITS } from "#domain/site/site-look.ts";
import { CADENCES, type Cadence } from "#domain/site/site-shape.ts";
import { START_KIND_IDS, START_KINDS, type StartKindId } from "#domain/site/start.ts";
import { THEME_IDS } from "#domain/site/themes.ts";
import { keysOf } from "#domain/text/keys.ts";
import { timeZones } from "#domain/time/time-zone.ts";
import { inEnglish, joined, plural, t, type Words } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, type Faults, field, formText, hasFaults, hidden, queryText, radio } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { accountOf, currentSession, seeOther } from "../../kit/site.ts";
import { logoField, lookPreview, swatches } from "../../parts/site/look-parts.ts";
import { nounOptions } from "../../parts/site/noun-choice.ts";
import { PRESET_NAMES } from "../../parts/site/presets.ts";
import { languageOptions, lockedRow } from "../../parts/site/setting-form.ts";
import {
  readStartForm,
  type StartForm,
  startFaults,
  startForm,
  startLanguage,
  startLook,
  startQuery,
} from "../../parts/site/start-form.ts";
import { themeCard } from "../../parts/site/theme-card.ts";

const PATH = "/admin/start";

const BARS: Record<StartKindId, Html> = {
  catalog: html`<path d="M20 24h120M20 44h120M20 64h120M20 84h80"/>`,
  race: html`<path d="M50 90V60M80 90V34M110 90V70" stroke-width="20"/>`,
  both: html`<path d="M20 24h56M20 44h56M20 64h56M20 84h40"/><path d="M98 90V66M118 90V40M138 90V72" stroke-width="13"/>`,
};

const EVERY: Record<Cadence, Words> = { weeks: t`Every week`, days: t`Every day` };

/** Everything that makes a site somebody's own, with the real front page beside it. Saved as one change. */
export function startAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  const setting = (name: "SITE_LANGUAGE" | "SITE_TIMEZONE", form: StartForm, faults: Faults): Html => {
    const isLanguage = name === "SITE_LANGUAGE";
    if (isLocked(name, deps))
      return html`<dl class="settings">${lockedRow(isLanguage ? "languages" : "launches", name, deps)}</dl>`;
    return choice({
      ...{ name, label: isLanguage ? t`Language` : t`Time zone`, value: form[name], fault: faults[name] },
      none: isLanguage ? "English" : "UTC",
      options: isLanguage
        ? languageOptions(deps).filter(([tag]) => tag !== "en")
        : timeZones().map((zone) => [zone, zone] as const),
    });
  };

  const topicNote = (res: Response, topic: Preset | ""): Html | false => {
    if (topic === "") return false;
    const labels = presetFields(topic, languageOf(res)).map(({ label }) => label);
    return html`<p class="notice"><b>${PRESET_NAMES[topic]}:</b> ${plural(PRESETS[topic].length, "category", "categories")}${
      labels.length > 0 && html`, ${plural(labels.length, "field")} (${joined(labels, ", ")})`
    }.</p>`;
  };

  function show(res: Response, form: StartForm, faults: Faults = {}): void {
    const to = (color: string) => `${PATH}?${startQuery({ ...form, accent: color })}`;
    const line = { required: false, autocomplete: "off" };
    pages.render(res, {
      // Values are half typed while a preview follows them.
      status: hasFaults(faults) && res.req.method === "POST" ? 400 : 200,
      heading: t`What is your directory about?`,
      kind: "framing",
      body: html`<p class="lead">You can change everything later.</p><div class="look"><form method="get" action="${href(PATH)}" id="start"
data-live="look-preview" data-parts="start-look">
${field({ name: "name", label: t`Name`, value: form.name, fault: faults.name, maxLength: LOOK_LIMITS.name, ...line })}
${field({ name: "sentence", label: t`In one sentence`, value: form.sentence, fault: faults.sentence, maxLength: LOOK_LIMITS.heroTitle, ...line, hint: t`The headline of your front page.` })}
<div class="look-selects">${setting("SITE_LANGUAGE", form, faults)}${setting("SITE_TIMEZONE", form, faults)}</div>
<fieldset><legend>Kind of site</legend><div class="pick-cards">${START_KIND_IDS.map(
        (
          id,
        ) => html`<label class="pick-card"><input type="radio" name="kind" value="${id}"${id === form.kind && html` checked`}><svg
viewBox="0 0 160 106" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="6">${BARS[id]}</svg><b>${START_KINDS[id].name}</b><span
class="tiny muted">${START_KINDS[id].about}</span></label>`,
      )}</div></fieldset>
<fieldset><legend>Launches</legend><p class="hint">Not in a catalog.</p><div class="row">${CADENCES.map((id) => radio("cadence", id, id === form.cadence, html`${EVERY[id]}`))}</div></fieldset>
<fieldset><legend>Topic</legend><p class="hint">Sets categories and fields.</p><div class="row">${keysOf(PRESETS).map(
        (id) => radio("topic", id, id === form.topic, html`${PRESET_NAMES[id]}`),
      )}${radio("topic", "", form.topic === "", html`Keep the current ones`)}</div></fieldset>
${choice({ name: "noun", label: t`What you list`, value: form.noun, none: t`As the topic`, options: nounOptions })}
<div id="start-look">${topicNote(res, form.topic)}${hidden("was", form.kind)}
<fieldset><legend>Theme</legend><div class="pick-cards">${THEME_IDS.map((id) => themeCard(id, id === form.theme))}</div></fieldset>
${field({ name: "accent", label: t`Accent color`, value: form.accent, fault: faults.accent, maxLength: 7, ...line, hint: t`Like #0b6f6a. Empty: the color of the theme.` })}
${swatches(form.accent, to)}</div>
${logoField({ name: "logo", label: t`Logo`, hint: t`A square PNG, JPEG, WebP, GIF or SVG of at most 5 MB.`, id: store.siteLook().logo, fault: faults.logo })}
<div class="row"><button class="sun" formmethod="post" formenctype="multipart/form-data" name="csrf" value="${currentSession(res).csrf}">Create site</button>
<button class="quiet">Preview</button><a class="button bare" href="/admin/first-steps">Later</a></div></form>
${lookPreview(startQuery(form))}</div>`,
    });
  }

  router.get(PATH, async (req, res) => {
    const look = store.siteLook();
    if (Object.keys(req.query).some((name) => name !== "notice")) {
      const form = readStartForm((name) => queryText(req, name).trim(), look);
      return show(res, form, startFaults(form));
    }
    show(res, startForm(look, store.typedSettings(), (await presetAlone(store)) ?? ""));
  });

  act(PATH, "site.start", async (req, res, audited) => {
    audited.on("site");
    const saved = store.siteLook();
    const form = readStartForm((name) => formText(req, name), saved);
    const { SITE_LANGUAGE, SITE_TIMEZONE } = form;
    const wanted = { SITE_LANGUAGE: SITE_LANGUAGE || null, SITE_TIMEZONE: SITE_TIMEZONE || null };
    const { changes, faults: refused } = await checkChanges(wanted, deps);
    const language = startLanguage(form, deps);
    const faults: Faults = { ...refused, ...startFaults(form) };
    const file = formFile(req, "logo");
    const logo = file
      ? await keepUpload({ ...file, shape: "square", accountId: accountOf(res).id }, deps).catch(unfit)
      : { id: formText(req, "no_logo") === "yes" ? null : saved.logo };
    if ("fault" in logo) faults.logo = logo.fault;
    else if (file && hasFaults(faults)) faults.logo = t`Choose the logo again.`;
    if (hasFaults(faults) || "fault" in logo || !language) return show(res, form, faults);
    const keeps = "keep" in logo ? [logo.keep] : [];
    const { name, heroTitle, accent, theme, shape, front } = startLook(form, saved);
    const look = { name, heroTitle, accent, theme, shape, front, logo: logo.id };
    const preset = form.topic;
    const topic = preset
      ? { useCategories: (tx: Tx) => applyPreset(tx, preset), fields: presetFields(preset, language) }
      : undefined;
    const start = { look, settings: changes, topic, keeps };
    audited.because(preset ? inEnglish(PRESET_NAMES[preset]) : "-");
    await audited.store.change((tx) => startSite(tx, start, audited.by, deps));
    deps.wakeJobs();
    seeOther(res, "/admin/first-steps", "site-saved");
  });
}
