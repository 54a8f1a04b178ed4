import { z } from "zod";
import { deleteDraft as remove } from "#actions/drafts/submit-draft.ts";
import { defineTool, REPLACE } from "../define.ts";
import { NextActions, Uuid } from "../schemas/common.ts";

export const deleteDraft = defineTool({
  name: "delete_draft",
  title: "Delete a draft",
  description: `Delete one of your drafts for good, with its evidence and invitations. A draft saved as a listing stays with it.`,
  access: "listings:write",
  isOwnText: true,
  rest: "DELETE /drafts/{id}",
  annotations: REPLACE,
  isAddition: true,
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts") }),
  output: z.object({ id: z.string(), deleted: z.literal(true), next_actions: NextActions }),

  async handler({ id }, context) {
    await context.store.change((tx) => remove(tx, id, context));
    return { id, deleted: true as const, next_actions: ["list_my_drafts", "submit_listing"] };
  },
});
