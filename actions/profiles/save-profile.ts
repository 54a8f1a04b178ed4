import { uploadIdIn } from "#domain/pictures/pictures.ts";
import { foldHandle, handleFault, isReservedHandle, nextChangeAt } from "#domain/profiles/handle.ts";
import { BIO_MAX, type ProfileSection, readLinks } from "#domain/profiles/profile.ts";
import { lengthOf } from "#domain/text/text.ts";
import { dayText } from "#domain/time/date-words.ts";
import { type Text, t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { checkWriting } from "../moderation/check-writing.ts";
import { adoptUpload } from "../pictures/adopt-upload.ts";

export type ProfileForm = {
  handle: string;
  isPublic: boolean;
  bio: string;
  links: string;
  shows: readonly ProfileSection[];
};
export type ProfileFaults = { form?: Text; handle?: Text; bio?: Text; links?: Text };
type Needs = Pick<Deps, "store" | "settings" | "now">;

const UNAVAILABLE = t`This name is not available. Try another one.`;

function brandsOf({ SITE_NAME, BASE_URL }: Needs["settings"]): string[] {
  const labels = new URL(BASE_URL).hostname.split(".").slice(0, -1);
  return [SITE_NAME, ...labels.filter((label) => /[a-z]/.test(label) && label !== "www")];
}

export async function saveProfile(
  { id: accountId, emailVerifiedAt }: Pick<Account, "id" | "emailVerifiedAt">,
  form: ProfileForm,
  { store, settings, now }: Needs,
): Promise<ProfileFaults> {
  if (!emailVerifiedAt)
    return { form: t`Confirm your email address first. Your account page can send you a new link.` };
  const handle = foldHandle(form.handle);
  const { links, fault } = readLinks(form.links);
  const faults: ProfileFaults = {
    ...(lengthOf(form.bio) > BIO_MAX && {
      bio: t`Use at most ${BIO_MAX} characters; these are ${lengthOf(form.bio)}.`,
    }),
    ...(fault !== undefined && { links: fault }),
  };
  return store.change(async (tx) => {
    const at = now();
    const known = await tx.profiles.find(accountId);
    const isNew = known?.handle !== handle;
    const wrong = isNew ? await nameFault(tx, accountId, handle, brandsOf(settings), at) : undefined;
    if (wrong !== undefined) faults.handle = wrong;
    if (Object.keys(faults).length > 0) return faults;
    if (isNew) await tx.profiles.takeHandle(accountId, handle, at);
    const { isPublic, shows } = form;
    await tx.profiles.save({ accountId, handle, isPublic, bio: form.bio || null, links, shows: [...shows] }, at);
    const texts = [form.bio, ...links].filter((text) => text.trim() !== "");
    const subject = { type: "profile", id: accountId } as const;
    const wasHidden = known !== undefined && known.hiddenAt !== null;
    const isRead = isPublic && (texts.length > 0 || wasHidden);
    const held = isRead
      ? await checkWriting(tx, { accountId, subject, texts, wasHidden, mayLink: true }, { now, settings })
      : [];
    // Hidden until reviewed.
    if (held.length > 0) await tx.profiles.setHidden(accountId, at);
    return {};
  });
}

/** Why a handle is unavailable. Taken, former, reserved and deleted ones give the same message. */
async function nameFault(
  tx: Tx,
  accountId: string,
  handle: string,
  brands: readonly string[],
  at: Date,
): Promise<Text | undefined> {
  const malformed = handleFault(handle);
  if (malformed !== undefined) return malformed;
  const next = nextChangeAt(
    (await tx.profiles.handlesOf(accountId)).map((taken) => taken.at),
    at,
  );
  if (next) return t`You changed your name less than a month ago. You can change it again on ${dayText(next)}.`;
  const isGone =
    isReservedHandle(handle, brands) ||
    (await tx.profiles.isTaken(handle, accountId)) ||
    (await tx.profiles.isOfOthers(handle, accountId));
  return isGone ? UNAVAILABLE : undefined;
}

/** The account keeps its handles, so nobody else gets them. */
export const removeProfile = (accountId: string, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.profiles.remove(accountId));

type SetAvatarNeeds = Pick<Deps, "store" | "settings" | "now" | "uploads" | "pictures">;

/** Sets or removes a profile's picture. False if the URL is not an upload of the account. */
export async function setAvatar(accountId: string, url: string | null, deps: SetAvatarNeeds): Promise<boolean> {
  const { store, settings, now } = deps;
  const id = url === null ? undefined : uploadIdIn(url);
  if (url !== null && (id === undefined || new URL(url).origin !== new URL(settings.BASE_URL).origin)) return false;
  const isSet = await store.change(async (tx) => {
    const upload = id === undefined ? undefined : await tx.uploads.find(id);
    const isTheirs = url === null || (upload?.accountId === accountId && !upload.isForSite);
    if (!isTheirs || !(await tx.profiles.find(accountId))) return false;
    await tx.profiles.setAvatar(accountId, url, now());
    return true;
  });
  if (isSet && url !== null) await adoptUpload(url, "square", deps).catch(() => false);
  return isSet;
}

export const hideVote = (
  accountId: string,
  { slug, isHidden }: { slug: string; isHidden: boolean },
  { store }: Pick<Deps, "store">,
): Promise<void> => store.change((tx) => tx.profiles.setVoteHidden(accountId, slug, isHidden));
