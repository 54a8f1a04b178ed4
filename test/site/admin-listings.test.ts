import { describe, expect, it } from "vitest";
import { emptyContent } from "../../domain/drafts/draft.ts";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();

const find = async (id: number) => (await team.store.listings.find(id))!;

describe("moderating", () => {
  it("suspends with a reason that the owner gets, and restores what was", async () => {
    const { world, root, act, store, logged } = team;
    const ann = await world.account("ann");
    const { id, slug } = await world.listing("Acme Charts", { ownerId: ann.id });
    const page = `/admin/listings/${id}`;
    expect((await root.get(page)).text).toContain("Hold for review");

    const bare = await root.post(`${page}/moderate`, { step: "suspend" });
    expect(bare).toMatchObject({ status: 400, text: expect.stringContaining("Enter a reason") });
    expect(await act(`${page}/moderate`, { step: "suspend", reason: "Copied texts" })).toBe("listing-suspended");
    expect(await find(id)).toMatchObject({ status: "suspended", statusReason: "Copied texts" });
    expect(await logged()).toEqual({
      action: "listing.moderate",
      name: "Acme Charts",
      before: { status: "live" },
      after: { status: "suspended", reason: "Copied texts" },
    });
    const [mail] = (await store.mails.list({ page: 1, perPage: 1 })).items;
    expect(mail).toMatchObject({ recipient: "ann@people.example", subject: "Acme Charts is suspended" });
    expect(mail!.text).toContain("Copied texts");
    expect((await root.get(`/listings/${slug}`)).status).toBe(404);
    expect((await root.get(page)).text).toContain("Previously live.");

    expect(await act(`${page}/moderate`, { step: "approve" })).toBe("listing-changed");
    expect(await act(`${page}/moderate`, { step: "restore" })).toBe("listing-restored");
    expect(await find(id)).toMatchObject({ status: "live", statusReason: null });
  });

  it("holds for review, rejects, and lets go to where it stood", async () => {
    const { world, act, root } = team;
    const { id } = await world.listing("Paused Thing", { status: "paused" });
    const path = `/admin/listings/${id}/moderate`;
    await root.get("/admin/backups");
    expect(await act(path, { step: "review" })).toBe("listing-in-review");
    expect((await root.get("/admin")).text).toContain("listing to approve");
    expect(await act(path, { step: "reject", reason: "No product yet" })).toBe("listing-rejected");
    expect((await find(id)).status).toBe("rejected");
    expect(await act(path, { step: "approve" })).toBe("listing-approved");
    expect((await find(id)).status).toBe("paused");
    expect(await act(path, { step: "dance" })).toBe("404");
  });
});

