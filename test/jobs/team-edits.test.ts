import { describe, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createTeam } from "../site/admin-world.ts";
import { createVisitor, formOf } from "../site/world.ts";

const team = await createTeam();
const { world, store, root, ann } = team;
const find = async (id: number) => (await store.listings.find(id))!;

const drafted = (value: string) => ({ value, evidence: [] });

/** What an admin sends after changing these inputs of the editor. */
async function edit(id: number, changes: Record<string, string>) {
  const path = `/account/listings/${id}/edit`;
  return root.post(path, { ...formOf(await root.get(path), path), ...changes, act: "save" });
}

describe("an admin", () => {
  it("edits a listing of somebody else with its draft, in one version under their own name", async () => {
    const owner = await world.account("ann");
    const listing = await world.listing("Photo View", { ownerId: owner.id, category: "crm" });
    await addDraft(world, {
      ...{ accountId: owner.id, siteKey: listing.siteKey, listingId: listing.id },
      fields: { name: drafted("Photo View"), tagline: drafted("Photo View in one line") },
    });
    const page = await root.get(`/account/listings/${listing.id}/edit`);
    expect(page.text).toContain("You are editing someone else’s listing");
    expect(page.text).not.toContain(`/account/listings/${listing.id}/launch`);
    const saved = await edit(listing.id, {
      "fields.name": "Photoview",
      "fields.tagline": "Photos on your own server",
      "fields.tags": "photos, self-hosted",
      "fields.categories.0": "Accounting",
      url: "photoview.org/app",
      slug: "photoview",
    });
    expect(saved.location).toContain("notice=listing-edited");
    const after = await find(listing.id);
    expect(after).toMatchObject({
      ...{ name: "Photoview", tagline: "Photos on your own server", slug: "photoview", version: 2 },
      ...{ url: "https://photoview.org/app", siteKey: "photoview.org/app", primaryCategory: "accounting" },
      profile: { tags: ["photos", "self-hosted"], categories: [{ slug: "accounting", primary: true }] },
    });
    const admin = await world.account("root");
    const version = await store.versions.find(listing.id, 2);
    expect(version).toMatchObject({ author: { email: admin.email }, client: null });
    const draft = await store.drafts.findByListing(listing.id);
    expect(draft).toMatchObject({ url: after.url, siteKey: after.siteKey });
    expect(draft?.content.fields).toMatchObject({
      name: { value: "Photoview" },
      categories: { value: ["Accounting"] },
    });
    expect(await team.logged()).toMatchObject({
      action: "listing.edit",
      before: { name: "Photo View", slug: "photo-view", website: "https://photo-view.example/" },
      after: { name: "Photoview", slug: "photoview", website: "https://photoview.org/app", version: 2 },
    });
    for (const path of ["/listings/photo-view", "/listings/photo-view/alternatives"])
      expect(await root.get(path)).toMatchObject({ status: 301, location: path.replace("photo-view", "photoview") });
    expect((await root.get("/listings/photoview")).status).toBe(200);
  });

  it("has the owner told once what changed, who restores it", async () => {
    const bea = await team.signedIn("bea");
    const owner = await world.account("bea");
    const { id } = await world.listing("Told Thing", { ownerId: owner.id, category: "crm", site: "told-thing.org" });
    await edit(id, { "fields.tagline": "First try" });
    await edit(id, { "fields.tagline": "A second try", url: "https://told.org/" });
    expect((await bea.get("/notifications")).text).toContain("The site team edited");
    world.advance(11 * 60_000);
    await world.drain();
    const mails = (await store.mails.list({ page: 1, perPage: 100 })).items;
    const told = mails.filter(({ subject }) => subject.includes("Told Thing"));
    expect(told.map(({ recipient, subject }) => [recipient, subject])).toEqual([[owner.email, "We edited Told Thing"]]);
    expect(told[0]!.text).toContain("- Tagline: “Told Thing in one line” is now “A second try”");
    expect(told[0]!.text).toContain("- Website: “https://told-thing.org/” is now “https://told.org/”");
    expect(told[0]!.text).not.toContain("First try");
    expect(told[0]!.text).toContain(`/account/listings/${id}/history`);

    const history = `/account/listings/${id}/history`;
    expect((await bea.get(history)).text).toContain("root");
    const restored = await bea.post(`${history}/1`, { seen: String((await find(id)).version) });
    expect(restored.location).toContain("notice=version-back");
    expect(await find(id)).toMatchObject({
      ...{ tagline: "Told Thing in one line", url: "https://told-thing.org/", siteKey: "told-thing.org" },
    });
  });

  it("edits pictures, milestones and the story there, and reads the figures", async () => {
    const owner = await world.account("ann");
    const { id } = await world.listing("Whole Thing", {
      ownerId: owner.id,
      unlocked: ["story", "milestones", "media"],
    });
    const path = `/account/listings/${id}`;
    for (const page of ["edit", "pictures", "milestones", "story", "proof", "figures"])
      expect((await root.get(`${path}/${page}`)).status, page).toBe(200);
    await root.post(`${path}/milestones`, { date: "2026-01-02", title: "First version" });
    await root.post(`${path}/story`, { story: "It began in a shed." });
    await root.post(`${path}/pictures/logo`, { do: "save", logo: "https://whole-thing.org/logo.png" });
    const after = await find(id);
    expect(after.profile.milestones).toMatchObject([{ title: "First version" }]);
    expect(after.profile.story).toEqual({ story: "It began in a shed." });
    expect(after).toMatchObject({ logoUrl: "https://whole-thing.org/logo.png", version: 4 });
    const log = await store.audit.list({ kind: "listing", objectId: String(id) }, { page: 1, perPage: 10 });
    expect(log.items.map(({ action }) => action)).toEqual(["listing.edit", "listing.edit", "listing.edit"]);
  });

  it("never acts as the owner", async () => {
    const owner = await world.account("ann");
    const { id, slug } = await world.listing("Owned Thing", { ownerId: owner.id, status: "draft", launchedAt: null });
    const path = `/account/listings/${id}`;
    expect(await root.get(path)).toMatchObject({ status: 303, location: `/admin/listings/${id}` });
    expect(await root.get(`${path}/history`)).toMatchObject({ location: `/admin/listings/${id}/history` });
    for (const page of ["launch", "updates"]) expect((await root.get(`${path}/${page}`)).status, page).toBe(404);
    await root.get(`${path}/edit`);
    const acts = ["free", "order", "move", "withdraw", "pause", "resume", "updates", "join-list", "take-place"];
    for (const act of [...acts, "language", "badge-count", "alternatives", "history/1", "pictures/faces/x"])
      expect((await root.post(`${path}/${act}`, { title: "News", body: "Text", product: "launch" })).status, act).toBe(
        404,
      );
    expect(await find(id)).toMatchObject({ slug, status: "draft", version: 1 });
  });

  it("is refused a website or an address that another listing has, and nothing is saved", async () => {
    const { id } = await world.listing("One Thing");
    await world.listing("Other Thing", { site: "other-thing.org" });
    const website = await edit(id, { url: "https://www.other-thing.org", "fields.tagline": "New" });
    expect(website).toMatchObject({ status: 400, text: expect.stringContaining("already listed as") });
    const address = await edit(id, { slug: "other-thing" });
    expect(address).toMatchObject({ status: 400, text: expect.stringContaining("is the address of another listing") });
    const category = await edit(id, { "fields.categories.0": "Nothing" });
    expect(category).toMatchObject({ status: 400, text: expect.stringContaining("is not a category") });
    expect(await find(id)).toMatchObject({ tagline: "One Thing in one line", slug: "one-thing", version: 1 });
  });

  it("moves a page back to an address that it had, and both lead to it", async () => {
    const { id } = await world.listing("Back Thing");
    await edit(id, { slug: "forth-thing" });
    await edit(id, { slug: "back-thing" });
    expect((await root.get("/listings/back-thing")).status).toBe(200);
    expect(await root.get("/listings/forth-thing")).toMatchObject({ status: 301, location: "/listings/back-thing" });
    await edit(id, { slug: "forth-thing" });
    expect(await root.get("/listings/back-thing")).toMatchObject({ status: 301, location: "/listings/forth-thing" });
    expect((await world.rest("GET", "/listings/forth-thing")).body.slug).toBe("forth-thing");
  });

  it("edits their own listing as its owner", async () => {
    const admin = await world.account("root");
    const { id } = await world.listing("Root Thing", { ownerId: admin.id });
    const path = `/account/listings/${id}/edit`;
    const page = await root.get(path);
    expect(page.text).not.toContain("someone else");
    await root.post(path, { ...formOf(page, path), "fields.tagline": "Mine", act: "save" });
    expect((await find(id)).tagline).toBe("Mine");
    expect((await store.audit.list({ kind: "listing", objectId: String(id) }, { page: 1, perPage: 1 })).total).toBe(0);
  });
});

