import { describe, expect, it } from "vitest";
import type { OwnField } from "../../domain/listings/own-fields.ts";
import { createTeam } from "../site/admin-world.ts";

const { world, store, root, ann, logged } = await createTeam();
const find = async (id: number) => (await store.listings.find(id))!;
const results = async (id: number) => store.bulk.counts(id);
const STARS: OwnField = {
  key: "stars",
  label: "Stars",
  kind: "number",
  shownIn: ["facts"],
  isFilter: true,
  editors: "team",
};

/** Sends the form, also its question whether that is meant, and finishes the work. */
async function change(form: Record<string, string | string[]>): Promise<number> {
  let reply = await root.post("/admin/bulk/new", form);
  if (reply.status === 200) {
    const ids = /name="id" value="([\d,]+)"/.exec(reply.text)![1]!;
    reply = await root.post("/admin/bulk/new", { ...form, which: "ids", id: ids, sure: "yes" });
  }
  expect(reply.location, reply.text.slice(0, 200)).toMatch(/^\/admin\/bulk\/\d+\?notice=bulk-started/);
  await world.drain();
  return Number(/bulk\/(\d+)/.exec(reply.location)![1]);
}
async function undo(id: number): Promise<void> {
  expect((await root.post(`/admin/bulk/${id}/undo`)).location).toContain("notice=bulk-undone");
  await world.drain();
}
async function several(
  name: string,
  count: number,
  given: Parameters<typeof world.listing>[1] = {},
): Promise<number[]> {
  const ids = [];
  for (let at = 1; at <= count; at++) ids.push((await world.listing(`${name} ${at}`, given)).id);
  await root.get("/admin/bulk");
  return ids;
}

