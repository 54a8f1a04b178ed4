import type { Deps } from "#actions/context.ts";
import type { App } from "#store/repos/accounts/oauth.ts";
import type { ClientDocuments } from "./client-documents.ts";
import type { AskingApp } from "./consent.ts";

type Allowed = { grantId: string; accountId: string; clientId: string; app: AskingApp };

export async function saveApp(
  { grantId, accountId, clientId, app: { documentUrl, name, host, redirectHost } }: Allowed,
  { store, now }: Pick<Deps, "store" | "now">,
  documents: ClientDocuments,
): Promise<void> {
  const app: App = { name, host, redirectHost };
  const createdAt = now();
  await store.change(async (tx) => {
    const row = { model: "App", id: grantId, grantId, accountId, clientId, uid: null, createdAt, expiresAt: null };
    await tx.oauth.put({ ...row, payload: JSON.stringify(app) });
    await tx.oauth.markClientUsed(clientId, createdAt);
  });
  if (documentUrl !== undefined) await documents.keep(documentUrl);
}
