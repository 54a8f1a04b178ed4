import type { OwnField } from "#domain/listings/own-fields.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { ALL_CATEGORIES } from "./audit-facts.ts";
import { auditing } from "./audited-store.ts";
import { fileSoon, saveField } from "./own-fields.ts";
import { type Keep, saveLook, saveShape } from "./save-look.ts";
import type { SettingChanges } from "./save-settings.ts";

export type Start = {
  look: Partial<SiteLook> & Pick<SiteLook, "shape">;
  settings: SettingChanges;
  /** Undefined: categories and fields stay as they are. */
  topic: { useCategories: (tx: Tx) => Promise<void>; fields: readonly OwnField[] } | undefined;
  keeps: readonly Keep[];
};

/** Everything that the set-up asks for, in one change: there is no half of it. Fields that exist stay. */
export async function startSite(tx: Tx, start: Start, by: string, deps: Pick<Deps, "now" | "uuid">): Promise<void> {
  const { look, settings, topic, keeps } = start;
  const { shape } = await tx.site.get();
  await saveLook(tx, look, keeps);
  if (shape.launches !== look.shape.launches) await saveShape(tx, look.shape, deps);
  if (Object.keys(settings).length > 0) await tx.siteSettings.save(settings);
  if (!topic) return;
  const act = { by, now: deps.now };
  await auditing(tx, { ...act, action: "category.preset", objectId: () => ALL_CATEGORIES }, () =>
    topic.useCategories(tx),
  );
  const known = new Set((await tx.fieldDefinitions.list()).map(({ key }) => key));
  for (const field of topic.fields.filter(({ key }) => !known.has(key)))
    await auditing(tx, { ...act, action: "field.save", objectId: () => field.key }, () => saveField(tx, field));
  await fileSoon(tx, deps);
}
