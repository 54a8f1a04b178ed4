import { z } from "zod";
import { editOwnListing } from "#actions/listings/save-edit.ts";
import { STORY_TITLE_MAX } from "#domain/listings/section-fields.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id, line, orNull } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { sectionView } from "../schemas/section-view.ts";
import { storySections } from "../schemas/sections.ts";

export const setFounderStory = defineTool({
  name: "set_founder_story",
  title: "Write the founder story",
  description: `Set sections of a listing's founder story. Sections that are not sent do not change; null or an empty text removes one.
    Others see it once it is unlocked; message says whether it is.`,
  access: "listings:write",
  rest: "PUT /me/listings/{listing_id}/story",
  annotations: REPLACE,
  idempotent: true,
  input: z.strictObject({
    listing_id: Id,
    title: orNull(line(STORY_TITLE_MAX.listing)),
    ...storySections,
  }),
  output: ChangedListing,

  handler: ({ listing_id: id, ...story }, context) =>
    context.store.change(async (tx) =>
      sectionView(tx, await editOwnListing(tx, id, () => ({ story }), context), "story", context),
    ),
});
