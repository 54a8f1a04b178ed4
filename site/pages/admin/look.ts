import type { Request, Response } from "express";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { type Keep, saveLook } from "#actions/site/save-look.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { DEFAULT_THEME, designOf, isAccent, picked } from "#domain/site/design.ts";
import { FONT_IDS, FONTS, type FontId } from "#domain/site/fonts.ts";
import { contrast } from "#domain/site/palette.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import {
  CORNER_IDS,
  type CornerId,
  DENSITY_IDS,
  type DensityId,
  SCENE_IDS,
  type SceneId,
  THEME_IDS,
} from "#domain/site/themes.ts";
import { as, type Text, t } from "#languages/words.ts";
import { uploadPath } from "#pictures/key.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, type Faults, field, formText, formTo, queryText } from "../../kit/form.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { accountOf, currentSession, routerOf, seeOther } from "../../kit/site.ts";
import { themeCard } from "../../parts/site/theme-card.ts";
import { homePages } from "../public/home.ts";

const PATH = "/admin/settings/look";
const SWATCHES = ["#0e6a50", "#c8102e", "#1fb6c4", "#e0217f", "#ff7a2f", "#3f51d9", "#7a4b2a"];

const FONT_NAMES: Record<FontId, Text> = {
  ...Object.fromEntries(FONT_IDS.map((id) => [id, FONTS[id].label])),
  system: t`Fonts of the visitor’s system`,
} as Record<FontId, Text>;
const CORNER_NAMES: Record<CornerId, Text> = {
  square: as("corners")`Square`,
  soft: as("corners")`Soft`,
  round: as("corners")`Round`,
};
const DENSITY_NAMES: Record<DensityId, Text> = {
  airy: as("density")`Airy`,
  normal: as("density")`Normal`,
  dense: as("density")`Dense`,
};
const SCENE_NAMES: Record<SceneId, Text> = {
  none: t`None`,
  sunrise: as("scene")`Sunrise`,
  ports: as("scene")`Patch panel`,
  tiles: as("scene")`Shapes`,
};

type Typed = Pick<SiteLook, "accent" | "theme">;

/** What a form or an address chooses; what it does not know is as the theme has it. */
function readLook(of: (name: string) => string, { theme: { darkLogo } }: Typed): Typed & { faults: Faults } {
  const typed = of("accent").trim().toLowerCase();
  const accent = typed === "" || typed.startsWith("#") ? typed : `#${typed}`;
  const isRight = accent === "" || isAccent(accent);
  return {
    accent: isRight ? accent || null : typed,
    theme: {
      theme: picked(THEME_IDS, of("theme")) ?? DEFAULT_THEME.theme,
      fonts: picked(FONT_IDS, of("fonts")) ?? null,
      corners: picked(CORNER_IDS, of("corners")) ?? null,
      density: picked(DENSITY_IDS, of("density")) ?? null,
      scene: picked(SCENE_IDS, of("scene")) ?? null,
      darkLogo,
    },
    faults: { accent: isRight ? undefined : t`Enter a color as # and six hex digits, like #0b6f6a.` },
  };
}

