import type { SitePageSlug } from "../../domain/site/site-pages.ts";
import type { Deps } from "../context.ts";
import { modelInUse } from "../drafts/model.ts";
import { factsOf } from "./site-facts.ts";
import { standardText as textOf } from "./standard-texts.ts";

export type PageText = { markdown: string; isOwn: boolean; updatedAt: Date | null };

export async function standardText(slug: SitePageSlug, { store, settings }: Pick<Deps, "store" | "settings">) {
  const sells = (await store.products.onSale()).length > 0;
  const { setup: model } = await modelInUse({ settings, store });
  return textOf(slug, factsOf(settings, { sells, model }));
}

export async function pageText(slug: SitePageSlug, deps: Pick<Deps, "store" | "settings">): Promise<PageText> {
  const own = await deps.store.sitePages.find(slug);
  return own
    ? { markdown: own.markdown, isOwn: true, updatedAt: own.updatedAt }
    : { markdown: await standardText(slug, deps), isOwn: false, updatedAt: null };
}
