import { invalid } from "#core/errors/errors.ts";
import { checkFields } from "#domain/listings/check-fields.ts";
import type { ListingEdit } from "#domain/listings/edit-listing.ts";
import type { Listing, ListingCategory } from "#domain/listings/listing.ts";
import type { Reads, Store, Tx } from "#store/store.ts";
import type { Deps, Member } from "../context.ts";
import { type Editing, updateOwnListing } from "../listings/save-edit.ts";
import { notify } from "../notifications/notify.ts";
import { auditedStore } from "../site/audited-store.ts";

export const TELL_EDITED = "tell-edited";
/** Edits are told together: those of this window, at its end. */
const WINDOW_MS = 10 * 60_000;
export type EditedPayload = { accountId: string; since: number; until: number };

/** The store of an admin who edits a listing of others: changes are audited, and its owners are told. */
export function teamStore(
  { store, now, wakeJobs }: Pick<Deps, "store" | "now" | "wakeJobs">,
  { accountId: by }: Pick<Member, "accountId">,
  listingId: number,
): Store {
  const audited = auditedStore(store, { action: "listing.edit", by, objectId: () => String(listingId), now });
  return {
    ...audited,
    async change(work) {
      const result = await audited.change((tx) => tellOwners(tx, listingId, { by, now }, () => work(tx)));
      wakeJobs();
      return result;
    },
  };
}

/** Does the work, then tells the owners of the listing if it made a new version. */
export async function tellOwners<T>(
  tx: Tx,
  listingId: number,
  { by, now }: Pick<Deps, "now"> & { by: string },
  work: () => Promise<T>,
): Promise<T> {
  const before = await tx.listings.find(listingId);
  const result = await work();
  const after = await tx.listings.find(listingId);
  const members = await tx.listings.members(listingId);
  const isEdited = before && after && after.version > before.version;
  if (!isEdited || members.some(({ accountId }) => accountId === by)) return result;
  const at = now();
  const until = (Math.floor(at.getTime() / WINDOW_MS) + 1) * WINDOW_MS;
  for (const { accountId } of members) {
    await notify(tx, {
      ...{ accountId, kind: "edited", key: `edited:${listingId}`, at, by: null },
      words: { product: after.name },
      path: `/account/listings/${listingId}/history`,
    });
    await tx.jobs.add({
      ...{ id: `${TELL_EDITED}:${accountId}:${until}`, kind: TELL_EDITED, runAt: new Date(until), createdAt: at },
      payload: { accountId, since: until - WINDOW_MS, until } satisfies EditedPayload,
    });
  }
  return result;
}

type Address = { url?: string | undefined; slug?: string | undefined };

/** What owners edit, their category, and the address of the website and of the page, as one version. */
export async function editForTeam(
  listing: Pick<Listing, "id" | "url">,
  { url, slug, ...edit }: Address & Omit<ListingEdit, "slug">,
  context: Editing & Pick<Deps, "readSiteAddress">,
): Promise<Listing> {
  const { categories: names, ...fields } = edit.fields ?? {};
  const address = url === undefined || url === listing.url ? undefined : context.readSiteAddress(url);
  return updateOwnListing(
    listing.id,
    {
      ...edit,
      fields,
      ...(Array.isArray(names) && { categories: await categoriesNamed(context.store, names) }),
      ...(address && { website: { url: address.url, domain: address.domain, siteKey: address.key } }),
      ...(slug && { slug }),
    },
    context,
    async () => (saved) => saved,
  );
}

/** The first is the main one. Throws `validation_failed` with names that are no categories. */
export async function categoriesNamed(
  { reference }: Pick<Reads, "reference">,
  names: string[],
): Promise<ListingCategory[]> {
  const known = await reference.categoryNames();
  const faults = checkFields(
    { categories: names },
    { categories: known.map(({ name }) => name), countries: new Set() },
  );
  if (faults.length > 0) throw invalid(faults);
  const found = names.flatMap((name) => known.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? []);
  return [...new Set(found)].map(({ slug, name }, index) => ({ slug, name, primary: index === 0 }));
}
