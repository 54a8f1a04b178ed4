import { z } from "zod";
import { updateDraft as update } from "#actions/drafts/update-draft.ts";
import { defineTool, REDRAFT } from "../define.ts";
import { Uuid } from "../schemas/common.ts";
import { changeOf, DraftChanges, DraftView, readDraftView, viewRedrafted } from "../schemas/draft.ts";

export const updateDraft = defineTool({
  name: "update_draft",
  title: "Edit a draft",
  description: `Change a draft: send only what changes. Empty values remove. Each value is searched on the pages read:
    unproven names those without a quote. A submitted draft updates its listing too.`,
  access: "listings:write",
  rest: "PATCH /drafts/{id}",
  annotations: REDRAFT,
  idempotent: true,
  limits: ({ regenerate }) => (regenerate?.length ? ["regenerate"] : []),
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts"), ...DraftChanges }),
  output: DraftView,
  working: "Redrafting from the website",

  handler: (input, context) =>
    update(input.id, changeOf(input), context, async (tx, draft, found) => ({
      ...(await readDraftView(tx, draft)),
      ...viewRedrafted(found),
    })),
});
