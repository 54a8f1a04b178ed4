import type { Store } from "#store/store.ts";

/** Where the settings of the model were kept before all settings could be made by admins. */
const BEFORE = "model";

export async function adoptModel(store: Store): Promise<void> {
  const typed = await store.secrets.find(BEFORE);
  if (typed === undefined) return;
  await store.change(async (tx) => {
    await tx.siteSettings.save(JSON.parse(typed));
    await tx.secrets.remove(BEFORE);
  });
}
