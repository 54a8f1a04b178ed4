import { z } from "zod";
import { inviteCofounder as invite } from "#actions/drafts/invite-cofounder.ts";
import { defineTool, SEND } from "../define.ts";
import { Email, Uuid } from "../schemas/common.ts";
import { DraftView, readDraftView } from "../schemas/draft.ts";

export const inviteCofounder = defineTool({
  name: "invite_cofounder",
  title: "Invite a co-founder",
  description:
    "Email an invitation to a co-founder, who can then edit the listing too. Up to 10 per draft, each " +
    "valid for 14 days. The email is sent at once.",
  access: "listings:write",
  rest: "POST /drafts/{id}/invites",
  status: 201,
  annotations: SEND,
  idempotent: true,
  limits: () => ["invite"],
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts"), email: Email }),
  output: DraftView,

  async confirm({ id, email }, { store, caller }) {
    const draft = await store.drafts.findOwned(id, caller.accountId);
    return draft && { message: `Email an invitation to ${email} now? Whoever accepts it can edit the listing.` };
  },

  async handler({ id, email }, context) {
    const view = await context.store.change(async (tx) => {
      const draft = await invite(tx, { id, email }, context);
      return readDraftView(tx, draft);
    });
    context.wakeJobs();
    return view;
  },
});
