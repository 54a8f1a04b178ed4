import { counted } from "./vat.ts";

/** Evidence of a buyer's location (Art. 24f of Implementing Regulation 282/2011). */
export const EVIDENCE_KINDS = ["billing_address", "ip_address", "card", "bank"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export type PlaceEvidence = { kind: EvidenceKind; country: string };
export type KeptEvidence = PlaceEvidence & { seenAt: Date };

/**
 * Two items that agree with the charged country prove it (Art. 24b). `contradicting` names others.
 */
export function provenPlace(
  evidence: readonly PlaceEvidence[],
  charged: string | null,
): { isProven: boolean; agreeing: PlaceEvidence[]; contradicting: PlaceEvidence[] } {
  const agrees = ({ country }: PlaceEvidence): boolean => charged !== null && counted(country) === counted(charged);
  const agreeing = evidence.filter(agrees);
  return { isProven: agreeing.length >= 2, agreeing, contradicting: evidence.filter((one) => !agrees(one)) };
}

/** Networks also report XX for unknown and T1 for Tor. */
export const isCountryCode = (country: string): boolean => /^[A-Z]{2}$/.test(country) && country !== "XX";
