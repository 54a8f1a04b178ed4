import { notFound } from "#core/errors/errors.ts";
import { namedPath, PICTURE_SIZES } from "#pictures/key.ts";
import type { Deps } from "../context.ts";

const PER_PAGE = 100;

export async function exportAccount(
  accountId: string,
  { store, settings, now, uploads }: Pick<Deps, "store" | "settings" | "now" | "uploads">,
): Promise<Record<string, unknown>> {
  const account = await store.accounts.find(accountId);
  if (!account || account.status === "deleted") throw notFound("account", accountId, "It may have been deleted.");
  const orders = [];
  for (let page = 1; ; page++) {
    const { items } = await store.orders.listOwned(accountId, { page, perPage: PER_PAGE });
    orders.push(...items.map(({ token: _, ...order }) => order));
    if (items.length < PER_PAGE) break;
  }
  const { id, email, name, language, isAdmin, emailVerifiedAt, createdAt } = account;
  return wireFields({
    site: settings.BASE_URL,
    exportedAt: now(),
    profile: { id, email, name, language, isAdmin, emailVerifiedAt, createdAt },
    connectedApps: await store.oauth.connectedApps(accountId, now()),
    orders,
    ...(await store.personal.everything(accountId, email)),
    ...(await store.reports.everythingOf(accountId)),
    writtenTexts: await store.writtenTexts.ofAccount(accountId),
    ...(await store.comments.everythingOf(accountId)),
    ...(await store.collections.everythingOf(accountId)),
    uploads: await picturesOf(accountId, { store, settings, uploads }),
  });
}

/** Uploaded pictures as data URLs of the largest copy; originals are not stored. */
async function picturesOf(
  accountId: string,
  { store, settings, uploads }: Pick<Deps, "store" | "settings" | "uploads">,
) {
  const pictures = [];
  for (const { id, shape, name, width, height, at } of await store.uploads.ofAccount(accountId)) {
    const copy = await uploads.find(id, PICTURE_SIZES[shape][1]);
    const data = copy ? `data:image/webp;base64,${copy.toString("base64")}` : null;
    pictures.push({ url: settings.BASE_URL + namedPath({ id, shape }), name, width, height, uploadedAt: at, data });
  }
  return pictures;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  return value === null || typeof value !== "object" ? value : wireFields(value);
}

const wireFields = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [snake(name), toWire(part)]));
