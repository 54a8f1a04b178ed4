import { z } from "zod";
import { updateDraft as update } from "#actions/drafts/update-draft.ts";
import { defineTool, REDRAFT } from "../define.ts";
import { DraftAttributesInput, ownChangeOf } from "../schemas/attributes.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftView, readDraftView, viewRedrafted } from "../schemas/draft.ts";

/** update_draft has the fields of the specification; this has those that the site defines. */
export const setDraftAttributes = defineTool({
  name: "set_draft_attributes",
  title: "Set fields of this directory on a draft",
  description:
    "Set this directory's own fields, which get_site_info names, on a draft; null removes, absent keys stay. " +
    "A submitted draft updates its listing too.",
  access: "listings:write",
  rest: "PATCH /drafts/{id}/attributes",
  annotations: REDRAFT,
  isAddition: true,
  idempotent: true,
  limits: ({ regenerate }) => (regenerate?.length ? ["regenerate"] : []),
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts"), ...DraftAttributesInput }),
  output: DraftView,
  working: "Redrafting from the website",

  handler: ({ id, ...input }, context) =>
    update(id, ownChangeOf(input), context, async (tx, draft, found) => ({
      ...(await readDraftView(tx, draft)),
      ...viewRedrafted(found),
    })),
});
