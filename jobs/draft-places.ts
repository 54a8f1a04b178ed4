import { CRAWL_SLOTS, GUEST_CRAWL_SLOTS } from "#domain/drafts/crawl-crowd.ts";
import { draftJob } from "#domain/drafts/draft.ts";
import { guestDraftJob } from "#domain/drafts/guest-draft.ts";

/** Where drafts are stored. Each has its own job kinds, so guests never delay members. */
export const PLACES = {
  drafts: { slots: CRAWL_SLOTS, drafters: 3, crawl: "crawl-site", draft: "draft-profile", draftJob },
  guestDrafts: {
    slots: GUEST_CRAWL_SLOTS,
    drafters: 1,
    crawl: "crawl-guest-site",
    draft: "draft-guest-profile",
    draftJob: guestDraftJob,
  },
} as const;

export type Place = keyof typeof PLACES;
