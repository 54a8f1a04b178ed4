import { hash } from "node:crypto";
import { z } from "zod";
import { conflict } from "../../core/errors.ts";
import type { Invite } from "../../domain/draft.ts";
import { foldText } from "../../domain/text.ts";
import { inviteMessage, tokenLink } from "../../mail/messages.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { CREATE, defineTool } from "../define.ts";
import { Email, Uuid } from "../schemas/common.ts";
import { DraftView, viewDraft } from "../schemas/draft.ts";
import { listingOf } from "./listing-of.ts";
import { noDraft } from "./no-draft.ts";

const MOST_INVITES = 10;
const INVITE_MS = 14 * 24 * 3600 * 1000;

export const inviteCofounder = defineTool({
  name: "invite_cofounder",
  title: "Invite a co-founder",
  description:
    "Send an invitation by mail to a co-founder, who can then edit the listing too. Up to 10 for a draft, each for 14 days; a mail is sent at once.",
  access: "listings:write",
  rest: "POST /drafts/{id}/invites",
  status: 201,
  annotations: { ...CREATE, openWorldHint: true },
  idempotent: true,
  limits: () => ["invite"],
  input: z.strictObject({ id: Uuid.describe("from list_my_drafts"), email: Email }),
  output: DraftView,

  async handler({ id, email }, { store, caller, now, uuid, random, settings, wakeJobs }) {
    const view = await store.change(async (tx) => {
      const draft = await tx.drafts.findOwned(id, caller.accountId);
      if (!draft) throw noDraft(id);
      await listingOf(tx, draft);
      const inviter = await tx.accounts.find(caller.accountId);
      if (!inviter?.emailVerifiedAt)
        throw conflict(
          "account_unverified",
          "Confirm your own mail address first: open the link in the mail you got at sign-up, or ask for a new one on your account page.",
        );
      const emailFolded = foldText(email);
      if (emailFolded === inviter.emailFolded)
        throw conflict("already_invited", "This is your own address. Invite somebody else.");
      const at = now();
      const invites = await tx.drafts.invites(id);
      const before = invites.find((invite) => invite.emailFolded === emailFolded);
      const isOver = before?.status !== "accepted" && before !== undefined && before.expiresAt <= at;
      if (before && !isOver) throw conflict("already_invited", `${email} was already invited to this draft.`);
      if (!before && invites.length >= MOST_INVITES)
        throw conflict("invite_limit", `This draft has ${MOST_INVITES} invitations, which is all it can have.`);

      const token = random(32).toString("base64url");
      const invite: Invite = {
        id: before?.id ?? uuid(),
        draftId: id,
        email,
        emailFolded,
        accountId: null,
        status: "pending",
        tokenHash: hash("sha256", token, "base64url"),
        expiresAt: new Date(at.getTime() + INVITE_MS),
        createdAt: before?.createdAt ?? at,
      };
      await tx.drafts.saveInvite(invite);
      const name = draft.content.fields.name?.value;
      const message = inviteMessage(settings, {
        inviter: inviter.name,
        product: typeof name === "string" ? name : draft.url,
        url: tokenLink(settings, "invite", token),
      });
      await queueMail(tx, { now, uuid }, message, email);
      return viewDraft(draft, await tx.drafts.invites(id));
    });
    wakeJobs();
    return view;
  },
});
