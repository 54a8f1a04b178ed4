import { describe, expect, it } from "vitest";
import { holdSite } from "../../actions/listings/websites.ts";
import { renewSiteKeys } from "../../server/renew-site-keys.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { addDraft } from "../helpers/drafts.ts";

const db = await createSeededDatabase();
const { store } = db;
const make = communityOf(store);
const now = new Date("2026-11-18T10:00:00Z");
const DRAFT = { status: "draft", launchedAt: null } as const;
const keyOf = async (id: number) => (await store.listings.find(id))?.siteKey;

describe("the website of a listing", () => {
  it("is held by exactly one of many that are proven at once", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 8 }, () => make.listing({ ...DRAFT, siteKey: "raced.example" })),
    );
    const answers = await Promise.all(
      rivals.map((listing) => store.change((tx) => holdSite(tx, listing, now)).then((holder) => holder?.id)),
    );
    const holder = await store.listings.findBySite("raced.example");
    expect(answers.filter((id) => id === undefined)).toHaveLength(1);
    expect(answers.filter((id) => id === holder?.id)).toHaveLength(7);
    // Whatever a change has read, the database does not let a second one in.
    const other = rivals.find(({ id }) => id !== holder?.id)!;
    await expect(store.change((tx) => tx.websites.hold(other.id, now))).rejects.toThrow(/unique/i);
  });

  it.each(["scheduled", "live"] as const)("is held by one that gets %s, whoever wrote that", async (status) => {
    const { id, siteKey } = await make.listing(DRAFT);
    const free = await make.listing({ ...DRAFT, siteKey });
    expect(await store.listings.findBySite(siteKey)).toBeUndefined();
    await store.change((tx) => tx.moderation.hold(id, { status, statusReason: null, statusBefore: null }, now));
    expect(await store.listings.findBySite(siteKey)).toMatchObject({ id, siteHeldAt: now });
    await expect(
      store.change((tx) => tx.moderation.hold(free.id, { status, statusReason: null, statusBefore: null }, now)),
    ).rejects.toThrow(/unique/i);
    // It stays so when it is saved again, and ends when it is removed.
    await store.change((tx) => tx.launches.leaveQueue(id, "", now));
    expect((await store.listings.findBySite(siteKey))?.id).toBe(id);
    await store.change((tx) =>
      tx.moderation.hold(id, { status: "removed", statusReason: null, statusBefore: null }, now),
    );
    expect(await store.listings.findBySite(siteKey)).toBeUndefined();
  });

  it("is among those of its domain only if it is public and below that domain", async () => {
    const site = (domain: string, status: "live" | "draft" = "live") =>
      make.listing({ site: domain, status, url: `https://${domain}/` });
    const [root, docs] = [await site("family.example"), await site("docs.family.example")];
    await site("otherfamily.example");
    await site("unseen.family.example", "draft");
    const found = await store.websites.ofDomain("family.example", 10);
    expect(found.map(({ slug }) => slug).sort()).toEqual([root.slug, docs.slug].sort());
    expect(await store.websites.ofDomain("family.example", 1)).toHaveLength(1);
  });
});

describe("keys of websites by registrable domain", () => {
  it("are split by host once, and no other key changes", async () => {
    const at = (url: string, siteKey: string, more = {}) => make.listing({ url, siteKey, ...more });
    const fonts = await at("https://fonts.giant.example/", "giant.example");
    const path = await at("https://docs.tools.example/en/start/", "tools.example/start");
    const same = await at("https://www.plain.example/", "plain.example");
    const shared = await at("https://github.com/acme/tool", "github.com/acme/tool");
    const demo = await at("https://app.shown.example/", "demo:shown.example");
    const first = await at("https://app.twice.example/", "app.twice.example");
    const second = await at("https://app.twice.example/", "twice.example");
    const accountId = await make.person();
    const parts = { deps: { store, now: () => now, uuid: () => crypto.randomUUID() } };
    const draftId = await addDraft(parts, { accountId, siteKey: "drafted.example", fields: {} });
    await store.change(async (tx) => {
      const draft = (await tx.drafts.find(draftId))!;
      await tx.drafts.save({ ...draft, url: "https://new.drafted.example/" });
    });

    await renewSiteKeys(store);
    expect(await keyOf(fonts.id)).toBe("fonts.giant.example");
    expect(await keyOf(path.id)).toBe("docs.tools.example/start");
    expect(await keyOf(same.id)).toBe("plain.example");
    expect(await keyOf(shared.id)).toBe("github.com/acme/tool");
    expect(await keyOf(demo.id)).toBe("demo:shown.example");
    expect([await keyOf(first.id), await keyOf(second.id)]).toEqual(["app.twice.example", "twice.example"]);
    expect((await store.drafts.find(draftId))?.siteKey).toBe("new.drafted.example");

    const late = await at("https://app.later.example/", "later.example");
    await renewSiteKeys(store);
    expect(await keyOf(late.id)).toBe("later.example");
  });
});
