import { z } from "zod";
import type { Story } from "../../domain/listing.ts";
import { defineTool, REPLACE } from "../define.ts";
import { Id, line } from "../schemas/common.ts";
import { ChangedListing } from "../schemas/listing.ts";
import { storySections } from "../schemas/sections.ts";
import { editSection } from "./edit-section.ts";

export const setFounderStory = defineTool({
  name: "set_founder_story",
  title: "Write the founder story",
  description: `Set sections of the founder story of one of your listings, and of the draft it came from. Sections that are not sent
    stay, an empty text removes one. Others see the story once it is unlocked; the message says whether it is.`,
  access: "listings:write",
  rest: "PUT /me/listings/{listing_id}/story",
  annotations: REPLACE,
  idempotent: true,
  input: z.strictObject({ listing_id: Id, title: line(200).optional(), ...storySections }),
  output: ChangedListing,

  async handler({ listing_id: id, ...story }, context) {
    return context.store.change((tx) => editSection(tx, id, "story", () => ({ story: story as Story }), context));
  },
});
