import { timingSafeEqual } from "node:crypto";
import { hashToken } from "../../core/credentials/tokens.ts";
import type { GuestDraft } from "../../domain/drafts/guest-draft.ts";
import { foldText } from "../../domain/text/text.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";

export type BrowserDraft = { id: string; secret: string };

type Needs = Pick<Deps, "store" | "now">;

async function findCurrent(id: string, { store, now }: Needs): Promise<GuestDraft | undefined> {
  const draft = await store.guestDrafts.find(id);
  return draft && draft.expiresAt > now() ? draft : undefined;
}

const opens = (secret: string, { secretHash }: GuestDraft): boolean =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(secretHash));

/** Without the secret, a draft does not exist for the caller. */
export async function findGuestDraft({ id, secret }: BrowserDraft, deps: Needs): Promise<GuestDraft | undefined> {
  const draft = await findCurrent(id, deps);
  return draft && opens(secret, draft) ? draft : undefined;
}

const wish = (email: string): string => hashToken(foldText(email));

/** The draft that this mailbox's owner was going to save when a link was sent. */
export async function findWantedDraft(
  id: string,
  { email, emailVerifiedAt }: Pick<Account, "email" | "emailVerifiedAt">,
  deps: Needs,
): Promise<GuestDraft | undefined> {
  const draft = emailVerifiedAt ? await findCurrent(id, deps) : undefined;
  return draft?.wantedBy === wish(email) ? draft : undefined;
}

/** Remembers who was sent a link, so that they can open the draft on another device. */
export async function wantGuestDraft(mine: BrowserDraft, email: string, deps: Needs): Promise<void> {
  const draft = await findGuestDraft(mine, deps);
  if (draft && draft.wantedBy !== wish(email))
    await deps.store.change((tx) => tx.guestDrafts.want(draft.id, wish(email)));
}
