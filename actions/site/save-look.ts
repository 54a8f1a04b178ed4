import { DEFAULT_LOOK, type SiteLook } from "../../domain/site/site-look.ts";
import type { Tx } from "../../store/store.ts";

/** Saves what admins set for the whole site. A new logo comes with how to keep it. */
export async function saveLook(tx: Tx, look: SiteLook, keepLogo?: (tx: Tx) => Promise<void>): Promise<void> {
  await keepLogo?.(tx);
  await tx.site.save(look);
}

/** Everything is as the program and its environment have it again. */
export const resetLook = (tx: Tx): Promise<void> => tx.site.save(DEFAULT_LOOK);