describe("a bulk change", () => {
  it("adds no tags that the editor and imports refuse", async () => {
    const [id = 0] = await several("Limit", 1, { category: "crm" });
    const form = { which: "ids", id: String(id), do: "add_tags" };
    const long = await root.post("/admin/bulk/new", { ...form, "set.tags": "y".repeat(201) });
    expect([long.status, long.text]).toEqual([400, expect.stringContaining("Use 200 characters or fewer.")]);
    const many = Array.from({ length: 21 }, (_, at) => `tag ${at}`).join(", ");
    expect(await results(await change({ ...form, "set.tags": many }))).toEqual({ refused: 1 });
    expect((await find(id)).profile.tags).toEqual([]);
  });

  it("takes all that a filter finds, 100 at once, and its undo leaves what was edited since", async () => {
    const ids = await several("Wharf", 130, { category: "crm" });
    await several("Harbour", 2, { category: "crm" });
    const list = await root.get("/admin/listings?q=wharf&category=crm&status=live");
    expect(list.text).toContain("130 listings, newest first");
    const asked = await root.post("/admin/bulk/new", {
      ...{ which: "found", "f.q": "wharf", "f.category": "crm", "f.status": "live" },
      ...{ do: "category", "set.category": "accounting" },
    });
    expect(asked.text).toContain("This changes 130 listings");
    expect((await find(ids[0]!)).version).toBe(1);
    const form = { which: "found", "f.q": "wharf", do: "category", "set.category": "accounting" };
    const id = await change(form);
    expect(await results(id)).toEqual({ changed: 130 });
    const [first, , last] = [await find(ids[0]!), undefined, await find(ids.at(-1)!)];
    for (const listing of [first, last]) expect(listing).toMatchObject({ version: 2, primaryCategory: "accounting" });
    expect(await store.versions.find(first.id, 2)).toMatchObject({ client: `bulk:${id}`, author: { name: "root" } });
    expect((await world.rest("GET", "/listings?category=accounting&per_page=1")).body.total).toBe(130);
    expect(await logged()).toMatchObject({ action: "listing.edit", after: { categories: "Accounting" } });
    const audit = await store.audit.list({ kind: "bulk", objectId: String(id) }, { page: 1, perPage: 9 });
    expect(audit.items).toMatchObject([{ action: "bulk.change", after: { listings: 130 } }]);

    await store.change(async (tx) => {
      const { profile, ...columns } = last;
      await tx.listings.update(
        last,
        { ...columns, tagline: "Mine", profile },
        {},
        { accountId: null, client: null },
        world.deps.now(),
      );
    });
    await undo(id);
    expect(await results(id)).toEqual({ undone: 129, edited: 1 });
    expect((await find(ids[0]!)).primaryCategory).toBe("crm");
    expect(await find(last.id)).toMatchObject({ tagline: "Mine", primaryCategory: "accounting" });
    expect((await root.get(`/admin/bulk/${id}`)).text).toContain(`/admin/listings/${last.id}">Wharf 130`);
    expect((await root.post(`/admin/bulk/${id}/undo`)).location).toContain("notice=gone");
  });

  it("adds and removes tags without repeating one", async () => {
    const [one, two] = await several("Tagged", 2, { profile: { tags: ["Photos"] } });
    const added = await change({
      which: "ids",
      id: [String(one), String(two)],
      do: "add_tags",
      "set.tags": "photos, free",
    });
    expect((await find(one!)).profile.tags).toEqual(["Photos", "free"]);
    await change({ which: "ids", id: String(two), do: "remove_tags", "set.tags": "PHOTOS" });
    expect((await find(two!)).profile.tags).toEqual(["free"]);
    const again = await change({ which: "ids", id: String(one), do: "add_tags", "set.tags": "Free" });
    expect(await results(again)).toEqual({ same: 1 });
    await undo(added);
    expect([(await find(one!)).profile.tags, (await find(two!)).profile.tags]).toEqual([["Photos"], ["free"]]);
  });

  it("sets a field of the site, and is chosen by one", async () => {
    await store.change((tx) => tx.fieldDefinitions.save(STARS, 1));
    const ids = await several("Starry", 3);
    await change({
      which: "ids",
      id: ids.slice(0, 2).map(String),
      do: "field",
      "set.key": "stars",
      "set.value": "1,500",
    });
    expect((await find(ids[0]!)).profile.attributes).toEqual({ stars: 1500 });
    const wrong = await change({
      which: "ids",
      id: String(ids[2]),
      do: "field",
      "set.key": "stars",
      "set.value": "many",
    });
    expect(await results(wrong)).toEqual({ refused: 1 });
    const list = await root.get(`/admin/listings?where=${encodeURIComponent("stars>=1000")}`);
    expect(list.text).toContain("2 listings, newest first");
    expect((await root.get("/admin/listings?where=size:1")).status).toBe(400);
    const cleared = await change({
      which: "found",
      "f.where": "stars>=1000",
      do: "field",
      "set.key": "stars",
      "set.value": "",
    });
    expect(await results(cleared)).toEqual({ changed: 2 });
    await undo(cleared);
    expect((await find(ids[1]!)).profile.attributes).toEqual({ stars: 1500 });
  });

  it("sets plans and statuses, names what its status does not allow, and takes both back", async () => {
    const [live, waiting] = await several("Mixed", 2);
    await store.change((tx) =>
      tx.moderation.hold(
        waiting!,
        { status: "pending_review", statusReason: null, statusBefore: "paused" },
        world.deps.now(),
      ),
    );
    const id = [String(live), String(waiting)];
    const approved = await change({ which: "ids", id, do: "approve" });
    expect(await results(approved)).toEqual({ changed: 1, refused: 1 });
    expect((await find(waiting!)).status).toBe("paused");
    expect((await root.get(`/admin/bulk/${approved}`)).text).toContain("Its status does not allow this.");
    await undo(approved);
    expect((await find(waiting!)).status).toBe("pending_review");
    const planned = await change({ which: "ids", id, do: "plan", "set.plan": "free" });
    expect((await find(live!)).plan).toBe("free");
    await undo(planned);
    expect((await find(live!)).plan).toBe("none");
  });

  it.each([
    ["reject", "pending_review"],
    ["suspend", "pending_review"],
    ["delete", "pending_review"],
    ["approve", "rejected"],
    ["suspend", "rejected"],
    ["delete", "suspended"],
  ] as const)("puts what it did to a listing back as it was: %s of %s", async (what, status) => {
    const [held] = await several(`Held ${what} ${status}`, 1);
    const state = { status, statusReason: status === "rejected" ? "Too short" : null, statusBefore: "paused" as const };
    await store.change((tx) => tx.moderation.hold(held!, state, world.deps.now()));
    const id = await change({ which: "ids", id: [String(held)], do: what, "set.reason": "Not yet" });
    expect(await results(id)).toEqual({ changed: 1 });
    await undo(id);
    expect(await find(held!)).toMatchObject(state);
  });

  it("deletes so that it can be undone, and tells the owner of many in one email", async () => {
    const owner = await world.account("ann");
    const ids = await several("Anns", 3, { ownerId: owner.id });
    const form = { which: "ids", id: ids.map(String), do: "delete" };
    expect(await root.post("/admin/bulk/new", form)).toMatchObject({
      ...{ status: 400, text: expect.stringContaining("Enter a reason for the owners") },
    });
    const id = await change({ ...form, "set.reason": "Not products" });
    expect((await find(ids[0]!)).status).toBe("removed");
    await undo(id);
    for (const one of ids) expect(await find(one)).toMatchObject({ status: "live", statusReason: null });

    await change({ which: "ids", id: ids.map(String), do: "add_tags", "set.tags": "from the team" });
    world.advance(11 * 60_000);
    await world.drain();
    const mails = (await store.mails.list({ page: 1, perPage: 100 })).items;
    const told = mails.filter(({ subject }) => subject === "We edited your listings");
    expect(told).toHaveLength(1);
    for (const at of [1, 2, 3]) expect(told[0]!.text).toContain(`Anns ${at}:\n- Tags: added “from the team”`);
  });

  it("takes a pasted list or a CSV file of websites, pages, slugs and ids", async () => {
    const [one, two, three] = await several("Listed", 3);
    const four = await world.listing("Listed 4", { site: "listed-four.org" });
    const file = new File(
      [
        `name,url\r\nListed,${world.baseUrl}/listings/listed-1\r\n"Four","https://www.listed-four.org/"\r\nNobody,https://nobody.org\r\n`,
      ],
      "chosen.csv",
    );
    const asked = await root.upload("/admin/bulk/new", {
      which: "list",
      file,
      list: "",
      do: "add_tags",
      "set.tags": "listed",
    });
    expect(asked.text).toContain("This changes 2 listings");
    expect(asked.text).toContain("<li>Nobody,https://nobody.org</li>");
    const ids = /name="id" value="([\d,]+)"/.exec(asked.text)![1];
    expect(ids).toBe(`${one},${four.id}`);
    const list = `listed-2\n${three}\n`;
    const id = await change({ which: "list", list, do: "add_tags", "set.tags": "listed" });
    expect((await store.bulk.rows(id, ["changed"], 9)).map(({ listingId }) => listingId)).toEqual([two, three]);
  });

  it("is for admins alone", async () => {
    const { id } = await world.listing("Guarded");
    await ann.get("/account");
    const form = { which: "ids", id: String(id), do: "add_tags", "set.tags": "mine" };
    expect((await ann.post("/admin/bulk/new", form)).status).toBe(404);
    expect((await find(id)).version).toBe(1);
  });
});
