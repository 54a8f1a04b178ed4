import { foldText } from "./text.ts";

/** Somebody who owns or edits a live listing that names a founder. */
export type FounderMember = {
  accountId: string;
  accountName: string | null;
  role: "owner" | "editor";
  /** The founder comes first at that listing. */
  isPrimary: boolean;
};

/**
 * The account that is this founder: a member of one of their live listings who has the founder's name. Failing that, an owner who
 * gave no name is taken for the founder who comes first; somebody with another name never is, so that nobody's words stand under
 * the name of somebody else. Members come in order of preference.
 */
export function accountOfFounder(name: string, members: readonly FounderMember[]): string | undefined {
  const folded = foldText(name);
  const named = members.find(({ accountName }) => accountName !== null && foldText(accountName) === folded);
  const nameless = members.find(
    ({ accountName, role, isPrimary }) => !accountName?.trim() && role === "owner" && isPrimary,
  );
  return (named ?? nameless)?.accountId;
}