const queryFor = ({ accent, theme: { darkLogo: _, ...theme } }: Typed): string =>
  new URLSearchParams(
    Object.entries({ ...theme, accent }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  ).toString();

/** The look of the site: theme, accent, logos, fonts, corners, density and scene, with the real front page beside it. */
export function lookAdminPages({ deps, pages, router, act, ...site }: AdminSite): void {
  const { store } = deps;
  const home = routerOf(homePages, { ...site, deps, pages });

  function readable(typed: Typed): Html {
    const { light, dark } = designOf(typed).palette;
    const links = Math.min(
      ...[light, dark].flatMap((palette) =>
        ([palette.paper, palette.card, palette.sunk] as const).map((ground) =>
          contrast(palette["accent-text"], ground),
        ),
      ),
    );
    return html`<p class="notice good"><b>Readable everywhere (AA).</b> Contrast of links ${links.toFixed(1)}, of buttons ${contrast(
      light.accent,
      light["on-accent"],
    ).toFixed(1)}. Shades are adjusted to stay readable.</p>`;
  }

  const swatches = (typed: Typed): Html =>
    html`<ul class="swatches" aria-label="Suggested colors">${SWATCHES.map(
      (color) =>
        html`<li><a href="${PATH}?${queryFor({ ...typed, accent: color })}" aria-label="${color}"${
          color === typed.accent && html` aria-current="true"`
        }><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="${color}"/></svg></a></li>`,
    )}</ul>`;

  const select = <Id extends string>(
    name: string,
    label: Text,
    ids: readonly Id[],
    names: Record<Id, Text>,
    value: Id | null,
  ): Html =>
    choice({
      ...{ name, label, value: value ?? "", none: t`As the theme` },
      options: ids.map((id) => [id, names[id]] as const),
    });

  const logoField = (name: "logo" | "dark_logo", label: Text, hint: Text, id: string | null, fault?: Text): Html =>
    html`<div class="field"><label for="${name}">${label}</label><p class="hint" id="${name}-hint">${hint}</p>
${
  id &&
  html`<p class="row"><img class="logo-now ${name}" src="${href(uploadPath(id, 96))}" alt="Current logo" width="48" height="48"><label
class="check"><input type="checkbox" name="no_${name}" value="yes"><span>Remove</span></label></p>`
}
<input id="${name}" name="${name}" type="file" accept="image/*" aria-describedby="${name}-hint"${
      fault && html` aria-invalid="true"`
    }>${fault && html`<p class="fault">${fault}</p>`}</div>`;

  function show(res: Response, typed: Typed, faults: Faults = {}): void {
    const { logo, theme: saved } = store.siteLook();
    const { theme, accent } = typed;
    const shown = faults.accent ? { ...typed, accent: null } : typed;
    pages.render(res, {
      status: Object.values(faults).some(Boolean) ? 400 : 200,
      heading: t`Look`,
      above: ["/admin/settings", t`Settings`],
      kind: "framing",
      body: html`<div class="look"><div>
<form method="get" action="${PATH}" id="look" data-live="look-preview" data-parts="look-color">
<fieldset><legend>Theme</legend><div class="pick-cards">${THEME_IDS.map((id) => themeCard(id, id === theme.theme))}</div></fieldset>
${field({
  ...{ name: "accent", label: t`Accent color`, value: accent ?? "", fault: faults.accent, maxLength: 7 },
  ...{ required: false, autocomplete: "off", hint: t`Like #0b6f6a. Empty: the color of the theme.` },
})}
<div id="look-color">${swatches(shown)}${readable(shown)}</div>
<div class="look-selects">${select("fonts", t`Fonts`, FONT_IDS, FONT_NAMES, theme.fonts)}
${select("corners", t`Corners`, CORNER_IDS, CORNER_NAMES, theme.corners)}${select("density", t`Density`, DENSITY_IDS, DENSITY_NAMES, theme.density)}
${select("scene", t`Scene`, SCENE_IDS, SCENE_NAMES, theme.scene)}</div>
<div class="row"><button class="sun" formmethod="post" name="csrf" value="${currentSession(res).csrf}">Publish</button>
<button class="quiet">Preview</button><a class="button bare" href="${PATH}">Discard</a></div>
</form>
${formTo(res, `${PATH}/logo`, html` enctype="multipart/form-data" class="card settings-form"`)}<h2>Logo</h2>
${logoField("logo", t`Logo`, t`A square PNG, JPEG, WebP, GIF or SVG of at most 5 MB. Also used for icons, cards, badges and emails.`, logo, faults.logo)}
${logoField("dark_logo", t`Logo for dark mode`, t`Optional, if your logo is hard to see on a dark ground.`, saved.darkLogo, faults.dark_logo)}
<button>Save logo</button></form></div>
<div id="look-preview"><div class="look-frame"><p><span>Preview, not saved</span>
<a href="${PATH}/preview?${queryFor(shown)}" target="_blank">Open</a></p>
<iframe src="${PATH}/preview?${queryFor(shown)}" title="Preview of the front page" sandbox="allow-same-origin" tabindex="-1"></iframe></div></div></div>`,
    });
  }

  router.get(PATH, (req, res) => {
    const saved = store.siteLook();
    if (Object.keys(req.query).every((name) => name === "notice")) return show(res, saved);
    const { faults, ...typed } = readLook((name) => queryText(req, name), saved);
    show(res, typed, faults);
  });

  router.get(`${PATH}/preview`, (req, res, next) => {
    const saved = store.siteLook();
    const { accent, theme, faults } = readLook((name) => queryText(req, name), saved);
    res.locals.look = { ...saved, theme, accent: faults.accent ? saved.accent : accent };
    req.url = "/";
    home(req, res, next);
  });

  act(PATH, "site.save", async (req: Request, res, audited) => {
    audited.on("site");
    const { faults, ...typed } = readLook((name) => formText(req, name), store.siteLook());
    if (faults.accent) return show(res, typed, faults);
    await audited.store.change((tx) => saveLook(tx, typed));
    seeOther(res, PATH, "site-saved");
  });

  act(`${PATH}/logo`, "site.save", async (req, res, audited) => {
    audited.on("site");
    const saved = store.siteLook();
    type Taken = { id: string | null; keep?: Keep } | { fault: Text };
    const take = async (name: "logo" | "dark_logo", now: string | null): Promise<Taken> => {
      const file = formFile(req, name);
      if (!file) return { id: formText(req, `no_${name}`) === "yes" ? null : now };
      return keepUpload({ ...file, shape: "square", accountId: accountOf(res).id }, deps).catch(unfit);
    };
    const logo = await take("logo", saved.logo);
    const dark = await take("dark_logo", saved.theme.darkLogo);
    if ("fault" in logo || "fault" in dark)
      return show(res, saved, {
        logo: "fault" in logo ? logo.fault : undefined,
        dark_logo: "fault" in dark ? dark.fault : undefined,
      });
    const keeps = [logo.keep, dark.keep].filter((keep) => keep !== undefined);
    const look = { logo: logo.id, theme: { ...saved.theme, darkLogo: dark.id } };
    await audited.store.change((tx) => saveLook(tx, look, keeps));
    seeOther(res, PATH, "site-saved");
  });
}
