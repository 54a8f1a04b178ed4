import type { ClaimMethod } from "#domain/listings/claim.ts";
import { type Text, t, type Words } from "#languages/words.ts";

export const PROOFS: Record<ClaimMethod, Words> = {
  dns: t`A DNS record of its domain`,
  meta: t`A meta tag on its homepage`,
  file: t`A file on its website`,
  email: t`An email to an address at its domain`,
};

/** The same for a listing; null while it is not verified. */
export const proofWords = (method: ClaimMethod | null, none: Text): Text => (method === null ? none : PROOFS[method]);
