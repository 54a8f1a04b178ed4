import { verifyPassword } from "#core/credentials/passwords.ts";
import { conflict, notFound } from "#core/errors/errors.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { STATUS_REASONS } from "#domain/listings/stored-words.ts";
import { foldText } from "#domain/text/text.ts";
import { inEnglish, t } from "#languages/words.ts";
import { accountDeletedMessage } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { settle } from "../orders/apply-payment.ts";
import { dropUploadFiles } from "../pictures/keep-upload.ts";

type Needs = Pick<
  Deps,
  "store" | "settings" | "now" | "uuid" | "wakeJobs" | "random" | "uploads" | "pictures" | "languages"
>;
export type Deletion = {
  /** Also removes live listings without other members; otherwise these stay and can be claimed. */
  takeListingsDown: boolean;
};

/** Whether the person proved ownership by typing the email address and, if set, the password. */
export async function checkOwner(
  { emailFolded, passwordHash }: Account,
  given: { email: string; password: string },
): Promise<{ isSameEmail: boolean; isKnownPassword: boolean }> {
  return {
    isSameEmail: foldText(given.email) === emailFolded,
    isKnownPassword: passwordHash === null || (await verifyPassword(given.password, passwordHash)),
  };
}

const UNSEEN: readonly Listing["status"][] = ["draft", "awaiting_badge", "pending_review", "rejected"];

/**
 * Deletes an account permanently. Its votes stop counting; orders and invoices stay, as the law
 * requires. Throws `not_found`, or `last_admin` for a site's only admin.
 */
export async function deleteAccount(accountId: string, { takeListingsDown }: Deletion, deps: Needs): Promise<void> {
  const { store, settings, now, wakeJobs } = deps;
  const pictures = await store.change(async (tx) => {
    const account = await tx.accounts.find(accountId);
    if (!account || account.status === "deleted") throw notFound("account", accountId, "It may already be deleted.");
    if (account.isAdmin && (await tx.personal.otherAdmins(accountId)) === 0)
      throw conflict(
        "last_admin",
        t`This is the only admin account. Make someone else an admin first, then delete it.`,
      );
    const at = now();

    const { voted, reviewed } = await tx.personal.touched(accountId);
    for (const id of voted) await tx.votes.withdraw(accountId, id, at);
    for (const { listingId } of await tx.personal.follows(accountId))
      await tx.engagement.unfollow(accountId, listingId);
    for (const id of reviewed) await tx.reviews.remove(accountId, id);
    await tx.reviews.removeAnswersBy(accountId);
    await tx.reports.forgetOf(accountId);
    await tx.writtenTexts.forgetOf(accountId);
    await tx.comments.eraseOf(accountId, at);
    await tx.collections.eraseOf(accountId);
    for (const { id, status, role, others } of await tx.personal.teamsOf(accountId)) {
      const [heir] = others;
      if (heir) {
        if (role === "owner" && !others.some((other) => other.role === "owner"))
          await tx.listings.setOwner(id, heir.accountId, at);
      } else {
        await tx.listings.setClaimed(id, null, at);
        const isWished = takeListingsDown && status !== "suspended" && status !== "removed";
        if (UNSEEN.includes(status) || isWished) await takeDown(tx, id, at);
      }
    }
    await cancelOpenOrders(tx, accountId, deps);
    await tx.oauth.revokeGrantsOf(accountId);
    const unused = await tx.personal.erase(accountId, account.email);
    const message = accountDeletedMessage(settings, { name: account.name, at });
    await queueMail(tx, deps, message, account.email, { language: account.language });
    return unused;
  });
  // Pictures shown by others' listings stay. If this fails, a daily job repeats it.
  await dropUploadFiles(pictures, deps).catch(() => undefined);
  wakeJobs();
}

/** The website can be submitted again. */
async function takeDown(tx: Tx, id: number, at: Date): Promise<void> {
  const listing = await tx.listings.find(id);
  if (!listing) return;
  const { plan, unlocked, launchWeek, launchAt, launchedAt, profile } = listing;
  const terms = { plan, unlocked, launchWeek, launchAt, launchedAt, categories: profile.categories };
  const author = { accountId: null, client: null };
  await tx.listings.setTerms(
    listing,
    { ...terms, status: "removed", statusReason: inEnglish(STATUS_REASONS.deleted()) },
    author,
    at,
  );
}

async function cancelOpenOrders(tx: Tx, accountId: string, deps: Needs): Promise<void> {
  const { items } = await tx.orders.listOwned(accountId, { page: 1, perPage: 100 });
  for (const order of items)
    if (order.status === "pending" || order.status === "failed")
      await settle(tx, { ...order, closed: "canceled" }, deps);
}
