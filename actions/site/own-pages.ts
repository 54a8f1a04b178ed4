import type { OwnPageSlug } from "#domain/site/site-pages.ts";
import type { SitePageRow } from "#store/repos/site/site-pages.ts";
import type { Tx } from "#store/store.ts";
import { saveFront } from "./save-look.ts";

type OwnPageRow = SitePageRow & { slug: OwnPageSlug };

type Move = { before: string | undefined; moved: (slug: string) => void };

/** Saves a page of the team. With another address than before, its translations and the menu follow. */
export async function saveOwnPage(tx: Tx, row: OwnPageRow, { before, moved }: Move): Promise<"saved" | "taken"> {
  if (row.slug !== before && (await tx.sitePages.find(row.slug))) return "taken";
  await tx.sitePages.save(row);
  if (before !== undefined && row.slug !== before) await leave(tx, before, row.slug);
  moved(row.slug);
  return "saved";
}

export const removeOwnPage = (tx: Tx, slug: string): Promise<void> => leave(tx, slug, undefined);

async function leave(tx: Tx, slug: string, to: OwnPageSlug | undefined): Promise<void> {
  await tx.sitePages.remove(slug);
  await tx.translations.move({ kind: "page", id: slug }, to);
  const { menu } = (await tx.site.get()).front;
  if (!menu?.some((entry) => entry.to === `/${slug}`)) return;
  const others = menu.filter((entry) => to !== undefined || entry.to !== `/${slug}`);
  await saveFront(tx, { menu: others.map((entry) => (entry.to === `/${slug}` ? { ...entry, to: `/${to}` } : entry)) });
}
