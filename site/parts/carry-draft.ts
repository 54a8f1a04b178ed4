import type { Request } from "express";
import { wantGuestDraft } from "../../actions/drafts/guest-draft.ts";
import { createDraftCookies } from "../../auth/draft-cookies.ts";
import type { Site } from "../kit/site.ts";

const SAVE = /^\/submit\/([0-9a-f-]{36})\/save$/;

/** Lets whoever gets a link by email save the draft that they were about to save, on any device. */
export function createCarryDraft({ deps }: Pick<Site, "deps">) {
  const cookies = createDraftCookies(deps.settings);
  return async (req: Request, { returnTo, email }: { returnTo: string; email: string }): Promise<void> => {
    const id = SAVE.exec(returnTo)?.[1];
    const mine = id === undefined ? undefined : cookies.find(req, id);
    if (mine) await wantGuestDraft(mine, email, deps);
  };
}