describe("editing for the site team", () => {
  it("is for signed-in admins alone, never for their keys", async () => {
    const owner = await world.account("owner");
    const { id } = await world.listing("Private Thing", { ownerId: owner.id });
    for (const page of ["edit", "pictures", "figures", "history"])
      expect((await ann.get(`/account/listings/${id}/${page}`)).status, page).toBe(404);
    const key = world.as("root");
    expect((await key.get(`/me/listings/${id}`)).status).toBe(404);
    expect((await key.patch(`/me/listings/${id}`, { body: { fields: { tagline: "By key" } } })).status).toBe(404);
    const bearer = await world.key("root");
    const args = { listing_id: id, fields: { tagline: "By key" } };
    expect((await world.mcp("update_my_listing", args, { bearer })).body.isError).toBe(true);
    expect((await find(id)).version).toBe(1);
  });

  it("needs the second factor where the site requires it", async () => {
    const strict = await createWorld({ env: { REQUIRE_ADMIN_TWO_FACTOR: "true" } });
    await strict.account("root", { admin: true });
    const { id } = await strict.listing("Guarded Thing");
    const admin = createVisitor(strict.baseUrl);
    await admin.signIn("root@people.example", { password: PASSWORD });
    expect((await admin.get(`/account/listings/${id}/edit`)).status).toBe(404);
  });
});
