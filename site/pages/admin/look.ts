import type { Request, Response } from "express";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { type Keep, saveLook } from "#actions/site/save-look.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { PRESETS, rowsOf } from "#data/presets.ts";
import { DEFAULT_THEME, designOf, isAccent, picked } from "#domain/site/design.ts";
import { FONT_IDS, FONTS, type FontId } from "#domain/site/fonts.ts";
import { contrast } from "#domain/site/palette.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import {
  CORNER_IDS,
  type CornerId,
  DENSITY_IDS,
  type DensityId,
  SCENE_IDS,
  type SceneId,
  THEME_IDS,
} from "#domain/site/themes.ts";
import { as, decimal, ONE_DIGIT, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { choice, type Faults, field, formText, formTo, queryText } from "../../kit/form.ts";
import { speakTo } from "../../kit/language.ts";
import { formFile, unfit } from "../../kit/multipart.ts";
import { createPages } from "../../kit/respond.ts";
import { accountOf, currentSession, routerOf, seeOther } from "../../kit/site.ts";
import { LOOK_PREVIEW, logoField, lookPreview, swatches } from "../../parts/site/look-parts.ts";
import { readStartForm, type StartForm, startLanguage, startLook } from "../../parts/site/start-form.ts";
import { themeCard } from "../../parts/site/theme-card.ts";
import { homePages } from "../public/home.ts";

const PATH = "/admin/settings/look";

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

  function readable(typed: Typed): Html {
    const { light, dark } = designOf(typed).palette;
    const links = Math.min(
      ...[light, dark].flatMap((palette) =>
        ([palette.paper, palette.card, palette.sunk] as const).map((ground) =>
          contrast(palette["accent-text"], ground),
        ),
      ),
    );
    return html`<p class="notice good"><b>Readable everywhere (AA).</b> Contrast of links ${decimal(links, ONE_DIGIT)}, of buttons ${decimal(
      contrast(light.accent, light["on-accent"]),
      ONE_DIGIT,
    )}. Shades are adjusted to stay readable.</p>`;
  }

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
<form method="get" action="${href(PATH)}" id="look" data-live="look-preview" data-parts="look-color">
<fieldset><legend>Theme</legend><div class="pick-cards">${THEME_IDS.map((id) => themeCard(id, id === theme.theme))}</div></fieldset>
${field({
  ...{ name: "accent", label: t`Accent color`, value: accent ?? "", fault: faults.accent, maxLength: 7 },
  ...{ required: false, autocomplete: "off", hint: t`Like #0b6f6a. Empty: the color of the theme.` },
})}
<div id="look-color">${swatches(shown.accent, (color) => `${PATH}?${queryFor({ ...shown, accent: color })}`)}${readable(shown)}</div>
<div class="look-selects">${select("fonts", t`Fonts`, FONT_IDS, FONT_NAMES, theme.fonts)}
${select("corners", t`Corners`, CORNER_IDS, CORNER_NAMES, theme.corners)}${select("density", t`Density`, DENSITY_IDS, DENSITY_NAMES, theme.density)}
${select("scene", t`Scene`, SCENE_IDS, SCENE_NAMES, theme.scene)}</div>
<div class="row"><button class="sun" formmethod="post" name="csrf" value="${currentSession(res).csrf}">Publish</button>
<button class="quiet">Preview</button><a class="button bare" href="${href(PATH)}">Discard</a></div>
</form>
${formTo(res, `${PATH}/logo`, html` enctype="multipart/form-data" class="card settings-form"`)}<h2>Logo</h2>
${logoField({ name: "logo", label: t`Logo`, hint: t`A square PNG, JPEG, WebP, GIF or SVG of at most 5 MB. Also used for icons, cards, badges and emails.`, id: logo, fault: faults.logo })}
${logoField({ name: "dark_logo", label: t`Logo for dark mode`, hint: t`Optional, for a logo that is hard to see on dark backgrounds.`, id: saved.darkLogo, fault: faults.dark_logo })}
<button>Save logo</button></form></div>
${lookPreview(queryFor(shown))}</div>`,
    });
  }

  router.get(PATH, (req, res) => {
    const saved = store.siteLook();
    if (Object.keys(req.query).every((name) => name === "notice")) return show(res, saved);
    const { faults, ...typed } = readLook((name) => queryText(req, name), saved);
    show(res, typed, faults);
  });

  /** A new site has the categories of its topic once it is saved; one with listings keeps theirs as well. */
  const ofTopic = ({ topic }: StartForm): typeof store.reference =>
    topic === ""
      ? store.reference
      : {
          ...store.reference,
          async categories() {
            const kept = (await store.reference.categories()).filter(({ totalCount }) => totalCount > 0);
            const known = new Set(kept.map(({ slug }) => slug));
            const fresh = rowsOf(PRESETS[topic], kept.length).filter(({ slug }) => !known.has(slug));
            return [...kept, ...fresh.map((row) => ({ ...row, listingCount: 0, totalCount: 0 }))];
          },
        };

  // The set-up asks for more than the look: kind of site, name, headline and language.
  router.get(LOOK_PREVIEW, (req, res, next) => {
    const saved = store.siteLook();
    const of = (name: string): string => queryText(req, name);
    const { accent, theme, faults } = readLook(of, saved);
    const started = of("kind") ? readStartForm(of, saved) : undefined;
    const look: SiteLook = {
      ...(started ? startLook(started, saved) : saved),
      ...{ theme: { ...theme, theme: started?.theme ?? theme.theme } },
      accent: faults.accent ? saved.accent : accent,
    };
    res.locals.look = look;
    if (started) {
      const language = startLanguage(started, deps);
      if (language) speakTo(res, { ...language, lacks: lackedBy(look.shape), noun: look.shape.noun });
    }
    const previewed = {
      ...deps,
      settings: { ...deps.settings, SITE_NAME: look.name ?? deps.settings.SITE_NAME },
      store: { ...store, siteLook: () => look, reference: started ? ofTopic(started) : store.reference },
    };
    req.url = "/";
    routerOf(homePages, { ...site, deps: previewed, pages: createPages(previewed) })(req, res, next);
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
