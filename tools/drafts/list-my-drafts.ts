import { z } from "zod";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, viewList } from "../schemas/common.ts";
import { DraftSummary, viewDraftSummary } from "../schemas/draft.ts";

export const listMyDrafts = defineTool({
  name: "list_my_drafts",
  title: "My drafts",
  description: "Your drafts, newest first, with status and completeness. Read one with get_draft.",
  access: "account:read",
  rest: "GET /drafts",
  annotations: READ,
  input: z.strictObject(paging),
  output: listOf(DraftSummary),

  async handler(input, { store, caller }) {
    const request = pageRequest(input);
    return viewList(await store.drafts.listOwned(caller.accountId, request), request, viewDraftSummary);
  },
});
