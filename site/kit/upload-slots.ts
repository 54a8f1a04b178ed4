import type { Response } from "express";
import { AppError } from "#core/errors/errors.ts";
import { plural, t } from "#languages/words.ts";

/** How many forms with files may be in memory at a time: of one account, and of all. */
const MOST = { ofAccount: 4, ofAll: 24 };
const RETRY_AFTER_SECONDS = 10;

/** Counts forms with files from before they are read until they are answered: each may have 6 MB. */
export function createUploadSlots() {
  const open = new Map<string, number>();
  let all = 0;
  return (accountId: string, res: Response): void => {
    const own = open.get(accountId) ?? 0;
    if (own >= MOST.ofAccount || all >= MOST.ofAll)
      throw new AppError(
        "quota_exceeded",
        own >= MOST.ofAccount
          ? t`Some of your uploads are still in progress. Try again when they are done.`
          : t`Many people are uploading pictures. Try again in ${plural(RETRY_AFTER_SECONDS, "second")}.`,
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    open.set(accountId, own + 1);
    all++;
    res.once("close", () => {
      all--;
      const left = (open.get(accountId) ?? 1) - 1;
      if (left > 0) open.set(accountId, left);
      else open.delete(accountId);
    });
  };
}
