import { z } from "zod";
import { ownDraft } from "#actions/own.ts";
import { defineTool, READ } from "../define.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftView, laterDraft, readDraftView } from "../schemas/draft.ts";

export const getDraft = defineTool({
  name: "get_draft",
  title: "Read a draft",
  description: `One draft: each field with value, state and quotes, and what is missing.
    While crawling or drafting, ask again in 3 seconds. Empty fields were not found on the pages read.`,
  access: "account:read",
  rest: "GET /drafts/{id}",
  annotations: READ,
  app: "draft-review",
  input: z.strictObject({ id: Uuid.describe("from submit_listing or list_my_drafts") }),
  output: DraftView,
  later: laterDraft,

  async handler({ id }, { store, caller }) {
    const draft = await ownDraft(store, id, caller);
    return readDraftView(store, draft);
  },
});
