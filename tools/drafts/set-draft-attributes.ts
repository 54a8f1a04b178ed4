import { z } from "zod";
import { setDraftAttributes as set } from "../../actions/drafts/set-draft-attributes.ts";
import { defineTool, REPLACE } from "../define.ts";
import { AttributesInput } from "../schemas/attributes.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftView, readDraftView } from "../schemas/draft.ts";

/** update_draft has the fields of the specification; this has those that the site defines. */
export const setDraftAttributes = defineTool({
  name: "set_draft_attributes",
  title: "Set fields of this directory on a draft",
  description:
    "Set this directory's own fields, which get_site_info names, on a draft; null removes, absent keys stay. " +
    "A submitted draft updates its listing too.",
  access: "listings:write",
  rest: "PATCH /drafts/{id}/attributes",
  annotations: REPLACE,
  isAddition: true,
  idempotent: true,
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts"), attributes: AttributesInput }),
  output: DraftView,

  handler: ({ id, attributes }, context) =>
    context.store.change(async (tx) => {
      const draft = await set(tx, id, attributes, context);
      return readDraftView(tx, draft);
    }),
});
