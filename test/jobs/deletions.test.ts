import { describe, expect, it } from "vitest";
import { createTeam } from "../site/admin-world.ts";

const DAY = 24 * 3600_000;
const { world, store, signedIn, logged, vote } = await createTeam();
let root = await signedIn("root");
const find = (id: number) => store.listings.find(id);

async function pass(days: number): Promise<void> {
  world.advance(days * DAY);
  const at = world.deps.now();
  const job = { id: `end-unpublished:${at.toISOString()}`, kind: "end-unpublished", payload: {} };
  await store.change((tx) => tx.jobs.add({ ...job, runAt: at, createdAt: at }));
  await world.drain();
  // Nobody stays signed in for a month.
  root = await signedIn("root");
}
async function act(path: string, form: Record<string, string>): Promise<string> {
  const { status, location } = await root.post(path, form);
  return /[?&]notice=([a-z-]+)/.exec(location)?.[1] ?? String(status);
}
const mailsTo = async (name: string) =>
  (await store.mails.list({ page: 1, perPage: 100 })).items.filter(
    ({ recipient }) => recipient === `${name}@people.example`,
  );

describe("deleting a listing", () => {
  it("is done at once where nobody has anything to do with it", async () => {
    const { id, slug } = await world.listing("Left Over", { category: "crm" });
    await root.get(`/admin/listings/${id}`);
    expect(await act(`/admin/listings/${id}/delete`, {})).toBe("listing-deleted");
    expect(await find(id)).toBeUndefined();
    expect(await logged()).toMatchObject({ action: "listing.delete", name: "Left Over", before: { slug } });
    expect((await root.get(`/listings/${slug}`)).status).toBe(404);
    expect((await world.rest("GET", `/listings?q=${encodeURIComponent("Left Over")}`)).body.total).toBe(0);
    const again = await world.listing("Left Over");
    expect(again.slug).toBe(slug);
  });

  it("asks for a reason where it has a team, and can be taken back for 30 days", async () => {
    const owner = await world.account("ann");
    const { id, slug } = await world.listing("Owned Thing", { ownerId: owner.id, status: "paused" });
    const page = `/admin/listings/${id}`;
    expect(await root.post(`${page}/delete`)).toMatchObject({
      ...{ status: 400, text: expect.stringContaining("Enter a reason for the owners") },
    });
    expect(await act(`${page}/delete`, { reason: "Not a product" })).toBe("listing-removed");
    expect(await find(id)).toMatchObject({ status: "removed", statusReason: "Not a product" });
    const [mail] = await mailsTo("ann");
    expect(mail).toMatchObject({ subject: "Owned Thing is deleted" });
    expect(mail!.text).toContain("Reason: Not a product");
    expect(await act(`${page}/delete`, { reason: "Again" })).toBe("gone");

    await pass(29);
    expect((await root.get(page)).text).toContain("The team deleted this listing");
    expect(await act(`${page}/undelete`, {})).toBe("listing-undeleted");
    expect(await find(id)).toMatchObject({ slug, status: "paused", statusReason: null });
    expect((await mailsTo("ann"))[0]).toMatchObject({ subject: "Owned Thing is back" });
    await pass(31);
    expect(await find(id)).toMatchObject({ status: "paused" });
    expect(await act(`${page}/undelete`, {})).toBe("gone");
  });

  it("is refused to be taken back once another listing has the website", async () => {
    const owner = await world.account("ann");
    const { id } = await world.listing("Old Home", { ownerId: owner.id, site: "shared.org" });
    await act(`/admin/listings/${id}/delete`, { reason: "Twice" });
    await world.listing("New Home", { site: "shared.org" });
    const refused = await root.post(`/admin/listings/${id}/undelete`);
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("already listed") });
    expect(await find(id)).toMatchObject({ status: "removed" });
  });

  it("is final after 30 days, with its votes and with the addresses that it had", async () => {
    const { id, slug } = await world.listing("Short Lived");
    await vote("vera", slug);
    const edited = `/account/listings/${id}/edit`;
    await store.change(async (tx) => tx.listings.rename((await tx.listings.find(id))!, "long-lived", world.deps.now()));
    expect((await root.get(edited)).status).toBe(200);
    expect(await act(`/admin/listings/${id}/delete`, {})).toBe("listing-removed");
    await pass(29);
    expect(await find(id)).toMatchObject({ status: "removed", votes: 1 });
    await pass(2);
    expect(await find(id)).toBeUndefined();
    for (const old of [slug, "long-lived"]) {
      expect(await store.moderation.findBySlug(old)).toBeUndefined();
      expect((await root.get(`/listings/${old}`)).status).toBe(404);
    }
  });

  it("leaves orders the name that they are about, and no texts", async () => {
    const owner = await world.account("ann");
    const { id } = await world.listing("Paid Thing", {
      ...{ ownerId: owner.id, category: "crm", profile: { description: "A secret" } },
    });
    const items = [{ product: "story-unlock", listing_id: id }];
    const { status, body } = await world.as("ann").post("/orders/checkout", { body: { items } });
    expect(status).toBe(201);
    expect(await act(`/admin/listings/${id}/delete`, { reason: "Closed" })).toBe("listing-removed");
    await pass(31);
    expect(await find(id)).toMatchObject({
      ...{ name: "Paid Thing", status: "removed", tagline: null, primaryCategory: null },
      profile: { description: null, categories: [] },
    });
    expect((await store.versions.list(id, { page: 1, perPage: 10 })).total).toBe(0);
    expect((await world.as("ann").get(`/orders/${body.number}`)).body.lines).toMatchObject([{ listing_id: id }]);
    expect((await root.get(`/admin/listings/${id}`)).status).toBe(200);
  });
});
