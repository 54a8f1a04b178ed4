import { CONTENT } from "../../domain/listings/listing.ts";
import { pick } from "../../domain/text/pick.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** Does nothing if the listing no longer exists. */
export async function setAttributes(
  tx: Tx,
  id: number,
  attributes: Record<string, string>,
  { by, now }: Pick<Deps, "now"> & { by: string },
): Promise<void> {
  const current = await tx.listings.find(id);
  if (!current) return;
  const content = { ...pick(current, ...CONTENT), profile: { ...current.profile, attributes } };
  await tx.listings.update(current, content, {}, { accountId: by, client: null }, now());
}
