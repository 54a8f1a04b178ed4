import type { ClaimMethod } from "../../../domain/listings/claim.ts";
import type { Text } from "../../../languages/words.ts";

export const PROOFS: Record<ClaimMethod, string> = {
  dns: "A DNS record of its domain",
  meta: "A tag in the head of its homepage",
  file: "A file on its website",
  email: "An email to an address at its domain",
};

/** The same for a listing; null while it is not verified. */
export const proofWords = (method: ClaimMethod | null, none: Text): Text => (method === null ? none : PROOFS[method]);
