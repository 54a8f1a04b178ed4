import { type Request, type Response, Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { ICON_SIZES, iconPath } from "../../core/icons.ts";
import { getCategory } from "../../tools/directory/get-category.ts";
import { getListing } from "../../tools/directory/get-listing.ts";
import { invoke } from "../../tools/invoke.ts";
import { getBlogPost } from "../../tools/reading/get-blog-post.ts";
import { getFounder } from "../../tools/reading/get-founder.ts";
import { isDrawable, type Preview, previewSvg } from "../kit/preview.ts";
import { visitor } from "../kit/site.ts";
import { sendDocument } from "./document.ts";
import { createDrawer } from "./drawer.ts";
import { logoSvg } from "./logo.ts";

const DAY_SECONDS = 86_400;

/** A preview shows the path of a page if the font cannot draw its title. */
const titleOf = (title: string, slug: string): string => (isDrawable(title) ? title : slug);

/** /previews/…png: the images of og:image. */
export function previewRoutes(deps: Deps): Router {
  const { settings } = deps;
  const router = Router();
  const draw = createDrawer();
  const call = (req: Request) => ({ deps, caller: visitor(req), interface: "site" }) as const;

  const send = async (req: Request, res: Response, preview: Preview): Promise<void> =>
    sendDocument(req, res, {
      type: "image/png",
      body: await draw(previewSvg(preview, settings.SITE_NAME)),
      maxAgeSeconds: DAY_SECONDS,
    });

  for (const size of ICON_SIZES)
    router.get(iconPath(size), async (req, res) =>
      sendDocument(req, res, { type: "image/png", body: await draw(logoSvg(size)), maxAgeSeconds: DAY_SECONDS }),
    );
  router.get("/previews/site.png", (req, res) =>
    send(req, res, {
      eyebrow: "Product directory",
      title: settings.SITE_NAME,
      text: "The product directory your assistant can use",
    }),
  );
  router.get("/previews/listings/:slug.png", async (req, res) => {
    const { output } = await invoke(getListing, { slug: req.params.slug }, call(req));
    const eyebrow = output.category?.name ?? "Listing";
    await send(req, res, { eyebrow, title: titleOf(output.name, output.slug), text: output.tagline });
  });
  router.get("/previews/categories/:slug.png", async (req, res) => {
    const { output } = await invoke(getCategory, { slug: req.params.slug, per_page: 1 }, call(req));
    await send(req, res, { eyebrow: "Category", title: titleOf(output.name, output.slug), text: output.description });
  });
  router.get("/previews/founders/:slug.png", async (req, res) => {
    const { output } = await invoke(getFounder, { slug: req.params.slug }, call(req));
    await send(req, res, { eyebrow: "Founder", title: titleOf(output.name, output.slug), text: output.title });
  });
  router.get("/previews/blog/:slug.png", async (req, res) => {
    const { output } = await invoke(getBlogPost, { slug: req.params.slug }, call(req));
    await send(req, res, { eyebrow: "Blog", title: titleOf(output.title, output.slug), text: output.excerpt });
  });
  return router;
}
