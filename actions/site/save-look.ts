import type { Front } from "#domain/site/front.ts";
import { DEFAULT_LOOK, type SavedLook } from "#domain/site/site-look.ts";
import type { SiteShape } from "#domain/site/site-shape.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

export type Keep = (tx: Tx) => Promise<void>;

/** Saves what is given of the site-wide settings. `keeps` store new logos. */
export async function saveLook(tx: Tx, look: Partial<SavedLook>, keeps: readonly Keep[] = []): Promise<void> {
  for (const keep of keeps) await keep(tx);
  await tx.site.save(look);
}

/** Restores the defaults of the program and its environment, but not how the site works and what its front page has. */
export function resetLook(tx: Tx): Promise<void> {
  const { name, accent, logo, footerText, footerLinks, theme } = DEFAULT_LOOK;
  return tx.site.save({ name, accent, logo, footerText, footerLinks, theme });
}

/** Saves what is given of the front page and the menu, with other settings. */
export async function saveFront(tx: Tx, front: Partial<Front>, look: Partial<SavedLook> = {}): Promise<void> {
  const { front: before } = await tx.site.get();
  await tx.site.save({ ...look, front: { ...before, ...front } });
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
