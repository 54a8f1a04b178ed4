import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { APP_ICON_SIZES, appIconPath, ICON_PATH, ICON_SIZES, iconPath, MANIFEST_PATH } from "#core/text/paths.ts";
import { designOf } from "#domain/site/design.ts";
import type { Language } from "#languages/language.ts";
import { languageOf } from "../kit/language.ts";
import { brandOf } from "./brand-of.ts";
import type { IconPurpose } from "./cards/brand.ts";
import { sendDocument } from "./document.ts";
import type { Drawer } from "./drawer.ts";

/** Lets phones install the site; iOS sends push messages to installed ones only. */
function manifestOf({ store, settings }: Pick<Deps, "store" | "settings">, { tag, prefix }: Language) {
  const { paper } = designOf(store.siteLook()).palette.light;
  const icon = (src: string, size: number, purpose: string) => ({
    ...{ src, type: "image/png", sizes: `${size}x${size}`, purpose },
  });
  return {
    id: "/",
    name: settings.SITE_NAME,
    short_name: settings.SITE_NAME,
    lang: tag,
    start_url: prefix || "/",
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    icons: [
      ...ICON_SIZES.map((size) => icon(iconPath(size), size, "any")),
      ...APP_ICON_SIZES.map((size) => icon(appIconPath(size), size, "maskable")),
    ],
  };
}

const DAY_SECONDS = 86_400;
const SOON_SECONDS = 300;

/** The logo in every size that browsers, phones and mail programs ask for. Each is drawn once. */
export function iconRoutes(deps: Deps, drawer: Drawer): Router {
  const router = Router();
  const icon = (path: string, size: number, purpose: IconPurpose, type: "png" | "svg" = "png"): void => {
    router.get(path, async (req, res) => {
      const body = await drawer.icon({ brand: await brandOf(deps), size, purpose, type });
      const sent = type === "svg" ? "image/svg+xml" : "image/png";
      sendDocument(req, res, { type: sent, body, maxAgeSeconds: DAY_SECONDS });
    });
  };
  // The default path that browsers request.
  icon("/favicon.ico", ICON_SIZES[0], "any");
  icon(ICON_PATH, ICON_SIZES[0], "any", "svg");
  for (const size of ICON_SIZES) icon(iconPath(size), size, "any");
  for (const size of APP_ICON_SIZES) icon(appIconPath(size), size, "mask");
  router.get(MANIFEST_PATH, (req, res) => {
    const body = JSON.stringify(manifestOf(deps, languageOf(res)));
    sendDocument(req, res, { type: "application/manifest+json", body, maxAgeSeconds: SOON_SECONDS });
  });
  return router;
}
