import { type Draft, emptyContent, siteOf } from "../domain/drafts/draft.ts";
import type { Drafted } from "../drafting/drafter.ts";
import { finishEmpty } from "./crawl-site.ts";
import { PLACES, type Place } from "./draft-places.ts";
import { fetchLogo } from "./fetch-pictures.ts";
import { profileOf } from "./profile-of.ts";
import type { JobKind } from "./runner.ts";

type Payload = { draftId: string };

const draftProfileIn = (place: Place): JobKind => ({
  concurrency: PLACES[place].drafters,
  retryDelaysMs: [2_000, 20_000],
  async run({ draftId }: Payload, deps, signal) {
    const { store, now } = deps;
    const draft = await store[place].find(draftId);
    if (draft?.status !== "drafting") return;
    const site = siteOf(draft, await store[place].pages(draftId));
    const { drafted, fill } = await profileOf(site, deps, { signal });
    const logoUrl = drafted.fields.logo_url?.value;
    if (typeof logoUrl === "string") await fetchLogo(logoUrl, deps, signal);
    await store.change(async (tx) => {
      const current = await tx[place].find(draftId);
      if (current?.status !== "drafting") return;
      // Guest drafts are not edited: their content is from the first page.
      const before = place === "drafts" ? current.content : emptyContent();
      await tx[place].advance(draftId, {
        status: "ready",
        content: fill(before, now()),
        crawl: {
          ...current.crawl,
          drafter: drafted.drafter,
          ...(drafted.call?.failure ? { modelFailed: true } : {}),
          error: current.crawl.error ?? unreadable(drafted),
        },
        updatedAt: now(),
      });
    });
  },
  giveUp: ({ draftId }: Payload, deps) =>
    finishEmpty(
      place,
      draftId,
      deps,
      "The profile could not be drafted because of an error on our side. Type the facts by hand.",
    ),
});

export const draftProfile = draftProfileIn("drafts");
export const draftGuestProfile = draftProfileIn("guestDrafts");

const unreadable = ({ unfinished }: Drafted): Draft["crawl"]["error"] =>
  unfinished ? { code: "too_large", detail: `${unfinished} Type the facts by hand.` } : null;
