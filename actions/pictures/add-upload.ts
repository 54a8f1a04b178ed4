import { AppError } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { fullOf } from "#domain/pictures/uploads.ts";
import { t } from "#languages/words.ts";
import type { Crop } from "#pictures/crop.ts";
import { namedPath, type PictureShape, UnfitPicture } from "#pictures/key.ts";
import { troubleOf } from "#store/unavailable.ts";
import type { Deps, Member } from "../context.ts";
import { adoptUpload } from "./adopt-upload.ts";

const LONGEST_NAME = 120;
const RETRY_AFTER_SECONDS = 30;
const UNVERIFIED = t`Confirm your email address first: open the link in your sign-up email, or ask for a new one on your account page. Then upload the picture again.`;

type Given = { bytes: Uint8Array; name: string; shape: PictureShape; crop?: Crop | undefined };
type Needs = Pick<Deps, "uploads" | "pictures" | "store" | "settings" | "limiter" | "now">;
export type Added = { id: string; url: string; width: number; height: number };

const refuseFull = (sum: { count: number; bytes: number }): void => {
  const full = fullOf(sum);
  if (full) throw new UnfitPicture(full);
};

/**
 * Stores a picture for the drafts and listings of a caller with a confirmed email address. It is
 * not shown until one uses it. Throws UnfitPicture with a message for people.
 */
export async function addUpload(
  { bytes, name, shape, crop }: Given,
  context: Needs & { caller: Pick<Member, "accountId"> },
): Promise<Added> {
  const { uploads, store, settings, limiter, now, caller } = context;
  const { accountId } = caller;
  // First, because processing takes a good part of a second.
  if (!(await store.accounts.find(accountId))?.emailVerifiedAt) throw new UnfitPicture(UNVERIFIED);
  refuseFull(await store.uploads.sumOf(accountId));
  await takeQuota(limiter, "upload", accountId);
  const upload = await uploads.add(bytes, shape, { owner: accountId, crop }).catch(asFull);
  await store.change(async (tx) => {
    refuseFull(await tx.uploads.sumOf(accountId));
    const known = { accountId, name: name.slice(0, LONGEST_NAME) || "picture", at: now() };
    await tx.uploads.add({ ...upload, shape, ...known, isForSite: false });
  });
  const url = settings.BASE_URL + namedPath({ id: upload.id, shape });
  // Only a cache: a job can rebuild it.
  await adoptUpload(url, shape, context).catch(() => false);
  return { id: upload.id, url, width: upload.width, height: upload.height };
}

/** Reports a full or read-only disk. */
function asFull(error: unknown): never {
  if (error instanceof UnfitPicture || !troubleOf(error)) throw error;
  throw new AppError(
    "service_unavailable",
    t`This site cannot store pictures at the moment, so nothing was saved. Your form keeps what you entered. Try again later.`,
    { retryAfter: RETRY_AFTER_SECONDS, cause: error },
  );
}
