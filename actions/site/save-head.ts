import { hash } from "node:crypto";
import type { SiteHead } from "#domain/site/head.ts";
import { OWN_CSS } from "#domain/site/own-files.ts";
import type { Tx } from "#store/store.ts";

/** Its name tells its content, so what is at its address stays the same. */
export const cssHash = (css: string): string => hash("sha256", css, "hex").slice(0, 16);

export async function saveHead(tx: Tx, change: Partial<SiteHead>): Promise<void> {
  await tx.site.save({ head: { ...(await tx.site.get()).head, ...change } });
}

/** An empty one removes the style sheet of the team. */
export async function saveCss(tx: Tx, css: string): Promise<void> {
  await tx.siteFiles.save({ path: OWN_CSS, body: css });
  await saveHead(tx, { css: css === "" ? null : cssHash(css) });
}
