import { describe, expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { createWorld } from "../helpers/world.ts";

let id: number;
const world = await createWorld({ env: { LIMIT_WRITE: "10000" } });
const ann = await world.account("ann");
({ id } = await world.listing("Acme Charts", {
  ownerId: ann.id,
  profile: {
    city: "Berlin",
    notFound: ["founded_year"],
    evidence: { tagline: [{ quote: "q", url: "https://acme-charts.example/" }] },
  },
}));

const patch = (body: unknown) => world.as("ann").patch(`/me/listings/${id}`, { body });

describe("list_my_listings", () => {
  it("lists what I own in any status, and nobody else's", async () => {
    const ann = await world.account("ann");
    await world.listing("Second", { ownerId: ann.id, status: "draft" });
    const { body } = await world.as("ann").get("/me/listings");
    expect(body.items.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ["Second", "draft"],
      ["Acme Charts", "live"],
    ]);
    expect((await world.as("eve").get("/me/listings")).body.total).toBe(0);
    expect(
      (await world.mcp("list_my_listings", {}, { bearer: await world.key("ann") })).body.structuredContent,
    ).toEqual(body);
  });
});

describe("get_my_listing", () => {
  it("adds the owner's view", async () => {
    expect((await world.as("ann").get(`/me/listings/${id}`)).body).toMatchObject({
      listing_id: id,
      status: "live",
      plan: "none",
      unlocked_sections: [],
      version: expect.any(Number),
      next_actions: expect.arrayContaining(["update_my_listing"]),
    });
  });
});

