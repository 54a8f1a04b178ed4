import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import { relyingPartyOf } from "./relying-party.ts";

type Needs = Pick<Deps, "store" | "settings" | "now">;

/** A passkey is suggested once, after signing in, to people without one. */
export const mayOfferPasskey = async (
  { id, passkeyOfferedAt }: Account,
  { store, settings }: Omit<Needs, "now">,
): Promise<boolean> =>
  passkeyOfferedAt === null &&
  relyingPartyOf(settings) !== undefined &&
  !(await store.accounts.factorsOf(id)).hasPasskey;

export const notePasskeyOffer = ({ id }: Account, { store, now }: Needs): Promise<void> =>
  store.change((tx) => tx.accounts.setPasskeyOffered(id, now()));