describe("a duplicate", () => {
  it("unites votes, follows and reviews, one a person, and its address leads on", async () => {
    const { world, root, act, vote, store, logged } = team;
    const kept = await world.listing("Boat Club");
    const copy = await world.listing("Boat Club Copy");
    for (const name of ["vera", "vic"]) await vote(name, kept.slug);
    for (const name of ["vic", "walt"]) await vote(name, copy.slug);
    const at = world.deps.now();
    const [vera, vic, walt] = await Promise.all(["vera", "vic", "walt"].map((name) => world.account(name)));
    await store.change(async (tx) => {
      for (const person of [vic!, walt!]) await tx.engagement.follow(person.id, copy.id, at);
      await tx.engagement.follow(vic!.id, kept.id, at);
      await tx.votes.withdraw(vic!.id, kept.id, at);
      for (const [person, listing, rating] of [
        [vera!, kept, 5],
        [vera!, copy, 1],
        [walt!, copy, 3],
      ] as const) {
        await tx.reviews.write(person.id, listing.id, { rating, title: null, body: "Text" }, at);
        const review = (await tx.reviews.find(person.id, listing.id))!;
        await tx.reviews.decide(review.id, "published", { by: vera!.id, at, seenAt: review.updatedAt });
      }
    });
    expect((await find(kept.id)).votes).toBe(1);

    const page = `/admin/listings/${copy.id}`;
    await root.get(page);
    const unknown = await root.post(`${page}/merge`, { into: "nothing-here" });
    expect(unknown).toMatchObject({ status: 400, text: expect.stringContaining("There is no other listing") });
    expect((await root.post(`${page}/merge`, { into: copy.slug })).status).toBe(400);
    expect(await act(`${page}/merge`, { into: `${world.baseUrl}/listings/${kept.slug}?x=1` })).toBe("listing-merged");

    // Vera and Walt, and Vic, whose vote on the copy stood.
    expect(await find(kept.id)).toMatchObject({ votes: 3, followers: 2, ratingSum: 8, ratingCount: 2 });
    expect(await find(copy.id)).toMatchObject({ status: "removed", followers: 0 });
    expect(await logged()).toMatchObject({ action: "listing.merge", after: { "merged into": "Boat Club" } });
    expect(await root.get(`/listings/${copy.slug}`)).toMatchObject({ status: 301, location: `/listings/${kept.slug}` });
    expect((await root.get(`/listings/${copy.slug}/badges?a=1`)).location).toBe(`/listings/${kept.slug}/badges?a=1`);
    const others = await root.get(`/listings/${copy.slug}/alternatives`);
    expect([others.status, others.location]).toEqual([301, `/listings/${kept.slug}/alternatives`]);
    const missing = await world.rest("GET", `/listings/${copy.slug}`);
    expect(missing).toMatchObject({ status: 404, body: { detail: expect.stringContaining(kept.slug) } });
    expect((await root.get(page)).text).toContain(`href="/admin/listings/${kept.id}">Boat Club`);

    const last = await world.listing("Boats United");
    expect(await act(`/admin/listings/${kept.id}/merge`, { into: last.slug })).toBe("listing-merged");
    expect((await root.get(`/listings/${copy.slug}`)).location).toBe(`/listings/${last.slug}`);
  });

  it("does not win a vote of the team of the listing that stays", async () => {
    const { world, act, vote } = team;
    const owner = await world.account("olga");
    const kept = await world.listing("Olga One", { ownerId: owner.id });
    const copy = await world.listing("Olga Two");
    await vote("olga", copy.slug);
    expect((await find(copy.id)).votes).toBe(1);
    await team.root.get("/admin/backups");
    expect(await act(`/admin/listings/${copy.id}/merge`, { into: kept.slug })).toBe("listing-merged");
    expect((await find(kept.id)).votes).toBe(0);
  });
});