describe("update_my_listing", () => {
  it("changes what is sent, shows it at once, and keeps the history", async () => {
    const reply = await patch({
      fields: { tagline: "New line", founded_year: 2019, features: ["A", "B"], seo_title: "Title" },
      socials: { x: "https://x.com/acme" },
      faqs: [{ question: "Q", answer: "A" }],
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        tagline: "New line",
        company: { founded_year: 2019, city: "Berlin" },
        features: ["A", "B"],
        socials: { x: "https://x.com/acme" },
        faqs: [{ question: "Q" }],
        seo: { title: "Title" },
        version: 2,
        not_found_on_website: [],
      },
    });
    expect((await world.rest("GET", "/listings/acme-charts")).body.tagline).toBe("New line");
    expect((await world.rest("GET", "/listings?q=new+line")).body.items).toHaveLength(1);
    expect((await patch({ fields: { city: "", founded_year: null }, socials: {}, faqs: [] })).body).toMatchObject({
      company: { city: null, founded_year: null },
      socials: {},
      faqs: [],
      version: 3,
    });
  });

  it("changes nothing and creates no version when the values are the same", async () => {
    const { body } = await world.as("ann").get(`/me/listings/${id}`);
    const same = { fields: { tagline: body.tagline, features: body.features }, socials: body.socials, faqs: body.faqs };
    expect((await patch(same)).body).toEqual(body);
    expect((await patch({})).body).toEqual(body);
  });

  it("replaces required fields, but does not remove them", async () => {
    expect(await patch({ fields: { tagline: "", city: "Rome" } })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", errors: [{ pointer: "/fields/tagline", code: "required" }] },
    });
    // What it never had may stay away.
    expect(await patch({ fields: { description: "" } })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ fields: { name: "Other" } }, "/fields/name", "unknown_field"],
    [{ fields: { tagline: "x".repeat(201) } }, "/fields/tagline", "maximum"],
    [{ fields: { short_description: "x".repeat(301) } }, "/fields/short_description", "maximum"],
    [{ fields: { founded_year: "2019" } }, "/fields/founded_year", "type"],
    [{ fields: { founded_year: 1799 } }, "/fields/founded_year", "minimum"],
    [{ fields: { country: "ZZ" } }, "/fields/country", "format"],
    [{ fields: { contact_email: "nobody" } }, "/fields/contact_email", "format"],
    [{ socials: { x: "javascript:alert(1)" } }, "/socials/x", "format"],
    [{ faqs: Array(11).fill({ question: "q", answer: "a" }) }, "/faqs", "maximum"],
    [{ status: "live" }, "/status", "unknown_field"],
    [{ plan: "launch" }, "/plan", "unknown_field"],
    [{ owner_id: "x" }, "/owner_id", "unknown_field"],
  ])("refuses %j", async (body, pointer, code) => {
    expect(await patch(body)).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ pointer, code })]) },
    });
  });

  it("names what changes name, logo, categories and stage, and that changes the live listing", async () => {
    const { id: accountId } = await world.account("ann");
    const { id: editorId } = await world.account("edo");
    const evidence = [{ quote: "Harbour", url: "https://harbour.example/" }];
    const found = (value: string | string[]) => ({ value, evidence });
    const fields = {
      ...{ name: found("Harbour"), tagline: found("Berths"), short_description: found("Find a berth") },
      ...{ description: found("Find a berth in any harbour"), categories: found(["Accounting"]) },
    };
    const draftId = await addDraft(world, { accountId, siteKey: "harbour.example", fields });
    const { listing_id, slug } = (await world.as("ann").post(`/drafts/${draftId}/submit`)).body;
    const live = { status: "live", statusReason: null, statusBefore: null } as const;
    await world.deps.store.change(async (tx) => {
      await tx.moderation.hold(listing_id, live, world.deps.now());
      await tx.listings.addEditor(listing_id, editorId, world.deps.now());
    });
    const wanted = {
      name: "Port",
      logo_url: "https://harbour.example/l.png",
      categories: ["Web analytics"],
      stage: "mvp",
    };
    const edit = (who: string, of: number, body: object) => world.as(who).patch(`/me/listings/${of}`, { body });

    const { body } = await edit("ann", listing_id, { fields: { ...wanted, city: "Kiel" } });
    expect(body.code).toBe("unknown_field");
    for (const [index, name] of Object.keys(wanted).entries())
      expect(body.errors[index].detail).toBe(
        `"${name}" cannot be set here. Call update_draft with id ${draftId} and fields.${name}; the listing changes with it.`,
      );
    const told = await world.mcp("update_my_listing", { listing_id, name: "Port" }, { bearer: await world.key("ann") });
    expect(told.body.content[0].text).toContain(`Call update_draft with id ${draftId}`);
    expect((await world.as("ann").patch(`/drafts/${draftId}`, { body: { fields: wanted } })).status).toBe(200);
    expect((await world.rest("GET", `/listings/${slug}`)).body).toMatchObject({
      ...{ name: "Port", logo_url: wanted.logo_url, stage: "mvp", category: { slug: "web-analytics" } },
    });

    const manage = `${world.url}/account/listings`;
    const details = async (who: string, of: number) =>
      (await edit(who, of, { fields: { name: "x", logo_url: "x" } })).body.errors.map(
        (one: { detail: string }) => one.detail,
      );
    expect(await details("edo", listing_id)).toEqual([
      expect.stringContaining("member of your team who submitted it"),
      expect.stringContaining(`${manage}/${listing_id}/pictures`),
    ]);
    expect(await details("ann", id)).toEqual([
      expect.stringContaining(`ask the site team: ${world.url}/contact`),
      expect.stringContaining(`${manage}/${id}/pictures`),
    ]);
    expect(await details("eve", id)).toEqual([expect.stringContaining("not a known field"), expect.any(String)]);
  });

  it("is not for others", async () => {
    const [others, missing] = [
      await world.as("eve").patch(`/me/listings/${id}`, { body: { fields: {} } }),
      await world.as("eve").patch("/me/listings/999999", { body: { fields: {} } }),
    ];
    expect(others.status).toBe(404);
    expect(others.body.detail.replace(String(id), "N")).toBe(missing.body.detail.replace("999999", "N"));
  });
});
