import type { ClaimMethod } from "../../domain/claim.ts";

/** How somebody proves that a website is theirs, as a person reads it. */
export const PROOFS: Record<ClaimMethod, string> = {
  dns: "A DNS record of its domain",
  meta: "A tag in the head of its homepage",
  file: "A file on its website",
  email: "A mail to an address at its domain",
};

/** The same for what a listing keeps: null while nobody has proven anything. */
export const proofWords = (method: ClaimMethod | null, none: string): string =>
  method === null ? none : PROOFS[method];
