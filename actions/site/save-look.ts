import { DEFAULT_LOOK, type SiteLook } from "#domain/site/site-look.ts";
import type { SiteShape } from "#domain/site/site-shape.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

export type Keep = (tx: Tx) => Promise<void>;

/** Saves what is given of the site-wide settings. `keeps` store new logos. */
export async function saveLook(tx: Tx, look: Partial<SiteLook>, keeps: readonly Keep[] = []): Promise<void> {
  for (const keep of keeps) await keep(tx);
  await tx.site.save(look);
}

/** Restores the defaults of the program and its environment, but not how the site works. */
export function resetLook(tx: Tx): Promise<void> {
  const { shape: _, hidesEmptyCategories: __, head: ___, ...look } = DEFAULT_LOOK;
  return tx.site.save(look);
}

/** Without launches, what waits for its week goes live: the calendar job sees to it. */
export async function saveShape(tx: Tx, shape: SiteShape, { now, uuid }: Pick<Deps, "now" | "uuid">): Promise<void> {
  const at = now();
  await tx.site.save({ shape });
  await tx.jobs.add({
    id: `launch-week:${uuid()}`,
    kind: "launch-week",
    payload: {},
    runAt: at,
    createdAt: at,
  });
}
