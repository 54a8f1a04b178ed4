import { foldText } from "../text/text.ts";

/** An account that owns or edits a live listing that names a founder. */
export type FounderMember = {
  accountId: string;
  accountName: string | null;
  role: "owner" | "editor";
  /** Whether the founder is the primary founder of that listing. */
  isPrimary: boolean;
};

/**
 * The account of a founder: a member with their name, or a nameless owner for the primary founder.
 * Never one with another name, so that nobody's words appear under somebody else's.
 */
export function accountOfFounder(name: string, members: readonly FounderMember[]): string | undefined {
  const folded = foldText(name);
  const named = members.find(({ accountName }) => accountName !== null && foldText(accountName) === folded);
  const nameless = members.find(
    ({ accountName, role, isPrimary }) => !accountName?.trim() && role === "owner" && isPrimary,
  );
  return (named ?? nameless)?.accountId;
}
