import { plural, t, type Words } from "#languages/words.ts";

export const UPLOADS_KEPT = { count: 200, bytes: 40_000_000 } as const;

export function fullOf({ count, bytes }: { count: number; bytes: number }): Words | undefined {
  if (count < UPLOADS_KEPT.count && bytes < UPLOADS_KEPT.bytes) return undefined;
  const most =
    count < UPLOADS_KEPT.count ? t`${UPLOADS_KEPT.bytes / 1e6} MB of pictures` : plural(UPLOADS_KEPT.count, "picture");
  return t`You have uploaded ${most}, the maximum. Delete unused pictures in your account, under “Uploaded pictures”.`;
}
