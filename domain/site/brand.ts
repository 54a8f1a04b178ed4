import type { Design } from "./design.ts";
import type { ThemeId } from "./themes.ts";

/** Who a picture is from. `logo` is the site's own, if there is one: WebP as it is kept, PNG when it is drawn. */
export type Brand = { siteName: string; design: Design; logo: Uint8Array | undefined };

/** Debut's own sun belongs to First light. Elsewhere, a site without a logo shows the first letter of its name. */
export const hasSun = (theme: ThemeId, logo: unknown): boolean => !logo && theme === "first-light";
