import { foldText } from "./text.ts";

/** An account that owns or edits a live listing that names a founder. */
export type FounderMember = {
  accountId: string;
  accountName: string | null;
  role: "owner" | "editor";
  /** Whether the founder is the primary founder of that listing. */
  isPrimary: boolean;
};

/**
 * The founder's account: a member of one of their live listings with the founder's name, or an
 * owner without a name for the primary founder. Never an account with another name, so that
 * nobody's words appear under somebody else's name. Members come in order of preference.
 */
export function accountOfFounder(name: string, members: readonly FounderMember[]): string | undefined {
  const folded = foldText(name);
  const named = members.find(({ accountName }) => accountName !== null && foldText(accountName) === folded);
  const nameless = members.find(
    ({ accountName, role, isPrimary }) => !accountName?.trim() && role === "owner" && isPrimary,
  );
  return (named ?? nameless)?.accountId;
}
