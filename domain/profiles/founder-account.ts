import { foldText } from "../text/text.ts";

export type FounderMember = {
  accountId: string;
  accountName: string | null;
  role: "owner" | "editor";
  isPrimary: boolean;
};

/**
 * The founder's account: a member with the same name, or a nameless owner for the primary founder.
 * Never another name, so that texts are not attributed to somebody else.
 */
export function accountOfFounder(name: string, members: readonly FounderMember[]): string | undefined {
  const folded = foldText(name);
  const named = members.find(({ accountName }) => accountName !== null && foldText(accountName) === folded);
  const nameless = members.find(
    ({ accountName, role, isPrimary }) => !accountName?.trim() && role === "owner" && isPrimary,
  );
  return (named ?? nameless)?.accountId;
}
