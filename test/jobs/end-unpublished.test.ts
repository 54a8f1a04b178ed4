import { describe, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld } from "../helpers/world.ts";

const DAY = 24 * 3600_000;
const world = await createWorld({ env: { LIMIT_WRITE: "10000" } });
const { store } = world.deps;
const FIELDS = { name: { value: "Slow", evidence: [] } };

async function saved(who: string, name: string, given: Parameters<typeof world.listing>[1] = {}) {
  const { id: ownerId } = await world.account(who);
  const listing = await world.listing(name, { status: "draft", launchedAt: null, ownerId, ...given });
  const draftId = await addDraft(world, {
    ...{ accountId: ownerId, siteKey: listing.siteKey, fields: FIELDS, listingId: listing.id },
  });
  return { id: listing.id, draftId };
}
async function run(days: number): Promise<void> {
  world.advance(days * DAY);
  const at = world.deps.now();
  const job = { id: `end-unpublished:${at.toISOString()}`, kind: "end-unpublished", payload: {} };
  await store.change((tx) => tx.jobs.add({ ...job, runAt: at, createdAt: at }));
  await world.drain();
}
const subjects = async (who: string, name: string) =>
  (await store.mails.list({ page: 1, perPage: 500 })).items
    .filter(({ recipient, subject }) => recipient === `${who}@people.example` && subject.startsWith(name))
    .map(({ subject }) => subject)
    .toReversed();
const day = (days: number) =>
  new Date(world.deps.now().getTime() + days * DAY).toLocaleDateString("en-GB", {
    ...{ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" },
  });

describe("a listing that is never published", () => {
  it("ends after 180 days without a change, with its draft and two emails before", async () => {
    const { id, draftId } = await saved("ann", "Left Alone");
    await run(149);
    expect(await subjects("ann", "Left Alone")).toEqual([]);
    await run(1);
    expect(await subjects("ann", "Left Alone")).toEqual(["Left Alone is not published yet"]);
    expect(
      (await world.account("ann")) &&
        (await store.notifications.findByKey((await world.account("ann")).id, `ending:${id}`)),
    ).toMatchObject({
      kind: "ending",
    });
    await run(22);
    await run(0);
    expect(await subjects("ann", "Left Alone")).toHaveLength(1);
    const end = day(8);
    await run(1);
    expect((await subjects("ann", "Left Alone")).slice(1)).toEqual([`Left Alone is deleted on ${end}`]);
    await run(6);
    expect(await store.listings.find(id)).toBeDefined();
    await run(1);
    expect(await store.listings.find(id)).toBeUndefined();
    expect(await store.drafts.find(draftId)).toBeUndefined();
    expect(await subjects("ann", "Left Alone")).toHaveLength(2);
    expect((await world.as("ann").get(`/me/listings/${id}`)).status).toBe(404);
  });

  it("lives on when its draft or its texts change, and is warned again later", async () => {
    const { id, draftId } = await saved("bo", "Taken Up");
    await run(150);
    expect(await subjects("bo", "Taken Up")).toHaveLength(1);
    const draft = (await store.drafts.find(draftId))!;
    await store.change((tx) => tx.drafts.save({ ...draft, updatedAt: world.deps.now() }));
    // Emails are kept for 90 days.
    await run(100);
    expect(await subjects("bo", "Taken Up")).toEqual([]);
    await run(50);
    expect(await subjects("bo", "Taken Up")).toHaveLength(1);
    expect(await store.listings.find(id)).toBeDefined();
  });

  it("is never deleted unwarned, however long no job ran", async () => {
    const { id } = await saved("cy", "Unheard");
    await run(400);
    expect(await subjects("cy", "Unheard")).toEqual(["Unheard is not published yet"]);
    await run(29);
    expect(await subjects("cy", "Unheard")).toHaveLength(2);
    await run(6);
    expect(await store.listings.find(id)).toBeDefined();
    await run(1);
    expect(await store.listings.find(id)).toBeUndefined();
  });

  it("stays if it was proven, was published, was ordered, or is of the demo", async () => {
    const kept = [
      await saved("dee", "Proven", { claimedMethod: "dns" }),
      await saved("dee", "Held", { siteHeldAt: world.deps.now() }),
      await saved("dee", "Was Live", { launchedAt: world.deps.now() }),
      await saved("dee", "Waiting", { status: "awaiting_badge" }),
      await saved("dee", "Sample", { isDemo: true }),
      await saved("dee", "Ordered"),
    ];
    const order = { items: [{ product: "launch", listing_id: kept.at(-1)!.id }], billing_country: "US" };
    expect((await world.as("dee").post("/orders/checkout", { body: order })).status).toBe(201);
    for (const days of [150, 23, 8, 200, 30, 8]) await run(days);
    for (const { id } of kept) expect(await store.listings.find(id), String(id)).toBeDefined();
    expect(await subjects("dee", "")).not.toContainEqual(expect.stringMatching(/deleted|not published/));
  });
});
