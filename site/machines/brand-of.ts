import type { Deps } from "#actions/context.ts";
import type { Brand } from "#domain/site/brand.ts";
import { designOf } from "#domain/site/design.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import { PICTURE_SIZES } from "#pictures/key.ts";

type Parts = Pick<Deps, "store" | "settings" | "uploads">;

const brands = new WeakMap<SiteLook, Promise<Brand>>();

/** Whose pictures, icons and badges these are: the same object for the same look, so that the logo is read once. */
export function brandOf(parts: Parts): Promise<Brand> {
  const look = parts.store.siteLook();
  const brand = brands.getOrInsertComputed(look, () => readBrand(look, parts));
  brand.catch(() => brands.delete(look));
  return brand;
}

async function readBrand(look: SiteLook, { settings, uploads }: Parts): Promise<Brand> {
  const logo = look.logo === null ? undefined : await uploads.find(look.logo, PICTURE_SIZES.square[1]);
  return { siteName: settings.SITE_NAME, design: designOf(look), logo };
}
