import { verifyPassword } from "../../core/credentials/passwords.ts";
import type { Account } from "../../store/repos/accounts/accounts.ts";
import type { Deps } from "../context.ts";
import { countAttempt } from "./attempts.ts";

type SignIn = {
  email: string;
  password: string;
  address: string;
  deviceOf: (account: Account) => Promise<string | undefined>;
};
export type SignedIn =
  | { account: Account; refusal?: undefined }
  | { refusal: "wrong" | "suspended" }
  | { refusal: "limit"; waitSeconds: number };

export async function signIn(
  { email, password, address, deviceOf }: SignIn,
  deps: Pick<Deps, "store" | "limiter">,
): Promise<SignedIn> {
  const account = await deps.store.accounts.findByEmail(email);
  const device = account && (await deviceOf(account));
  // Counted before the password is checked. If the limiter fails, signing in fails.
  const attempt = await countAttempt(deps, { email, account, address, device });
  if (attempt.waitSeconds > 0) return { refusal: "limit", waitSeconds: attempt.waitSeconds };
  const hasher = device === undefined ? "stranger" : "known";
  const matches = await verifyPassword(password, account?.passwordHash, hasher).catch(async (error) => {
    // Too busy to check the password, so the attempt does not count.
    await attempt.forgive();
    throw error;
  });
  if (!account || !matches || account.status === "deleted") return { refusal: "wrong" };
  if (account.status === "suspended") return { refusal: "suspended" };
  await attempt.forgive();
  return { account };
}
