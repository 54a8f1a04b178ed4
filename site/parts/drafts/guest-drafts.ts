import type { Request, Response } from "express";
import { findGuestDraft, findWantedDraft, saveGuestDraft, wantGuestDraft } from "#actions/drafts/guest-draft.ts";

import { createDraftCookies } from "#auth/draft-cookies.ts";
import type { AppError } from "#core/errors/errors.ts";
import type { GuestDraft } from "#domain/drafts/guest-draft.ts";
import { attemptTo } from "../../kit/attempt.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, memberOf, type Site } from "../../kit/site.ts";

const SAVE = /^\/submit\/([0-9a-f-]{36})\/save(?=$|\?)/;

export const savedPath = (id: string): string => withNotice(`/drafts/${id}`, "draft-kept");

export function createGuestDrafts({ deps }: Pick<Site, "deps">) {
  const cookies = createDraftCookies(deps.settings);

  async function findHere(req: Request, id: string): Promise<GuestDraft | undefined> {
    const mine = cookies.find(req, id);
    return mine && findGuestDraft(mine, deps);
  }

  /** The draft, if this browser or the owner of the mailbox that it was meant for asks. */
  async function findMine(
    req: Request,
    res: Response,
    id: string,
  ): Promise<{ draft: GuestDraft; isHere: boolean } | undefined> {
    const here = await findHere(req, id);
    const draft = here ?? (await findWantedDraft(id, accountOf(res), deps));
    return draft && { draft, isHere: here !== undefined };
  }

  /** Moves the draft to the account of the session. Returns why it cannot. */
  async function save(req: Request, res: Response, draft: GuestDraft): Promise<AppError | undefined> {
    const { error } = await attemptTo(() => saveGuestDraft(draft, { ...deps, caller: memberOf(req, res) }));
    if (!error) cookies.forget(res, draft.id);
    return error;
  }

  return {
    findHere,
    findMine,
    save,
    async carry(req: Request, { returnTo, email }: { returnTo: string; email: string }): Promise<void> {
      const id = SAVE.exec(returnTo)?.[1];
      const mine = id === undefined ? undefined : cookies.find(req, id);
      if (mine) await wantGuestDraft(mine, email, deps);
    },
    /** Where to go after signing in. The sign-in form also saves the draft, which saves a click. */
    async arrive(req: Request, res: Response, returnTo: string): Promise<string> {
      const id = SAVE.exec(returnTo)?.[1];
      const mine = id === undefined ? undefined : await findMine(req, res, id);
      if (!mine || (await save(req, res, mine.draft))) return returnTo;
      return savedPath(mine.draft.id);
    },
  };
}
