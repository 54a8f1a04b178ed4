import { conflict } from "#core/errors/errors.ts";
import type { Submission } from "#domain/site/site-shape.ts";
import { joined, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { applyStep } from "../moderation/apply-step.ts";

/** Whether the site takes a new listing from somebody; without an account, from a guest. */
export const mayList = (submission: Submission, account: { isAdmin: boolean } | undefined): boolean =>
  submission === "open" || account?.isAdmin === true || (submission !== "admins" && account !== undefined);

const CLOSED = {
  admins: t`Only the team of this site adds listings.`,
  members: t`Only members can submit a product here. Sign in first.`,
};

/** Throws `submission_closed` for who may not add a listing. */
export async function requireSubmissions(
  { site, accounts }: Pick<Reads, "site" | "accounts">,
  accountId: string | undefined,
): Promise<void> {
  const { submission } = (await site.get()).shape;
  const account = accountId === undefined ? undefined : await accounts.find(accountId);
  if (mayList(submission, account)) return;
  throw conflict(
    "submission_closed",
    submission === "admins"
      ? joined([CLOSED.admins, "If the product is listed and yours, claim it with claim_listing."], " ")
      : CLOSED.members,
  );
}

/** Where the team approves listings first, one that was never public waits for it. Says whether it does. */
export async function holdForReview(tx: Tx, id: number, { now }: Pick<Deps, "now">): Promise<boolean> {
  const { submission } = (await tx.site.get()).shape;
  return submission === "review" && applyStep(tx, id, { step: "review", reason: null }, { now });
}