describe("what the team may set", () => {
  it("picks a listing for a week, without calling it paid", async () => {
    const { world, root, act, ann } = team;
    const { id } = await world.listing("Picked Thing");
    const page = (await root.get(`/admin/listings/${id}`)).text;
    const [, week] = /name="week" value="([^"]+)"/.exec(page)!;
    expect(await act(`/admin/listings/${id}/pick`, { week: week!, pick: "on" })).toBe("listing-picked");
    const home = (await ann.get("/")).text;
    expect(home).toContain("Our picks this week");
    expect(home.split("Our picks this week")[1]).toContain("Picked Thing");
    expect(home).not.toContain(">Paid placement<");
    expect(await act(`/admin/listings/${id}/pick`, { week: week!, pick: "off" })).toBe("listing-unpicked");
    expect((await ann.get("/")).text).not.toContain("Our picks");
    expect(await act(`/admin/listings/${id}/pick`, { week: "2026-02-31", pick: "on" })).toBe("404");
  });

  it("sets a verified revenue figure, in any currency, of the last 35 days", async () => {
    const { world, root, act, store, logged } = team;
    const { id } = await world.listing("Earning Thing");
    const path = `/admin/listings/${id}/revenue`;
    const today = world.deps.now().toISOString().slice(0, 10);
    await root.get("/admin/backups");
    for (const wrong of [
      { amount: "1200", currency: "EUR", usd: "", as_of: today },
      { amount: "x", currency: "USD", as_of: today },
      { amount: "1200", currency: "XYZW", usd: "1", as_of: today },
      { amount: "1200", currency: "USD", as_of: "2020-01-01" },
      { amount: "1200", currency: "USD", as_of: "never" },
    ])
      expect((await root.post(path, wrong)).status).toBe(400);
    expect(await act(path, { amount: "1200.50", currency: "eur", usd: "1300", as_of: today })).toBe("revenue-saved");
    const board = await world.rest("GET", "/leaderboards/revenue");
    expect(board.body.items).toMatchObject([{ listing: { slug: "earning-thing" } }]);
    expect((await logged())!.after.revenue).toContain("€1,200.50");
    expect(await act(path, { drop: "yes" })).toBe("revenue-dropped");
    expect(await store.figures.revenue(id)).toBeUndefined();
  });

  it("sets attributes, which comparisons show", async () => {
    const { world, root, act, store } = team;
    const one = await world.listing("Meet One", { category: "appointment-scheduling" });
    const two = await world.listing("Meet Two", { category: "appointment-scheduling" });
    const labels = await store.reference.compareAttributes(["appointment-scheduling"]);
    await root.get(`/admin/listings/${one.id}`);
    const value = labels.map((_, index) => (index === 0 ? "Google and Outlook" : ""));
    expect(await act(`/admin/listings/${one.id}/attributes`, { value })).toBe("attributes-saved");
    const compared = await world.rest("GET", `/compare?a=${one.slug}&b=${two.slug}`);
    const row = compared.body.rows.find(({ label }: { label: string }) => label === labels[0]);
    expect(row).toMatchObject({ a: "Google and Outlook", b: null });
    expect((await store.versions.find(one.id, 2))?.author?.email).toBe("root@people.example");
  });

  it("approves alternatives, by hand or as a draft named them", async () => {
    const { world, root, act, store, logged } = team;
    const ann = await world.account("ann");
    const mine = await world.listing("Mine", { ownerId: ann.id });
    const rival = await world.listing("Rival");
    const other = await world.listing("Other");
    const path = `/admin/listings/${mine.id}/alternatives`;
    await root.get("/admin/backups");
    const wrong = await root.post(path, { alternatives: "rival nobody-knows" });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining("nobody-knows") });
    expect(await act(path, { alternatives: `${world.baseUrl}/listings/other` })).toBe("alternatives-saved");
    const approved = async () =>
      (await world.rest("GET", "/listings/mine/alternatives")).body.items
        .filter(({ approved }: { approved: boolean }) => approved)
        .map(({ slug, listing }: { slug?: string; listing?: { slug: string } }) => slug ?? listing?.slug);
    expect(await approved()).toEqual(["other"]);

    const suggest = (listing: typeof mine, url: string) =>
      store.change(async (tx) => {
        const at = world.deps.now();
        const competitor = { url, status: "read", name: "Rival" };
        await tx.drafts.add({
          id: world.deps.uuid(),
          accountId: ann.id,
          url: listing.url,
          siteKey: listing.siteKey,
          status: "ready",
          content: { ...emptyContent(), competitor },
          crawl: {},
          listingId: listing.id,
          createdAt: at,
          updatedAt: at,
        } as never);
      });
    await suggest(mine, "https://www.rival.example/pricing");
    expect((await root.get("/admin")).text).toContain("alternative to approve");
    expect((await root.get("/admin/alternatives")).text).toContain("Rival");
    const decide = (decision: string) =>
      act(`/admin/alternatives/${mine.id}`, { alternative: String(rival.id), decision });
    expect(await decide("perhaps")).toBe("404");
    expect(await decide("approve")).toBe("alternative-approved");
    expect(await approved()).toEqual(["other", "rival"]);
    expect(await decide("approve")).toBe("gone");

    await suggest(other, "https://rival.example/");
    await suggest(mine, "https://third.example/");
    const third = await world.listing("Third");
    const owned = `/account/listings/${mine.id}`;
    const form = (decision: string) => ({ alternative: String(third.id), decision });
    expect((await team.ann.get(owned)).text).toMatch(/Alternatives to approve[\s\S]*Third/);
    expect((await root.post(`${owned}/alternatives`, form("approve"))).status).toBe(404);
    expect((await team.ann.post(`${owned}/alternatives`, form("perhaps"))).status).toBe(400);
    for (const notice of ["alternative-approved", "gone"])
      expect((await team.ann.post(`${owned}/alternatives`, form("approve"))).location).toContain(notice);
    expect(await approved()).toEqual(["other", "rival", "third"]);
    expect((await team.ann.get(owned)).text).not.toContain("Alternatives to approve");

    const declined = await act(`/admin/alternatives/${other.id}`, {
      alternative: String(rival.id),
      decision: "decline",
    });
    expect(declined).toBe("alternative-declined");
    expect(await logged()).toMatchObject({ name: "Other", after: { "no alternatives": "Rival" } });
    expect(await store.moderation.suggestions()).toEqual([]);
  });
});
