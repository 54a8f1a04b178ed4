import type { Design } from "./design.ts";

/** Who a picture is from. `logo` is the site's own, if there is one: WebP as it is kept, PNG when it is drawn. */
export type Brand = { siteName: string; design: Design; logo: Uint8Array | undefined };
