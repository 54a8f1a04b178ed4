import type { Settings } from "#core/settings/config.ts";
import { t, type Words } from "#languages/words.ts";
import { isLocal } from "../health/proxy.ts";

/**
 * Legal pages missing on a public site, and what to do; undefined if none. `own` are pages the team
 * wrote.
 */
export function missingPage(settings: Settings, own: readonly string[]): Words | undefined {
  return isLocal(settings) || isNamed(settings, own)
    ? undefined
    : t`Write the imprint at /admin/pages, or set SELLER_NAME and SELLER_ADDRESS, or IMPRINT_URL.`;
}

export const isNamed = ({ IMPRINT_URL, SELLER_NAME, SELLER_ADDRESS }: Settings, own: readonly string[]): boolean =>
  Boolean(IMPRINT_URL || own.includes("imprint") || (SELLER_NAME && SELLER_ADDRESS));
