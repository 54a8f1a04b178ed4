import type { Deps } from "#actions/context.ts";
import { keepUpload } from "#actions/pictures/keep-upload.ts";
import { queuePictures } from "#actions/pictures/set-pictures.ts";
import { type Draft, emptyContent, siteOf } from "#domain/drafts/draft.ts";
import type { Drafted } from "#drafting/drafter.ts";
import { namedPath, UnfitPicture } from "#pictures/key.ts";
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
    const accountId = "accountId" in draft ? draft.accountId : null;
    const drawn = await keepDrawing(drafted.drawnLogo, { draftId, accountId }, deps);
    if (drawn) drafted.fields.logo_url = { value: drawn.url, evidence: [] };
    const logoUrl = drafted.fields.logo_url?.value;
    if (typeof logoUrl === "string") await fetchLogo(logoUrl, deps, signal);
    await store.change(async (tx) => {
      const current = await tx[place].find(draftId);
      if (current?.status !== "drafting") return;
      await drawn?.keep(tx);
      if (typeof logoUrl === "string" && !deps.pictures.isSettled(logoUrl, "square"))
        await queuePictures(tx, { logoUrl }, deps);
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

type Owner = { draftId: string; accountId: string | null };

/** Stores a logo that has no address of its own. Undefined if it cannot be shown. */
async function keepDrawing(drawing: string | undefined, { draftId, accountId }: Owner, deps: Deps) {
  if (drawing === undefined) return undefined;
  const [, base64] = /^data:[^,]*,(.*)$/s.exec(drawing) ?? [];
  const bytes = base64 === undefined ? Buffer.from(drawing) : Buffer.from(base64, "base64");
  const owner = accountId ?? draftId;
  const given = { bytes, name: "logo", shape: "square", accountId, owner } as const;
  const kept = await keepUpload(given, deps).catch((error: unknown) => {
    if (error instanceof UnfitPicture) return undefined;
    throw error;
  });
  return kept && { keep: kept.keep, url: deps.settings.BASE_URL + namedPath({ id: kept.id, shape: "square" }) };
}

const unreadable = ({ unfinished }: Drafted): Draft["crawl"]["error"] =>
  unfinished ? { code: "too_large", detail: `${unfinished} Type the facts by hand.` } : null;
