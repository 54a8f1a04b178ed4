import { DEFAULT_LOOK, type SiteLook } from "../../domain/site/site-look.ts";
import type { Tx } from "../../store/store.ts";

/** Saves site-wide settings. `keepLogo` stores a new logo. */
export async function saveLook(tx: Tx, look: SiteLook, keepLogo?: (tx: Tx) => Promise<void>): Promise<void> {
  await keepLogo?.(tx);
  await tx.site.save(look);
}

/** Restores the defaults of the program and its environment. */
export const resetLook = (tx: Tx): Promise<void> => tx.site.save(DEFAULT_LOOK);
