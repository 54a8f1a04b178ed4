import { DEFAULT_LOOK, type SiteLook } from "../../domain/site/site-look.ts";
import type { Tx } from "../../store/store.ts";

type Look = Omit<SiteLook, "hidesEmptyCategories">;

/** Saves site-wide settings. `keepLogo` stores a new logo. */
export async function saveLook(tx: Tx, look: Look, keepLogo?: (tx: Tx) => Promise<void>): Promise<void> {
  await keepLogo?.(tx);
  await tx.site.save(look);
}

/** Restores the defaults of the program and its environment. */
export function resetLook(tx: Tx): Promise<void> {
  const { hidesEmptyCategories: _, ...look } = DEFAULT_LOOK;
  return tx.site.save(look satisfies Look);
}
