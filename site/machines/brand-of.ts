import type { Deps } from "#actions/context.ts";
import type { Brand } from "#domain/site/brand.ts";
import { designOf } from "#domain/site/design.ts";
import { PICTURE_SIZES } from "#pictures/key.ts";

/** Whose pictures, icons and badges these are. */
export async function brandOf({
  store,
  settings,
  uploads,
}: Pick<Deps, "store" | "settings" | "uploads">): Promise<Brand> {
  const look = store.siteLook();
  const logo = look.logo === null ? undefined : await uploads.find(look.logo, PICTURE_SIZES.square[1]);
  return { siteName: settings.SITE_NAME, design: designOf(look), logo };
}
