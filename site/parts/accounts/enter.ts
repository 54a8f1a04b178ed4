import type { Request, Response } from "express";
import { mayOfferPasskey, notePasskeyOffer } from "#actions/accounts/passkeys.ts";
import { needsSecondStep, startSecondStep } from "#actions/accounts/second-step.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { withOffer } from "../../kit/notices.ts";
import { type Site, seeOther, sessionOf } from "../../kit/site.ts";
import { createGuestDrafts } from "../drafts/guest-drafts.ts";
import { createWanted } from "./wanted.ts";

type Entry = {
  account: Account;
  returnTo: string;
  hasSecondFactor?: boolean;
};

/** The only way to sign someone in who proved a factor: who needs a second one is asked for it first. */
export async function enter(
  req: Request,
  res: Response,
  { account, returnTo, hasSecondFactor = false }: Entry,
  { deps, sessions }: Pick<Site, "deps" | "sessions">,
): Promise<void> {
  if (!hasSecondFactor && (await needsSecondStep(account, deps))) {
    await startSecondStep(account, (await sessions.ensure(req, res)).id, deps);
    return seeOther(res, `/sign-in/second?return_to=${encodeURIComponent(returnTo)}`);
  }
  const sessionId = sessionOf(res)?.id;
  await sessions.begin(req, res, account.id, { hasSecondFactor });
  const saved = await createGuestDrafts({ deps }).arrive(req, res, returnTo);
  const path = await createWanted({ deps, sessions }).finish(req, res, { account, returnTo: saved, sessionId });
  if (path.startsWith("/interaction/") || !(await mayOfferPasskey(account, deps))) return seeOther(res, path);
  await notePasskeyOffer(account, deps);
  seeOther(res, withOffer(path));
}
