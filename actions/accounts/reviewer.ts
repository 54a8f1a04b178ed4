import { hashPassword } from "#core/credentials/passwords.ts";
import { type DraftEdit, emptyContent } from "#domain/drafts/draft.ts";
import { type DraftedParts, editDraft, fillDraft } from "#domain/drafts/edit-draft.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { submitDraft } from "../drafts/submit-draft.ts";

export type SampleDraft = {
  url: string;
  pages: SitePage[];
  drafted: DraftedParts;
  edit: DraftEdit;
  isListed: boolean;
};

type Given = { id: string; email: string; password: string };

/**
 * Creates an account with sample drafts and a listing for app store reviewers. Repeating it sets
 * the password and adds what is missing. Undefined if the account is not a reviewer's.
 */
export async function createReviewer(
  { id, email, password }: Given,
  samples: readonly SampleDraft[],
  { store, now, uuid }: Pick<Deps, "store" | "now" | "uuid">,
): Promise<Account | undefined> {
  const passwordHash = await hashPassword(password);
  return store.change(async (tx) => {
    const at = now();
    const row = { id, email, name: "Store reviewer", passwordHash, emailVerifiedAt: at, createdAt: at };
    const added = await tx.accounts.add({ ...row, isDemo: true });
    const account = added ?? (await tx.accounts.findByEmail(email));
    if (!account?.isDemo || account.status !== "active") return undefined;
    if (!added) await tx.accounts.setPassword(account.id, passwordHash);
    for (const sample of samples) await addSample(tx, account, sample, { now, uuid });
    return account;
  });
}

async function addSample(
  tx: Tx,
  { id: accountId }: Account,
  { url, pages, drafted, edit, isListed }: SampleDraft,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
): Promise<void> {
  const at = now();
  // Unique per account; the website itself can still be listed.
  const siteKey = `demo:${accountId}:${new URL(url).hostname}`;
  if (await tx.drafts.findBySite(siteKey, accountId)) return;
  const id = uuid();
  await tx.drafts.add({
    id,
    accountId,
    url,
    siteKey,
    status: "ready",
    content: editDraft(fillDraft(emptyContent(), drafted, at), edit, at),
    crawl: {
      pages: pages.map((page) => page.url),
      robots: "allowed",
      error: null,
      needsJavascript: false,
      fetchedAt: at.toISOString(),
      drafter: "extractive",
    },
    listingId: null,
    createdAt: at,
    updatedAt: at,
  });
  await tx.drafts.replacePages(id, pages);
  if (isListed) await submitDraft(tx, id, { caller: { accountId, client: "reviewer" }, now });
}
