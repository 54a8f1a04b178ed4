import { notFound } from "#core/errors/errors.ts";
import type { Draft } from "#domain/drafts/draft.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { Order } from "#domain/orders/order.ts";
import type { Member } from "./context.ts";

type Repo<Id, Found> = { findOwned: (id: Id, accountId: string) => Promise<Found | undefined> };
type Owner = Pick<Member, "accountId">;

/** Other people's drafts, listings and orders are `not_found`, like nonexistent ones. */
async function own<Id extends string | number, Found>(
  repo: Repo<Id, Found>,
  id: Id,
  { accountId }: Owner,
  what: string,
  next: string,
): Promise<Found> {
  const found = await repo.findOwned(id, accountId);
  if (!found) throw notFound(what, id, next);
  return found;
}

export const ownDraft = ({ drafts }: { drafts: Repo<string, Draft> }, id: string, owner: Owner): Promise<Draft> =>
  own(drafts, id, owner, "draft of yours", "See list_my_drafts, or start one with submit_listing.");

const SEE_LISTINGS = "See list_my_listings.";

export const ownListing = (
  { listings }: { listings: Repo<number, Listing> },
  id: number,
  owner: Owner,
): Promise<Listing> => own(listings, id, owner, "listing of yours", SEE_LISTINGS);

type Editor = Pick<Member, "accountId" | "isTeam">;
type Editable = { listings: Repo<number, Listing> & { find: (id: number) => Promise<Listing | undefined> } };

/** A listing whose content the caller may change: their own, or any for the site team. */
export const findEditable = async (
  { listings }: Editable,
  id: number,
  { accountId, isTeam }: Editor,
): Promise<Listing | undefined> => (isTeam ? listings.find(id) : listings.findOwned(id, accountId));

/** The same, `not_found` for others. What only owners decide asks for `ownListing`. */
export async function editableListing(sources: Editable, id: number, editor: Editor): Promise<Listing> {
  const found = await findEditable(sources, id, editor);
  if (!found) throw notFound("listing of yours", id, SEE_LISTINGS);
  return found;
}

export const ownOrder = ({ orders }: { orders: Repo<string, Order> }, number: string, owner: Owner): Promise<Order> =>
  own(orders, number, owner, "order of yours", "See list_my_orders.");
