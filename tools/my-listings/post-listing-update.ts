import { z } from "zod";
import { conflict } from "../../core/errors.ts";
import { UPDATE_FIELDS } from "../../domain/section-fields.ts";
import { CREATE, defineTool } from "../define.ts";
import { Id, line, text } from "../schemas/common.ts";
import { ChangedListing, isClosed } from "../schemas/listing.ts";
import { noListing } from "./no-listing.ts";
import { ownerView } from "./owner-view.ts";

export const postListingUpdate = defineTool({
  name: "post_listing_update",
  title: "Post an update",
  description: `Tell what is new at one of your listings, in plain text. It shows on the listing and among the latest updates,
    and followers get a mail. It cannot be edited later.`,
  access: "listings:write",
  rest: "POST /me/listings/{listing_id}/updates",
  status: 201,
  annotations: CREATE,
  idempotent: true,
  input: z.strictObject({
    listing_id: Id,
    title: line(UPDATE_FIELDS.title.max).min(1),
    body: text(UPDATE_FIELDS.body.max).min(1),
  }),
  output: ChangedListing.extend({ update_id: z.int() }),

  async handler({ listing_id: id, title, body }, context) {
    const { store, caller, now, wakeJobs } = context;
    const answer = await store.change(async (tx) => {
      const listing = await tx.listings.findOwned(id, caller.accountId);
      if (!listing) throw noListing(id);
      if (isClosed(listing)) {
        throw conflict(
          "listing_closed",
          `This listing is ${listing.status}, so nothing can be posted to it. Write to the people who run this site.`,
        );
      }
      const at = now();
      const { accountId } = caller;
      const update = await tx.updates.add({ listingId: id, accountId, title, body, publishedAt: at });
      const isLive = listing.status === "live";
      if (isLive) {
        await tx.jobs.add({
          id: `tell-followers:${update.id}`,
          kind: "tell-followers",
          payload: { listingId: id },
          runAt: at,
          createdAt: at,
        });
      }
      return {
        ...(await ownerView(tx, listing, context)),
        update_id: update.id,
        message: isLive
          ? "Published. Followers are told by mail, at most once a day."
          : `Saved, but not shown yet: this listing is ${listing.status}. The update shows once it is live; nobody was told of it.`,
      };
    });
    wakeJobs();
    return answer;
  },
});
