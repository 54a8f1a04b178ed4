import { z } from "zod";
import { postUpdate } from "#actions/listings/post-update.ts";
import { UPDATE_FIELDS } from "#domain/listings/section-fields.ts";
import { defineTool, SEND } from "../define.ts";
import { Id, line, text } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { ownerView } from "../schemas/owner-view.ts";

export const postListingUpdate = defineTool({
  name: "post_listing_update",
  title: "Post an update",
  description: `Tell what is new at one of your listings, in plain text. It shows on the listing and among the latest updates,
    and followers get an email, which cannot be taken back. edit_listing_update corrects its text on the site.`,
  access: "listings:write",
  rest: "POST /me/listings/{listing_id}/updates",
  status: 201,
  annotations: SEND,
  idempotent: true,
  input: z.strictObject({
    listing_id: Id,
    title: line(UPDATE_FIELDS.title.max).min(1),
    body: text(UPDATE_FIELDS.body.max).min(1),
  }),
  output: ChangedListing.extend({ update_id: z.int() }),

  async confirm({ listing_id: id, title }, { store, caller }) {
    const listing = await store.listings.findOwned(id, caller.accountId);
    if (listing?.status !== "live") return undefined;
    const { followers } = listing;
    const readers = followers === 1 ? "its follower" : `its ${followers} followers`;
    return {
      message:
        `Post “${title}” on ` +
        `${listing.name}${followers > 0 ? ` and email ${readers}` : ""}?${followers > 0 ? " An email cannot be taken back." : ""}`,
    };
  },

  async handler({ listing_id: id, title, body }, context) {
    const answer = await context.store.change(async (tx) => {
      const { listing, update } = await postUpdate(tx, id, { title, body }, context);
      const message =
        listing.status === "live"
          ? "Published. Followers are emailed, at most once a day."
          : `Saved, but not shown yet: this listing is ${listing.status}. The update appears once it is live. Nobody was notified.`;
      return { ...(await ownerView(tx, listing, context)), update_id: update.id, message };
    });
    context.wakeJobs();
    return answer;
  },
});
